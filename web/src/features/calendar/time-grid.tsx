import { useInterval } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import { type CSSProperties, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { CalendarEvent } from "../../api/calendar-routes.ts";
import {
  formatClock,
  formatDayOfYear,
  formatLongDay,
  formatShortWeekday,
  formatTimes,
} from "../../format/dates.ts";
import { countOf } from "../../format/numbers.ts";
import { DAY_MINUTES, MINUTE_MS, wallTimeAt } from "../../format/zoned-time.ts";
import {
  isOnDay,
  type LaidOutPart,
  layOutParts,
  type Period,
  partsOfDay,
  slotBetween,
} from "./day-layout.ts";
import { EventBlock } from "./event-block.tsx";
import classes from "./time-grid.module.css";
import { type Drag, useSlotDrag } from "./use-slot-drag.ts";

/** The text of an event needs at least the height of this many minutes. */
const SHORTEST = 25;
/** In a week, more lanes than this would be too narrow to read; a day has room for all. */
const WEEK_LANES = 3;
/** The time to which the grid scrolls at first, unless an event is earlier. */
const MORNING = 7.5 * 60;
/** The heights of an hour, of a line of an event, and of its borders with the gap below. */
const HOUR_PX = 48;
const LINE_PX = 15;
const EDGE_PX = 3;
const linesIn = (minutes: number) =>
  Math.floor(((Math.max(minutes, SHORTEST) / 60) * HOUR_PX - EDGE_PX) / LINE_PX);
const hours = Array.from({ length: 24 }, (_, hour) => hour);
const percent = (minutes: number) => `${(minutes / DAY_MINUTES) * 100}%`;

interface Props {
  days: readonly string[];
  events: readonly CalendarEvent[];
  today: string;
  timeZone: string;
  /** The event that is open. */
  openId: string;
  onOpen: (event: CalendarEvent) => void;
  onSlot: (slot: Period) => void;
}

/** Days side by side, with events where a clock of the zone shows them. Drawing an empty slot proposes an event. */
export function TimeGrid({ days, events, today, timeZone, openId, onOpen, onSlot }: Props) {
  const scroll = useRef<HTMLDivElement>(null);
  const columns = useMemo(
    () =>
      days.map((day) => ({
        day,
        wholeDays: events.filter((event) => event.is_all_day && isOnDay(event, day, timeZone)),
        ...visibleParts(
          layOutParts(
            partsOfDay(
              events.filter((event) => !event.is_all_day),
              day,
              timeZone,
            ),
            SHORTEST,
          ),
          days.length > 1 ? WEEK_LANES : Number.POSITIVE_INFINITY,
        ),
      })),
    [days, events, timeZone],
  );
  const { drag, handlersOf } = useSlotDrag(({ day, from, to }) =>
    onSlot(slotBetween(day, from, to, timeZone)),
  );

  const starts = columns.flatMap(({ parts }) =>
    parts.filter(({ isContinued }) => !isContinued).map(({ from }) => from),
  );
  const startMinute = Math.min(MORNING, ...starts);
  const isEmpty = events.length === 0;
  const firstDay = days[0];
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per week, and again when its events arrive.
  useLayoutEffect(() => {
    const element = scroll.current;
    if (element)
      element.scrollTop = (Math.max(startMinute - 30, 0) / DAY_MINUTES) * element.scrollHeight;
  }, [firstDay, isEmpty]);

  const widest = Math.max(1, ...columns.flatMap(({ parts }) => parts.map(({ lanes }) => lanes)));
  return (
    <section
      ref={scroll}
      className={classes.scroll}
      style={{ "--hour": `${HOUR_PX}px` } as CSSProperties}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard.
      tabIndex={0}
      aria-label="Events by day and time"
    >
      <div
        className={classes.grid}
        style={{ "--days": days.length, "--lanes": days.length > 1 ? 1 : widest } as CSSProperties}
      >
        <div className={classes.corner} />
        {columns.map(({ day, wholeDays }) => (
          <div key={day} className={classes.head} data-today={day === today}>
            <DayName day={day} isLink={days.length > 1} isToday={day === today} />
            {wholeDays.length > 0 && (
              <ul className={classes.wholeDays} aria-label={`All day on ${formatLongDay(day)}`}>
                {wholeDays.map((event) => (
                  <li key={event.id}>
                    <EventBlock event={event} isOpen={event.id === openId} onOpen={onOpen} />
                  </li>
                ))}
              </ul>
            )}
          </div>
        ))}
        <div className={classes.hours} aria-hidden>
          {hours.map((hour) => (
            <span key={hour} style={{ top: percent(hour * 60) }}>
              {hour > 0 && formatClock(hour * 60)}
            </span>
          ))}
        </div>
        {columns.map(({ day, parts, more }) => (
          <div key={day} className={classes.day} data-today={day === today} {...handlersOf(day)}>
            <ul aria-label={formatLongDay(day)}>
              {parts.map((part) => (
                <li key={part.item.id} className={classes.part} style={styleOf(part)}>
                  <EventBlock
                    event={part.item}
                    isOpen={part.item.id === openId}
                    lines={linesIn(part.to - part.from)}
                    onOpen={onOpen}
                  />
                </li>
              ))}
              {more.map(({ from, lanes, count }) => (
                <li
                  key={from}
                  className={classes.part}
                  style={styleOf({ from, to: from + SHORTEST, lane: lanes - 1, lanes })}
                >
                  <Link
                    to="/calendar"
                    search={(before) => ({ ...before, view: "day", day })}
                    className={classes.more}
                    aria-label={`${countOf(count, "more event")} on ${formatLongDay(day)}`}
                  >
                    +{count}
                  </Link>
                </li>
              ))}
            </ul>
            {drag?.day === day && <DrawnSlot drag={drag} timeZone={timeZone} />}
            {day === today && <Now timeZone={timeZone} />}
          </div>
        ))}
      </div>
    </section>
  );
}

function DayName({ day, isLink, isToday }: { day: string; isLink: boolean; isToday: boolean }) {
  const name = (
    <>
      <span className="visually-hidden">
        {formatLongDay(day)}
        {isToday && ", today"}
      </span>
      <span aria-hidden>
        {formatShortWeekday(day)} <strong>{formatDayOfYear(day)}</strong>
      </span>
    </>
  );
  if (!isLink) return <h3 className={classes.dayName}>{name}</h3>;
  return (
    <h3 className={classes.dayName}>
      <Link to="/calendar" search={(before) => ({ ...before, view: "day", day })}>
        {name}
      </Link>
    </h3>
  );
}

function styleOf({
  from,
  to,
  lane,
  lanes,
}: Pick<LaidOutPart<unknown>, "from" | "to" | "lane" | "lanes">) {
  return {
    top: percent(from),
    height: percent(Math.max(to - from, SHORTEST)),
    left: `${(lane / lanes) * 100}%`,
    width: `${100 / lanes}%`,
  };
}

interface VisibleParts {
  parts: LaidOutPart<CalendarEvent>[];
  /** The position of a cluster of hidden parts, and their number. */
  more: { from: number; lanes: number; count: number }[];
}

/** Hides the lanes that don't fit; the last visible lane counts them. */
function visibleParts(
  layout: readonly LaidOutPart<CalendarEvent>[],
  maxLanes: number,
): VisibleParts {
  const parts: LaidOutPart<CalendarEvent>[] = [];
  const more: VisibleParts["more"] = [];
  for (const part of layout) {
    if (part.lanes <= maxLanes) {
      parts.push(part);
    } else if (part.lane < maxLanes - 1) {
      parts.push({ ...part, lanes: maxLanes });
    } else {
      const last = more.at(-1);
      if (last && part.from < last.from + SHORTEST) last.count += 1;
      else more.push({ from: part.from, lanes: maxLanes, count: 1 });
    }
  }
  return { parts, more };
}

function DrawnSlot({ drag: { day, from, to }, timeZone }: { drag: Drag; timeZone: string }) {
  const low = Math.min(from, to);
  const height = Math.max(Math.abs(to - from), 15);
  return (
    <div className={classes.slot} style={{ top: percent(low), height: percent(height) }}>
      {formatTimes(slotBetween(day, from, to, timeZone))}
    </div>
  );
}

/** A line at the present time. */
function Now({ timeZone }: { timeZone: string }) {
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), MINUTE_MS, { autoInvoke: true });
  return (
    <div
      className={classes.now}
      style={{ top: percent(wallTimeAt(now, timeZone).minutes) }}
      aria-hidden
    />
  );
}
