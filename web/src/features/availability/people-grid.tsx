import type { CSSProperties } from "react";
import type { PersonAvailability } from "../../api/calendar-routes.ts";
import {
  formatClock,
  formatDayOfYear,
  formatLongDay,
  formatShortWeekday,
  localTimeZone,
} from "../../format/dates.ts";
import { DAY_MINUTES } from "../../format/zoned-time.ts";
import { dayOf, shortWordsOf, wordsOf } from "./busy-words.ts";
import classes from "./people-grid.module.css";
import { SyncState } from "./sync-state.tsx";

interface Props {
  people: readonly PersonAvailability[];
  days: readonly string[];
  today: string;
  timeZone: string;
  /** The cell that is open: a person and a day. */
  open: string;
  onOpen: (person: PersonAvailability, day: string) => void;
}

export const cellId = (person: PersonAvailability, day: string) =>
  `busy-${person.person.id}-${day}`;

/** Each cell shows at least the hours from 07:00 to 19:00. */
const MORNING = 7 * 60;
const EVENING = 19 * 60;

/**
 * People by days. Each cell draws the working hours and the busy times, and describes them for screen readers.
 */
export function PeopleGrid({ people, days, today, timeZone, open, onOpen }: Props) {
  const rows = people.map((person) => ({
    person,
    cells: days.map((day) => ({ day, state: dayOf(person, day, timeZone) })),
  }));
  const working = rows.flatMap(({ cells }) => cells.flatMap(({ state }) => state.working));
  const first = Math.min(MORNING, ...working.map(({ from }) => from));
  const last = Math.max(EVENING, ...working.map(({ to }) => to));
  const spanStyle = ({ from, to }: { from: number; to: number }): CSSProperties => {
    const [start, end] = [Math.max(from, first), Math.min(to, last)];
    return {
      left: `${((start - first) / (last - first)) * 100}%`,
      width: `${(Math.max(end - start, 0) / (last - first)) * 100}%`,
    };
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard.
    <section className={classes.scroll} tabIndex={0} aria-label="Availability by person and day">
      <table className={classes.grid} style={{ "--days": days.length } as CSSProperties}>
        <thead>
          <tr>
            <th scope="col">Person</th>
            {days.map((day) => (
              <th key={day} scope="col" data-today={day === today}>
                <span className="visually-hidden">
                  {formatLongDay(day)}
                  {day === today && ", today"}
                </span>
                <span aria-hidden>
                  {formatShortWeekday(day)} {formatDayOfYear(day)}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ person, cells }) => (
            <tr key={person.person.id}>
              <th scope="row">
                <span className={classes.name}>{person.person.name}</span>
                <SyncState sync={person.sync} />
                {person.time_zone !== localTimeZone() && (
                  <span className={classes.zone}>{person.time_zone.replaceAll("_", " ")}</span>
                )}
              </th>
              {cells.map(({ day, state }) => (
                <td key={day} data-today={day === today}>
                  <button
                    type="button"
                    id={cellId(person, day)}
                    className={classes.cell}
                    aria-haspopup="dialog"
                    aria-expanded={open === cellId(person, day)}
                    onClick={() => onOpen(person, day)}
                  >
                    <span className="visually-hidden">
                      {person.person.name}, {formatLongDay(day)}: {wordsOf(state)}
                    </span>
                    <span className={classes.bar} data-unknown={!state.isKnown} aria-hidden>
                      {state.working.map((part) => (
                        <span key={part.from} className={classes.working} style={spanStyle(part)} />
                      ))}
                      {state.busy.map((part) => (
                        <span
                          key={`${part.from} ${part.to}`}
                          className={classes.busy}
                          style={spanStyle(part)}
                        />
                      ))}
                    </span>
                    <span className={classes.words} aria-hidden>
                      {shortWordsOf(state)}
                    </span>
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes.legend}>
        <span className={classes.workingKey} aria-hidden /> Working hours
        <span className={classes.busyKey} aria-hidden /> Busy
        <span>
          Each bar runs from {formatClock(first)} to {formatClock(Math.min(last, DAY_MINUTES))}.
        </span>
      </p>
    </section>
  );
}
