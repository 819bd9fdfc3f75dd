import { daysSince, formatDay } from "../../format/dates.ts";
import { countOf } from "../../format/numbers.ts";
import classes from "./activity.module.css";

/** After this many days without activity, a running project is stale. */
const STALE_DAYS = 14;

/** The time since the last activity: logged hours, a finished task or a status update. */
export function LastActivity({ on, isRunning }: { on: string | null; isRunning: boolean }) {
  if (!on) return <span className={classes.quiet}>No activity</span>;
  const days = daysSince(on);
  const isStale = isRunning && days > STALE_DAYS;
  return (
    <time dateTime={on} title={formatDay(on)} className={isStale ? classes.stale : undefined}>
      {days <= 0 ? "Today" : days === 1 ? "Yesterday" : `${inDaysOrYears(days)} ago`}
    </time>
  );
}

function inDaysOrYears(days: number): string {
  return days < 730 ? countOf(days, "day") : countOf(Math.floor(days / 365), "year");
}

interface DueDayProps {
  on: string | null;
  isRunning: boolean;
  /** Whether to write “Due” before the day, where no heading or label does. */
  isNamed?: boolean;
}

/** A due day; for open work that is late, by how much. */
export function DueDay({ on, isRunning, isNamed = false }: DueDayProps) {
  if (!on) return <span className={classes.quiet}>{isNamed ? "No due date" : "No date"}</span>;
  const daysLate = daysSince(on);
  if (!isRunning || daysLate <= 0) {
    return (
      <>
        {isNamed && "Due "}
        <time dateTime={on}>{formatDay(on)}</time>
      </>
    );
  }
  return (
    <time dateTime={on} title={formatDay(on)} className={classes.late}>
      Late by {inDaysOrYears(daysLate)}
    </time>
  );
}
