import { Text, Title } from "@mantine/core";
import { useInterval } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import { PlayIcon } from "lucide-react";
import { useState } from "react";
import type { MyWork } from "../../api/my-work-routes.ts";
import { formatDay, formatShortWeekday, formatTime } from "../../format/dates.ts";
import { formatExactHours } from "../../format/numbers.ts";
import { Labelled } from "../../ui/labelled.tsx";
import { TaskLink } from "../tasks/task-link.tsx";
import classes from "./my-work-page.module.css";

interface Props {
  hours: MyWork["hours"];
  timer: MyWork["timer"];
  today: string;
}

/** The viewer's hours of this week by day, against the expected ones. */
export function MyHours({ hours, timer, today }: Props) {
  const maxHours = Math.max(1, ...hours.days.flatMap((day) => [day.hours, day.expected_hours]));
  return (
    <section aria-labelledby="my-hours">
      <Title order={2} id="my-hours" mb="xs">
        My hours this week{" "}
        <span className={classes.count}>
          {formatExactHours(hours.hours)} of {formatExactHours(hours.expected_hours)} h
        </span>
      </Title>
      {timer && <RunningTimer timer={timer} />}
      <table className={classes.week}>
        <caption className="visually-hidden">Hours by day, with the expected hours</caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Share of the expected hours</th>
            <th scope="col">Hours</th>
          </tr>
        </thead>
        <tbody>
          {hours.days.map(({ day, hours: logged, expected_hours }) => (
            <tr key={day} data-today={day === today || undefined}>
              <th scope="row" title={formatDay(day)}>
                {formatShortWeekday(day)}
                {day === today && <span className="visually-hidden">, today</span>}
              </th>
              <td className={classes.barCell}>
                <span className={classes.bar} aria-hidden>
                  <span
                    className={classes.expected}
                    style={{ width: `${(expected_hours / maxHours) * 100}%` }}
                  />
                  <span
                    className={classes.logged}
                    style={{ width: `${(logged / maxHours) * 100}%` }}
                  />
                </span>
              </td>
              <td className={classes.figure}>
                {formatExactHours(logged)}
                <span className={classes.quiet}> / {formatExactHours(expected_hours)} h</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {hours.lock && (
        <Text c="dimmed" size="sm">
          A lead has locked this week.
        </Text>
      )}
      {hours.hours === 0 && !timer && (
        <Text c="dimmed" size="sm">
          No hours logged this week. Log them by day, or start a timer on a task.
        </Text>
      )}
      <Link to="/time" className={classes.more}>
        {hours.hours === 0 ? "Log hours" : "Open the week"}
      </Link>
    </section>
  );
}

function RunningTimer({ timer }: { timer: NonNullable<MyWork["timer"]> }) {
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), 30_000, { autoInvoke: true });
  const minutes = Math.max(0, Math.floor((now - Date.parse(timer.started_at)) / 60_000));
  const elapsed = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
  return (
    <p className={classes.timer}>
      <Labelled icon={<PlayIcon size={16} aria-hidden color="var(--cs-accent)" />}>
        <span>
          <strong className="tabular">{elapsed}</strong> on {timer.project.name}
          {timer.task && (
            <>
              {" · "}
              <TaskLink id={timer.task.id} className={classes.weekLink}>
                {timer.task.title}
              </TaskLink>
            </>
          )}
          <span className={classes.quiet}> since {formatTime(timer.started_at)}</span>
        </span>
      </Labelled>
    </p>
  );
}
