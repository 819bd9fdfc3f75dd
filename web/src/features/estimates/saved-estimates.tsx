import { Stack, Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { formatHours, formatPercent } from "../../format/numbers.ts";
import { Problem } from "../../ui/problem.tsx";
import classes from "./estimates.module.css";
import { estimateCasesRead } from "./queries.ts";

/** Saved estimates beside the hours that the work took, and how well ranges predicted. */
export function SavedEstimates() {
  const { data, error, refetch } = useQuery(estimateCasesRead);
  if (error) return <Problem error={error} retry={() => void refetch()} />;
  if (!data) return null;
  return (
    <Stack gap="sm" component="section" aria-label="Saved estimates" mt="xl">
      <Title order={2}>Saved estimates</Title>
      {data.cases.length === 0 ? (
        <Text size="sm">
          Saved estimates appear here and are compared with the hours that the work takes. Estimate
          something, then save it.
        </Text>
      ) : (
        <Table className={classes.table} aria-label="Saved estimates">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Work</Table.Th>
              <Table.Th ta="right">Range (h)</Table.Th>
              <Table.Th ta="right">Actual (h)</Table.Th>
              <Table.Th>Result</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.cases.map((one) => (
              <Table.Tr key={one.id}>
                <Table.Td>{one.task_title ?? one.query}</Table.Td>
                <Table.Td ta="right">
                  {formatHours(one.range_hours[0])} to {formatHours(one.range_hours[1])}
                </Table.Td>
                <Table.Td ta="right">
                  {one.actual_hours === null ? "–" : formatHours(one.actual_hours)}
                </Table.Td>
                <Table.Td>
                  {one.is_in_range === null
                    ? "Not finished"
                    : one.is_in_range
                      ? "In range"
                      : "Outside the range"}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {data.calibration.length > 0 && (
        <Table className={classes.table} aria-label="Calibration">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Group</Table.Th>
              <Table.Th ta="right">Scored</Table.Th>
              <Table.Th ta="right">In range</Table.Th>
              <Table.Th ta="right">Expected</Table.Th>
              <Table.Th ta="right">Pinball loss</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.calibration.map((group) => (
              <Table.Tr key={`${group.kind} ${group.name}`}>
                <Table.Td>{group.kind === "all" ? "All" : group.name}</Table.Td>
                <Table.Td ta="right">{group.n}</Table.Td>
                <Table.Td ta="right">
                  {formatPercent(group.coverage)}
                  {group.is_outside_band && " (unexpected)"}
                </Table.Td>
                <Table.Td ta="right">
                  {formatPercent(group.band[0])} to {formatPercent(group.band[1])}
                </Table.Td>
                <Table.Td ta="right">{formatHours(group.pinball_loss)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Stack>
  );
}
