import { Anchor, Group, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import type { Viewer } from "../../api/routes.ts";
import type { ProjectSummary } from "../../entities/project/queries.ts";
import { formatDay } from "../../format/dates.ts";
import { countOf, formatExactHours } from "../../format/numbers.ts";
import { leads, useViewer } from "../../session/viewer.ts";
import { usePagedRows } from "../../supabase/paged-rows.ts";
import type { Column } from "../../ui/data-table/columns.ts";
import { DataTable } from "../../ui/data-table/data-table.tsx";
import { ExportMenu } from "../../ui/data-table/export-menu.tsx";
import { useDataTable } from "../../ui/data-table/use-data-table.ts";
import { useSort } from "../../ui/data-table/use-sort.ts";
import { TaskLink } from "../tasks/task-link.tsx";
import classes from "./hours-table.module.css";
import { readTimeEntries, type TimeEntry } from "./queries.ts";

interface Props {
  project: ProjectSummary;
  /** The one day to list (YYYY-MM-DD); empty lists all. */
  day: string;
  onClearDay: () => void;
}

/** The hours of the project. */
export function HoursTable({ project, day, onClearDay }: Props) {
  const viewer = useViewer();
  const sort = useSort<"spent_on" | "hours">("spent_on", "desc");
  const selection = { day, sort: sort.key, dir: sort.direction };
  const entries = usePagedRows<TimeEntry>({
    key: ["time-entries", project.id, selection],
    read: (from, to) => readTimeEntries(project.id, selection, from, to),
  });
  const columns = useMemo(() => columnsFor(viewer, project.name), [viewer, project.name]);
  const table = useDataTable({
    label: "Hours",
    fileName: "hours",
    columns,
    rows: entries,
    rowId: ({ id }) => id,
    sort,
    empty: day ? "No hours on this day." : "No hours yet.",
  });
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Text>
          {day ? (
            <>
              Only {formatDay(day)}.{" "}
              <Anchor component="button" type="button" inherit onClick={onClearDay}>
                Show all days
              </Anchor>
            </>
          ) : (
            entries.total !== undefined && countOf(entries.total, "entry", "entries")
          )}
        </Text>
        <ExportMenu table={table} />
      </Group>
      <DataTable table={table} />
    </>
  );
}

function columnsFor(viewer: Viewer, projectName: string): Column<TimeEntry>[] {
  return [
    {
      id: "spent_on",
      label: "Day",
      sort: "desc",
      width: 112,
      value: ({ spent_on }) => spent_on,
      cell: (entry) =>
        entry.person_id === viewer.id || leads(viewer) ? (
          <EntryLink entry={entry} />
        ) : (
          formatDay(entry.spent_on)
        ),
    },
    {
      id: "task",
      label: "Work",
      isMain: true,
      value: ({ task }) => task?.title,
      under: [
        { id: "note", label: "Note", value: ({ note }) => note },
        // An import recognizes each entry by these columns, even if it sets one project for the whole file.
        { id: "task_key", label: "Task key", value: ({ task_id }) => task_id },
        { id: "entry_key", label: "Entry key", value: ({ id }) => id },
        { id: "project", label: "Project", value: () => projectName },
      ],
      cell: (entry) => (
        <>
          {entry.task_id && entry.task ? (
            <TaskLink id={entry.task_id} className={classes.link} title={entry.task.title}>
              {entry.task.title}
            </TaskLink>
          ) : (
            <span className={classes.title}>{entry.note ?? "Project work"}</span>
          )}
          {entry.task && entry.note && <span className={classes.note}>{entry.note}</span>}
        </>
      ),
    },
    {
      id: "person",
      label: "Person",
      width: 160,
      value: ({ person }) => person?.name,
    },
    {
      id: "hours",
      label: "Hours",
      sort: "desc",
      width: 88,
      isNumber: true,
      value: ({ hours }) => hours,
      cell: ({ hours }) => `${formatExactHours(hours)} h`,
    },
  ];
}

/** Opens the entry in its week, where it can be corrected. */
function EntryLink({ entry: { id, person_id, spent_on } }: { entry: TimeEntry }) {
  return (
    <Anchor
      inherit
      renderRoot={(props) => (
        <Link to="/time" search={{ week: spent_on, person: person_id, entry: id }} {...props} />
      )}
    >
      <span className="visually-hidden">Open the entry for </span>
      {formatDay(spent_on)}
    </Anchor>
  );
}
