import { Group, Stack, Table, Text, Title } from "@mantine/core";
import { Fragment } from "react";
import type { EstimateCases } from "../../api/estimate-routes.ts";
import { formatMonth } from "../../format/dates.ts";
import { countOf, formatHours, formatPercent } from "../../format/numbers.ts";
import type { Column } from "../../ui/data-table/columns.ts";
import { ExportRows } from "../../ui/data-table/export-rows.tsx";
import classes from "./estimates.module.css";

type Groups = EstimateCases["calibration"];

const kinds = [
  { kind: "category", title: "By category" },
  { kind: "service", title: "By service" },
  { kind: "month", title: "By month of completion" },
] as const;

/** How often the actual hours were within the saved range, overall and by group. */
export function Calibration({ groups }: { groups: Groups }) {
  const all = groups.find(({ kind }) => kind === "all");
  if (!all) return null;
  return (
    <Stack gap="sm" component="section" aria-label="Calibration" mt="xl">
      <Group justify="space-between">
        <Title order={2}>Calibration</Title>
        <ExportRows
          label="Calibration"
          fileName="calibration"
          columns={columns}
          rows={[
            all,
            ...kinds.flatMap(({ kind }) => groups.filter((group) => group.kind === kind)),
          ]}
          rowId={({ kind, name }) => `${kind} ${name}`}
        />
      </Group>
      <Text size="sm">
        For {formatPercent(all.coverage)} of {countOf(all.n, "finished estimate")}, the actual hours
        were in the saved range. The aim is 80%; with {countOf(all.n, "estimate")}, anything from{" "}
        {formatPercent(all.band[0])} to {formatPercent(all.band[1])} can be chance. The pinball loss
        measures how far the middle and both ends of the ranges were from the actual hours; hours
        outside a range count nine times as much at that end. Lower is better.
      </Text>
      <Table className={classes.table} aria-label="Calibration">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Group</Table.Th>
            <Table.Th ta="right">Finished</Table.Th>
            <Table.Th ta="right">In range</Table.Th>
            <Table.Th ta="right">Expected</Table.Th>
            <Table.Th ta="right">Pinball loss (h)</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Row name={nameOf(all)} group={all} />
          {kinds.map(({ kind, title }) => {
            const rows = groups.filter((group) => group.kind === kind);
            if (rows.length === 0) return null;
            return (
              <Fragment key={kind}>
                <Table.Tr>
                  <Table.Th colSpan={5} scope="rowgroup">
                    {title}
                  </Table.Th>
                </Table.Tr>
                {rows.map((group) => (
                  <Row key={group.name} name={nameOf(group)} group={group} />
                ))}
              </Fragment>
            );
          })}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}

function nameOf({ kind, name }: Groups[number]): string {
  if (kind === "all") return "All";
  return kind === "month" ? formatMonth(`${name}-01`) : name;
}

function expectedOf({ band: [low, high] }: Groups[number]): string {
  return `${formatPercent(low)} to ${formatPercent(high)}`;
}

function coverageOf(group: Groups[number]): string {
  return `${formatPercent(group.coverage)}${group.is_outside_band ? " (unexpected)" : ""}`;
}

const columns: Column<Groups[number]>[] = [
  { id: "group", label: "Group", value: nameOf },
  { id: "n", label: "Finished", value: ({ n }) => n },
  { id: "coverage", label: "In range", value: coverageOf },
  { id: "band", label: "Expected", value: expectedOf },
  { id: "loss", label: "Pinball loss (h)", value: ({ pinball_loss }) => pinball_loss },
];

function Row({ name, group }: { name: string; group: Groups[number] }) {
  return (
    <Table.Tr>
      <Table.Td>{name}</Table.Td>
      <Table.Td ta="right">{group.n}</Table.Td>
      <Table.Td ta="right" fw={group.is_outside_band ? 600 : 400}>
        {coverageOf(group)}
      </Table.Td>
      <Table.Td ta="right">{expectedOf(group)}</Table.Td>
      <Table.Td ta="right">{formatHours(group.pinball_loss)}</Table.Td>
    </Table.Tr>
  );
}
