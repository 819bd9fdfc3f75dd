import {
  type Recurrence,
  recurrenceInWords,
} from "../../../../supabase/functions/_domain/calendar/recurrence.ts";
import { formatDayAndWeekday, formatPeriod } from "../../format/dates.ts";
import type { Period } from "./day-layout.ts";
import classes from "./recurrence.module.css";
import { occurrencesOf } from "./recurrence-values.ts";

const SHOWN = 5;

interface Props {
  recurrence: Recurrence;
  /** The first event and its zone; without them, the rule alone is shown. */
  first?: (Period & { time_zone: string }) | undefined;
}

/** A rule in words, and its first events as the reader's clock shows them. */
export function RecurrenceSummary({ recurrence, first }: Props) {
  const events = first ? occurrencesOf(recurrence, first, first.time_zone) : [];
  const last = events.length > SHOWN ? events.at(-1) : undefined;
  const words = recurrenceInWords(recurrence, formatDayAndWeekday);
  return (
    <div className={classes.summary}>
      <div>{words.charAt(0).toUpperCase() + words.slice(1)}</div>
      {events.length > 0 && (
        <ol aria-label="First events, in your time zone">
          {events.slice(0, SHOWN).map(({ starts_at, ends_at }) => (
            <li key={starts_at}>{formatPeriod(starts_at, ends_at)}</li>
          ))}
        </ol>
      )}
      {last && (
        <div>
          {events.length} events; the last is {formatPeriod(last.starts_at, last.ends_at)}
        </div>
      )}
    </div>
  );
}
