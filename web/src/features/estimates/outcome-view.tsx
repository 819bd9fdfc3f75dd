import { Anchor, Button, Group, List, Stack, Table, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CheckIcon } from "lucide-react";
import { useEffect, useRef } from "react";
import { type Outcome, type OutcomeQuery, saveEstimate } from "../../api/estimate-routes.ts";
import { countOf, formatHours } from "../../format/numbers.ts";
import { leads, useViewer } from "../../session/viewer.ts";
import type { Column } from "../../ui/data-table/columns.ts";
import { ExportRows } from "../../ui/data-table/export-rows.tsx";
import { Problem } from "../../ui/problem.tsx";
import { notifySaved } from "../../ui/saved-notice.tsx";
import classes from "./estimates.module.css";
import { estimateCasesQuery, isSaved } from "./queries.ts";
import { RangeChart } from "./range-chart.tsx";
import { NotEnoughWork, RangeSummary, Reasons } from "./range-summary.tsx";

const classNames = {
  client_and_service: "Same client and service line",
  service: "Same service line",
  category: "Same category",
  all: "All finished work",
} as const;

/** Why a class has no tasks to compare. */
const reasonsNotCompared = {
  client_and_service: "not compared, because the estimate has no client or service line",
  service: "not compared, because the estimate has no service line",
  category: "not compared, because the estimate has no category",
  all: "not compared",
} as const;

const columns: Column<Outcome["comparables"][number]>[] = [
  { id: "task", label: "Task", value: ({ title }) => title },
  { id: "project", label: "Project", value: ({ project_name }) => project_name },
  { id: "estimate", label: "Estimate", value: ({ estimate_hours }) => estimate_hours },
  { id: "hours", label: "Hours", value: ({ hours }) => hours },
];

/** Which hours a saved estimate is compared with. */
function comparisonOf({ project_id: projectId }: OutcomeQuery, taskId: string | null): string {
  if (taskId) return "Once saved, it is compared with the hours of the task when the task is done.";
  if (projectId) {
    return "Once saved, it is compared with all hours of the project when the project is completed.";
  }
  return "Choose the project of the work, or open this page from a task, to compare the estimate with actual hours later.";
}

/** The estimate: its range, chart, reasons and comparables. */
export function OutcomeView({
  outcome,
  question,
  taskId,
}: {
  outcome: Outcome;
  question: OutcomeQuery;
  /** The task that is estimated. */
  taskId: string | null;
}) {
  const queries = useQueryClient();
  const viewer = useViewer();
  const maySave = leads(viewer);
  const { data: saved } = useQuery({ ...estimateCasesQuery, enabled: maySave });
  const save = useMutation({
    mutationFn: (_shown: Outcome) =>
      saveEstimate({ ...question, ...(taskId && { task_id: taskId }) }),
    onSuccess: () => {
      notifySaved("Estimate saved.");
      void queries.invalidateQueries({ queryKey: estimateCasesQuery.queryKey });
    },
  });
  // A button is disabled while it loads, so it loses the focus.
  const saveButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (save.isSuccess) saveButton.current?.focus();
  }, [save.isSuccess]);
  const isSavedNow =
    (save.isSuccess && save.variables === outcome) ||
    (saved !== undefined && isSaved(outcome, taskId, saved.cases));
  const { range_hours: range, typical_hours: typical } = outcome;
  if (!range || typical === null) return <NotEnoughWork outcome={outcome} order={2} />;
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <div>
          <RangeSummary outcome={outcome} range={range} typical={typical} order={2} />
          {maySave && <Text size="sm">{comparisonOf(question, taskId)}</Text>}
        </div>
        {maySave && (
          <Button
            ref={saveButton}
            variant={isSavedNow ? "default" : "filled"}
            aria-disabled={isSavedNow || undefined}
            leftSection={isSavedNow && <CheckIcon size={16} aria-hidden />}
            loading={save.isPending}
            onClick={() => {
              if (!isSavedNow) save.mutate(outcome);
            }}
          >
            {isSavedNow ? "Estimate saved" : "Save estimate"}
          </Button>
        )}
      </Group>
      {save.isError && <Problem error={save.error} />}
      <RangeChart range={range} typical={typical} comparables={outcome.comparables} />
      <section aria-label="Reasons">
        <Reasons outcome={outcome} />
      </section>
      <List size="sm" listStyleType="none" aria-label="Compared work">
        {outcome.steps.map(({ step, n, is_used: isUsed }) => (
          <List.Item key={step} fw={isUsed ? 600 : 400}>
            {classNames[step]}: {n === null ? reasonsNotCompared[step] : countOf(n, "task")}
            {isUsed && " (used)"}
          </List.Item>
        ))}
      </List>
      <Group justify="flex-end">
        <ExportRows
          label={`Comparable tasks of ${question.query}`}
          fileName="comparable-tasks"
          columns={columns}
          rows={outcome.comparables}
          rowId={(comparable) => comparable.task_id}
        />
      </Group>
      <Table className={classes.table} aria-label="Comparable tasks">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Task</Table.Th>
            <Table.Th>Project</Table.Th>
            <Table.Th ta="right">Estimate</Table.Th>
            <Table.Th ta="right">Hours</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {outcome.comparables.map((comparable) => (
            <Table.Tr key={comparable.task_id}>
              <Table.Td>
                <Anchor
                  renderRoot={(props) => (
                    <Link
                      {...props}
                      to="."
                      search={(before) => ({ ...before, task: comparable.task_id })}
                    />
                  )}
                >
                  {comparable.title}
                </Anchor>
              </Table.Td>
              <Table.Td className={classes.name}>{comparable.project_name}</Table.Td>
              <Table.Td ta="right">
                {comparable.estimate_hours === null ? "–" : formatHours(comparable.estimate_hours)}
              </Table.Td>
              <Table.Td ta="right">{formatHours(comparable.hours)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}
