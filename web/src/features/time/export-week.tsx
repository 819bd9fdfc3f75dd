import { useMemo } from "react";
import type { Timesheet } from "../../api/time-routes.ts";
import { formatDayOfYear, formatShortWeekday } from "../../format/dates.ts";
import type { Column } from "../../ui/data-table/columns.ts";
import { ExportRows } from "../../ui/data-table/export-rows.tsx";
import type { Line } from "./lines.ts";
import { formatWeek } from "./week.ts";

/** Writes or prints the rows of a person's week. */
export function ExportWeek({ sheet, lines }: { sheet: Timesheet; lines: Line[] }) {
  const columns = useMemo(() => columnsFor(sheet), [sheet]);
  const person = sheet.person.name ?? "One person";
  return (
    <ExportRows
      label={`Hours of ${person}, ${formatWeek(sheet.week_on)}`}
      fileName={`hours-of-${sheet.week_on}`}
      spokenName={`hours of ${formatWeek(sheet.week_on)}`}
      columns={columns}
      rows={lines}
      rowId={({ key }) => key}
    />
  );
}

function columnsFor({ days }: Timesheet): Column<Line>[] {
  return [
    { id: "project", label: "Project", value: ({ project }) => project.name },
    { id: "task", label: "Task", value: ({ task }) => task?.title },
    ...days.map(
      ({ day }, index): Column<Line> => ({
        id: day,
        label: `${formatShortWeekday(day)} ${formatDayOfYear(day)}`,
        value: (line) => line.days[index]?.hours ?? 0,
      }),
    ),
    { id: "total", label: "Total", value: ({ hours }) => hours },
  ];
}
