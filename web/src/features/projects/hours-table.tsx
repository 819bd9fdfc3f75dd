import { Anchor, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { formatDay } from "../../format/dates.ts";
import { formatExactHours } from "../../format/numbers.ts";
import { usePagedRows } from "../../supabase/paged-rows.ts";
import { type Column, LongTable } from "../../ui/long-table.tsx";
import { peopleNames, readTimeEntries, type TimeEntry } from "./queries.ts";
import classes from "./task-table.module.css";

interface Props {
  projectId: string;
  /** The one day to list (YYYY-MM-DD); empty lists all. */
  day: string;
  onClearDay: () => void;
}

/** The hours of the project, the latest first. */
export function HoursTable({ projectId, day, onClearDay }: Props) {
  const names = useQuery(peopleNames).data;
  const entries = usePagedRows<TimeEntry>({
    key: ["time-entries", projectId, day],
    read: (from, to) => readTimeEntries(projectId, day, from, to),
  });
  const columns: Column<TimeEntry>[] = [
    { key: "day", label: "Day", width: 112, cell: (entry) => formatDay(entry.spent_on) },
    {
      key: "work",
      label: "Work",
      isMain: true,
      cell: (entry) => (
        <>
          <span className={classes.title}>{entry.task_title ?? entry.note ?? "Project work"}</span>
          {entry.task_title && entry.note && <span className={classes.place}>{entry.note}</span>}
        </>
      ),
    },
    {
      key: "person",
      label: "Person",
      width: 160,
      cell: (entry) => names?.get(entry.person_id) ?? "",
    },
    {
      key: "hours",
      label: "Hours",
      width: 88,
      isNumber: true,
      cell: (entry) => `${formatExactHours(entry.hours)} h`,
    },
  ];
  return (
    <>
      {day && (
        <Text mb="sm">
          Only {formatDay(day)}.{" "}
          <Anchor component="button" type="button" inherit onClick={onClearDay}>
            Show all days
          </Anchor>
        </Text>
      )}
      <LongTable
        label="Hours"
        columns={columns}
        rows={entries}
        empty={day ? "No hours on this day." : "No hours yet."}
      />
    </>
  );
}
