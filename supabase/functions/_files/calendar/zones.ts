/**
 * The time zones of an iCalendar file. A reading is what a clock in a zone shows, in milliseconds as if it were UTC.
 */
import { RRuleTemporal } from "rrule-temporal";
import { atWallClock, wallClockOf } from "../../_domain/calendar/wall-clock.ts";
import { allOf, type Component, firstOf } from "./components.ts";

export interface Zone {
  name: string;
  /** The instant at which the clock shows a reading. */
  instantOf(reading: number): number;
  readingOf(instant: number): number;
}

export const utc: Zone = { name: "UTC", instantOf: (at) => at, readingOf: (at) => at };

export function ianaZone(name: string): Zone | null {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
  } catch {
    return null;
  }
  return {
    name,
    instantOf: (reading) => Date.parse(atWallClock(reading, name)),
    readingOf: (instant) => wallClockOf(instant, name),
  };
}

/**
 * The zones that a file describes. If a name is in the IANA database, that zone is used instead of the description.
 */
export function describedZones(calendar: Component): Map<string, Zone> {
  const zones = new Map<string, Zone>();
  for (const component of calendar.components.filter(({ name }) => name === "VTIMEZONE")) {
    const name = firstOf(component, "TZID")?.value.trim();
    const zone = name ? (ianaZone(name) ?? describedZone(name, component)) : null;
    if (name && zone) zones.set(name, zone);
  }
  return zones;
}

interface Change {
  /** The reading at which the clock changes, before the change. */
  reading: number;
  before: number;
  after: number;
}

const LAST_READING = Date.UTC(2060, 0);
const MAX_CHANGES = 1000;

function describedZone(name: string, { components }: Component): Zone | null {
  const changes: Change[] = components.flatMap((observance) => {
    const reading = readingIn(firstOf(observance, "DTSTART")?.value ?? "");
    const [before, after] = ["TZOFFSETFROM", "TZOFFSETTO"].map((name) =>
      offsetIn(firstOf(observance, name)?.value ?? ""),
    );
    if (reading === null || before == null || after == null) return [];
    const readings = [reading, ...repetitionsOf(observance, reading)];
    return readings.map((repetition) => ({ reading: repetition, before, after }));
  });
  if (changes.length === 0) return null;
  changes.sort((a, b) => a.reading - a.before - (b.reading - b.before));
  const offsetAt = (instant: number) =>
    changes.findLast(({ reading, before }) => reading - before <= instant)?.after ??
    changes[0]?.before ??
    0;
  return {
    name,
    readingOf: (instant) => instant + offsetAt(instant),
    instantOf: (reading) => {
      const before = offsetAt(reading - 86_400_000);
      const after = offsetAt(reading + 86_400_000);
      const validOffset = [before, after].find((offset) => offsetAt(reading - offset) === offset);
      return reading - (validOffset ?? before);
    },
  };
}

function repetitionsOf(observance: Component, start: number): number[] {
  return allOf(observance, "RRULE").flatMap(({ value }) => {
    const readings: number[] = [];
    for (const reading of repetitions(value, start)) {
      if (reading > LAST_READING || readings.length >= MAX_CHANGES) break;
      readings.push(reading);
    }
    return readings;
  });
}

/** The readings of a rule from its start on; none if the rule can't be read. */
export function* repetitions(rule: string, start: number, until?: number): Generator<number> {
  const text = rule.replace(/;?UNTIL=[^;]*/i, "").replace(/^;/, "");
  if (!isFirstOfRule(text, start)) {
    yield* readingsOf(text, start, until);
    return;
  }
  // The start is one of the COUNT events.
  const count = /(?:^|;)COUNT=(\d+)/i.exec(text)?.[1];
  if (until === undefined || start <= until) yield start;
  if (count === "1") return;
  const nextRule = text.replace(/((?:^|;)COUNT=)\d+/i, `$1${Number(count) - 1}`);
  for (const reading of readingsOf(nextRule, start, until)) if (reading !== start) yield reading;
}

const OF_A_DAY = "BYMONTH|BYMONTHDAY|BYDAY";
/** The parts of a rule that only exclude events, by frequency. */
const LIMITS: Record<string, string> = {
  MONTHLY: "BYMONTH",
  WEEKLY: "BYMONTH",
  DAILY: OF_A_DAY,
  HOURLY: `${OF_A_DAY}|BYHOUR`,
  MINUTELY: `${OF_A_DAY}|BYHOUR|BYMINUTE`,
};

/** Whether parts of the rule exclude the start, which is nevertheless the first event of a series. */
function isFirstOfRule(text: string, start: number): boolean {
  const limits = LIMITS[/(?:^|;)FREQ=(\w+)/i.exec(text)?.[1]?.toUpperCase() ?? ""];
  if (limits === undefined) return false;
  const loose = text
    .split(";")
    .filter((part) => !new RegExp(`^(?:${limits})=`, "i").test(part))
    .map((part) => part.replace(/^BYSETPOS=.*/i, "BYSETPOS=1"))
    .join(";");
  const isFirst = (rule: string) => readingsOf(rule, start).next().value === start;
  return loose !== text && !isFirst(text) && isFirst(loose);
}

function* readingsOf(text: string, start: number, until?: number): Generator<number> {
  const dtstart = new Date(start).toISOString().replace(/[-:]|\.\d+/g, "");
  let iterator: RRuleTemporal;
  try {
    iterator = new RRuleTemporal({
      rruleString: `DTSTART:${dtstart}\nRRULE:${text}`,
      maxIterations: 20_000,
      maxCandidateEvaluations: 200_000,
      cache: false,
    });
  } catch {
    return;
  }
  let after = new Date(start - 1000);
  for (;;) {
    const next = nextOf(iterator, after);
    if (next === null || (until !== undefined && next > until)) return;
    yield next;
    after = new Date(next);
  }
}

function nextOf(rule: RRuleTemporal, after: Date): number | null {
  try {
    return rule.next(after)?.epochMilliseconds ?? null;
  } catch {
    return null;
  }
}

/** The reading of a date, or of a date with a time; null for anything else. */
export function readingIn(text: string): number | null {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d):?(\d\d)?)?/.exec(text.trim()) ?? [];
  if (!year) return null;
  const at = Date.UTC(
    +year,
    Number(month) - 1,
    Number(day),
    +(hour ?? 0),
    +(minute ?? 0),
    +(second ?? 0),
  );
  const isDay = new Date(at).toISOString().startsWith(`${year}-${month}`);
  return isDay && +(hour ?? 0) < 24 && +year > 0 ? at : null;
}

function offsetIn(text: string): number | null {
  const [, sign, hours, minutes, seconds] = /^([+-])(\d\d)(\d\d)(\d\d)?$/.exec(text.trim()) ?? [];
  if (!sign) return null;
  const length = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds ?? 0)) * 1000;
  return sign === "-" ? -length : length;
}
