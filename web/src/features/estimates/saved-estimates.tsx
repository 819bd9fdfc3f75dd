import { Anchor, Group, Stack, Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { EstimateCases } from "../../api/estimate-routes.ts";
import { countOf, formatHours } from "../../format/numbers.ts";
import { AppLink } from "../../ui/app-link.tsx";
import type { Column } from "../../ui/data-table/columns.ts";
import { ExportRows } from "../../ui/data-table/export-rows.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Calibration } from "./calibration.tsx";
import classes from "./estimates.module.css";
import { estimateCasesQuery } from "./queries.ts";
import { RangeBar, scaleOf } from "./range-bar.tsx";

type Case = EstimateCases["cases"][number];

/** The calibration, and the saved estimates beside the hours that the work took. */
export function SavedEstimates() {
  const { data, error, refetch } = useQuery(estimateCasesQuery);
  if (error) return <Problem error={error} retry={() => void refetch()} />;
  if (!data) return null;
  const { cases, total, calibration } = data;
  const scale = scaleOf(
    cases.flatMap(({ range_hours: range, actual_hours: actual }) => [...range, actual ?? 0]),
  );
  return (
    <>
      <Calibration groups={calibration} />
      <Stack gap="sm" component="section" aria-label="Saved estimates" mt="xl">
        <Group justify="space-between">
          <Title order={2}>Saved estimates</Title>
          <ExportRows
            label="Saved estimates"
            fileName="saved-estimates"
            columns={columns}
            rows={cases}
            rowId={({ id }) => id}
          />
        </Group>
        {cases.length === 0 && (
          <Text size="sm">
            Saved estimates appear here and are compared with the hours that the work takes.
            Estimate some work above, then save the estimate.
          </Text>
        )}
        {total > cases.length && (
          <Text size="sm">
            The latest {cases.length} of {countOf(total, "estimate")}.
          </Text>
        )}
        {cases.length > 0 && (
          <Table className={classes.table} aria-label="Saved estimates">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Work</Table.Th>
                <Table.Th className={classes.bars}>Range and actual hours</Table.Th>
                <Table.Th ta="right">Range (h)</Table.Th>
                <Table.Th ta="right">Actual (h)</Table.Th>
                <Table.Th>Result</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {cases.map((estimate) => (
                <Table.Tr key={estimate.id}>
                  <Table.Td>
                    <Work one={estimate} />
                  </Table.Td>
                  <Table.Td className={classes.bars}>
                    <RangeBar
                      range={estimate.range_hours}
                      typical={estimate.typical_hours}
                      actual={estimate.actual_hours}
                      scale={scale}
                    />
                  </Table.Td>
                  <Table.Td ta="right" className={classes.range}>
                    {formatHours(estimate.range_hours[0])} to {formatHours(estimate.range_hours[1])}
                  </Table.Td>
                  <Table.Td ta="right">
                    {estimate.actual_hours === null ? "–" : formatHours(estimate.actual_hours)}
                  </Table.Td>
                  <Table.Td>{resultOf(estimate)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </Stack>
    </>
  );
}

const columns: Column<Case>[] = [
  { id: "work", label: "Work", value: (estimate) => estimate.task_title ?? estimate.query },
  { id: "project", label: "Project", value: ({ project_name }) => project_name },
  { id: "low", label: "Range from (h)", value: ({ range_hours: [low] }) => low },
  { id: "high", label: "Range to (h)", value: ({ range_hours: [, high] }) => high },
  { id: "actual", label: "Actual (h)", value: ({ actual_hours }) => actual_hours },
  { id: "result", label: "Result", value: resultOf },
];

/** The work as it was described, with the task or the project whose hours it is compared with. */
function Work({ one }: { one: Case }) {
  return (
    <>
      {one.task_id ? (
        <Anchor
          inherit
          renderRoot={(props) => (
            <Link
              {...props}
              to="."
              search={(before) => ({ ...before, task: one.task_id ?? undefined })}
            />
          )}
        >
          {one.task_title ?? one.query}
        </Anchor>
      ) : (
        one.query
      )}
      {one.project_id && (
        <Text size="xs">
          <AppLink to={`/projects/${one.project_id}`}>{one.project_name}</AppLink>
        </Text>
      )}
    </>
  );
}

function resultOf(estimate: Case): string {
  if (estimate.is_in_range !== null) return estimate.is_in_range ? "In range" : "Outside the range";
  return estimate.project_id ? "Not finished" : "Not compared: it has no project";
}
