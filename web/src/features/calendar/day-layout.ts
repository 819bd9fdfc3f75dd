import {
  addDays,
  DAY_MINUTES,
  instantAt,
  MINUTE_MS,
  startOfDay,
  wallTimeAt,
} from "../../format/zoned-time.ts";

/** A period; its end is exclusive. */
export interface Period {
  starts_at: string;
  ends_at: string;
}

interface DatedPeriod extends Period {
  is_all_day: boolean;
}

/** The part of a period on one day, in minutes of the local clock. */
export interface DayPart<T> {
  item: T;
  from: number;
  to: number;
  /** It began on an earlier day, or continues on a later one. */
  isContinued: boolean;
  continues: boolean;
}

/** The part of each timed period on one day of a zone, ordered by start. */
export function partsOfDay<T extends Period>(
  items: readonly T[],
  day: string,
  timeZone: string,
): DayPart<T>[] {
  const dayStart = startOfDay(day, timeZone);
  const dayEnd = startOfDay(addDays(day, 1), timeZone);
  const parts = items.flatMap((item): DayPart<T>[] => {
    const start = Date.parse(item.starts_at);
    const end = Date.parse(item.ends_at);
    const isContinued = start < dayStart;
    if (dayStart === dayEnd || start >= dayEnd || (isContinued && end <= dayStart)) return [];
    const continues = end > dayEnd;
    const first = Math.max(start, dayStart);
    const last = Math.min(end, dayEnd);
    const from = wallTimeAt(first, timeZone).minutes;
    const endMinute = last === dayEnd ? DAY_MINUTES : wallTimeAt(last, timeZone).minutes;
    // If the clock goes back in between, the elapsed time is longer than the clock shows.
    const to = endMinute > from ? endMinute : from + Math.round((last - first) / MINUTE_MS);
    return [{ item, from, to: Math.min(to, DAY_MINUTES), isContinued, continues }];
  });
  return parts.sort((a, b) => a.from - b.from || b.to - a.to);
}

/** The first and the last day of an all-day event: it begins and ends at midnight UTC, whatever the zone. */
export function allDaySpan({ starts_at, ends_at }: Period): [first: string, last: string] {
  const first = wallTimeAt(Date.parse(starts_at), "UTC").day;
  const after = wallTimeAt(Date.parse(ends_at), "UTC").day;
  return [first, after > first ? addDays(after, -1) : first];
}

/** Whether a period overlaps a day of the zone; an all-day event has its own days. */
export function isOnDay(item: DatedPeriod, day: string, timeZone: string): boolean {
  if (item.is_all_day) {
    const [first, last] = allDaySpan(item);
    return first <= day && day <= last;
  }
  return partsOfDay([item], day, timeZone).length > 0;
}

/** A part with its position beside those that overlap it. */
export interface LaidOutPart<T> extends DayPart<T> {
  lane: number;
  /** How many lanes share the width here. */
  lanes: number;
}

/** Lays overlapping parts out side by side. A part takes at least `shortest` minutes, so that its text fits. */
export function layOutParts<T>(parts: readonly DayPart<T>[], shortest = 0): LaidOutPart<T>[] {
  const layout: LaidOutPart<T>[] = [];
  let group: LaidOutPart<T>[] = [];
  let ends: number[] = [];
  const close = () => {
    for (const part of group) part.lanes = ends.length;
    layout.push(...group);
    group = [];
    ends = [];
  };
  for (const part of parts) {
    if (ends.every((end) => end <= part.from)) close();
    const freeColumn = ends.findIndex((end) => end <= part.from);
    const lane = freeColumn < 0 ? ends.length : freeColumn;
    ends[lane] = Math.max(part.to, part.from + shortest);
    group.push({ ...part, lane, lanes: 1 });
  }
  close();
  return layout;
}

/** The step by which a dragged slot grows, and the length of the shortest slot. */
export const STEP_MINUTES = 15;

/** The slot between two points of a day, in any order, rounded to whole steps. */
export function slotBetween(
  day: string,
  one: number,
  other: number,
  timeZone: string,
): { starts_at: string; ends_at: string } {
  const [low, high] = one < other ? [one, other] : [other, one];
  const from = Math.min(
    Math.max(Math.floor(low / STEP_MINUTES) * STEP_MINUTES, 0),
    DAY_MINUTES - STEP_MINUTES,
  );
  const to = Math.min(
    Math.max(Math.ceil(high / STEP_MINUTES) * STEP_MINUTES, from + STEP_MINUTES),
    DAY_MINUTES,
  );
  const start = instantAt(day, from, timeZone);
  const end = instantAt(day, to, timeZone);
  // If the clock skips the end of the slot, the slot keeps its length.
  const ends = end > start ? end : start + (to - from) * MINUTE_MS;
  return { starts_at: new Date(start).toISOString(), ends_at: new Date(ends).toISOString() };
}
