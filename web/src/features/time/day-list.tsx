import { Button, Text, UnstyledButton } from "@mantine/core";
import { PlusIcon } from "lucide-react";
import { type KeyboardEvent, useEffect, useState } from "react";
import type { TimeEntry, Timesheet } from "../../api/time-routes.ts";
import { formatDayOfYear, formatLongDay, formatShortWeekday } from "../../format/dates.ts";
import { formatExactHours } from "../../format/numbers.ts";
import { TaskLink } from "../tasks/task-link.tsx";
import classes from "./day-list.module.css";
import type { OpenEntry } from "./entry-dialog.tsx";
import { hoursInWords, type Line } from "./lines.ts";

interface Props {
  sheet: Timesheet;
  lines: Line[];
  /** The entry whose day is shown first. */
  entryId: string;
  onOpen: (entry: OpenEntry) => void;
}

/** A week on a phone, one day at a time. */
export function DayList({ sheet, lines, entryId, onOpen }: Props) {
  const rows = lines.flatMap((line) =>
    line.days.flatMap(({ day, entries }) => entries.map((entry) => ({ line, day, entry }))),
  );
  const requestedRow = rows.find(({ entry }) => entry.id === entryId);
  const isInWeek = sheet.days.some(({ day }) => day === sheet.today);
  const [selectedDay, setSelectedDay] = useState(isInWeek ? sheet.today : sheet.week_on);
  const day = sheet.days.some((weekday) => weekday.day === selectedDay)
    ? selectedDay
    : sheet.week_on;
  const dayRows = rows.filter((row) => row.day === day);
  const total = sheet.days.find((weekday) => weekday.day === day);
  const requestedDay = requestedRow?.day;

  useEffect(() => {
    if (requestedDay) setSelectedDay(requestedDay);
  }, [requestedDay]);

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const index = sheet.days.findIndex((weekday) => weekday.day === day);
    const next = sheet.days[Math.min(Math.max(index + step, 0), 6)];
    if (!next) return;
    setSelectedDay(next.day);
    document.getElementById(`day-${next.day}`)?.focus();
  }

  return (
    <>
      <div role="tablist" aria-label="Day" className={classes.days} onKeyDown={onKeyDown}>
        {sheet.days.map((weekday) => (
          <UnstyledButton
            key={weekday.day}
            id={`day-${weekday.day}`}
            role="tab"
            aria-selected={weekday.day === day}
            aria-controls="day-entries"
            tabIndex={weekday.day === day ? 0 : -1}
            className={classes.day}
            data-today={weekday.day === sheet.today}
            onClick={() => setSelectedDay(weekday.day)}
          >
            <span className="visually-hidden">
              {formatLongDay(weekday.day)}: {hoursInWords(weekday.hours)}
            </span>
            <span aria-hidden className={classes.weekday}>
              {formatShortWeekday(weekday.day)}
            </span>
            <strong aria-hidden>{weekday.hours > 0 ? formatExactHours(weekday.hours) : "–"}</strong>
          </UnstyledButton>
        ))}
      </div>
      <div id="day-entries" role="tabpanel" aria-labelledby={`day-${day}`}>
        <div className={classes.head}>
          <h3>{`${formatShortWeekday(day)} ${formatDayOfYear(day)}`}</h3>
          <span>
            {formatExactHours(total?.hours ?? 0)} of {formatExactHours(total?.expected_hours ?? 0)}{" "}
            h
          </span>
        </div>
        {dayRows.length === 0 ? (
          <Text c="dimmed" my="md">
            No hours on this day.
            {sheet.can_edit && " Log hours on a project."}
          </Text>
        ) : (
          <ul className={classes.entries}>
            {dayRows.map(({ line, entry }) => (
              <li key={entry.id}>
                <Entry
                  line={line}
                  entry={entry}
                  onOpen={
                    sheet.can_edit && !line.project.is_archived
                      ? () => onOpen({ day, line, entry })
                      : undefined
                  }
                />
              </li>
            ))}
          </ul>
        )}
        {sheet.can_edit && (
          <Button fullWidth leftSection={<PlusIcon size={16} />} onClick={() => onOpen({ day })}>
            Log hours
          </Button>
        )}
      </div>
    </>
  );
}

interface EntryProps {
  line: Line;
  entry: TimeEntry;
  onOpen: (() => void) | undefined;
}

/** Pressing the line edits the entry, except for the task's name, which opens the task's panel. */
function Entry({ line, entry, onOpen }: EntryProps) {
  const { project, task } = line;
  const details = [task?.title, entry.note, hoursInWords(entry.hours)].filter(Boolean).join(", ");
  return (
    <div className={classes.entry}>
      <span className={classes.work}>
        {onOpen ? (
          <UnstyledButton className={classes.edit} onClick={onOpen}>
            <span className="visually-hidden">Edit </span>
            <strong>{project.name}</strong>
            <span className="visually-hidden">, {details}</span>
          </UnstyledButton>
        ) : (
          <strong>{project.name}</strong>
        )}
        {task && (
          <TaskLink id={task.id} className={classes.task}>
            {task.title}
          </TaskLink>
        )}
        {entry.note && <span className={classes.note}>{entry.note}</span>}
      </span>
      <span className={classes.hours}>{formatExactHours(entry.hours)} h</span>
    </div>
  );
}
