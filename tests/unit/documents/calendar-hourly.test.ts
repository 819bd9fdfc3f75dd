/**
 * Hourly and minutely series around the nights on which a clock is changed, against ical.js. A rule counts on the
 * clock of the event: a time that the clock skips is moved forward, and one that it shows twice is the first of both
 * (RFC 5545, 3.3.5 and 3.3.10). A series ends at the instant of UNTIL.
 */
import fc from "fast-check";
import ICAL from "ical.js";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { parseComponents } from "../../../supabase/functions/_files/calendar/components.ts";
import { eventsOf, occurrencesOf } from "../../../supabase/functions/_files/calendar/events.ts";
import { utc } from "../../../supabase/functions/_files/calendar/zones.ts";
import { Clock } from "../../../supabase/functions/_files/limits.ts";
import { randomized } from "../../support/depth.ts";

const ZONES = [
  "Europe/Berlin",
  "America/New_York",
  "America/Santiago",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "Asia/Kathmandu",
];
const DAYS = 3;

/** Both changes of the clock in 2026, or two ordinary days. */
function changesOf(timeZone: string): Temporal.ZonedDateTime[] {
  const january = Temporal.PlainDate.from("2026-01-01").toZonedDateTime({ timeZone });
  const first = january.getTimeZoneTransition("next");
  const second = first?.getTimeZoneTransition("next");
  return first && second && second.year === 2026
    ? [first, second]
    : [january, january.add({ months: 6 })];
}

interface Series {
  timeZone: string;
  start: Temporal.PlainDateTime;
  rule: string;
  /** An instant in milliseconds. */
  until: number | null;
}

// In order, because ical.js begins with the first minute of a list, even where a later one comes first in the hour.
const listOf = (max: number, maxEvents: number) =>
  fc
    .uniqueArray(fc.nat({ max }), { minLength: 1, maxLength: maxEvents })
    .map((list) => list.sort((a, b) => a - b));

const series: fc.Arbitrary<Series> = fc
  .record({
    timeZone: fc.constantFrom(...ZONES),
    change: fc.nat({ max: 1 }),
    minutesBefore: fc.integer({ min: 0, max: 30 * 60 }),
    parts: fc.oneof(
      fc.record({
        FREQ: fc.constant("HOURLY"),
        INTERVAL: fc.integer({ min: 1, max: 7 }),
        BYHOUR: fc.option(listOf(23, 12), { freq: 1 }),
        BYMINUTE: fc.option(listOf(59, 4), { freq: 1 }),
      }),
      fc.record({
        FREQ: fc.constant("MINUTELY"),
        INTERVAL: fc.integer({ min: 7, max: 95 }),
        BYHOUR: fc.constant(null),
        BYMINUTE: fc.constant(null),
      }),
    ),
    end: fc.oneof(
      fc.record({ count: fc.integer({ min: 1, max: 60 }) }),
      fc.record({ minutesAfter: fc.integer({ min: -120, max: 180 }) }),
    ),
  })
  .map(({ timeZone, change: which, minutesBefore, parts, end }) => {
    const change = changesOf(timeZone)[which] as Temporal.ZonedDateTime;
    const until = "minutesAfter" in end ? change.add({ minutes: end.minutesAfter }) : null;
    const rule = Object.entries({ ...parts, COUNT: "count" in end ? end.count : null })
      .filter(([, value]) => value !== null)
      .map(([part, value]) => `${part}=${value}`)
      .join(";");
    return {
      timeZone,
      start: change.subtract({ minutes: minutesBefore }).toPlainDateTime(),
      rule,
      until: until?.epochMilliseconds ?? null,
    };
  });

const basic = (text: string) => text.slice(0, 19).replaceAll(/[-:]/g, "");
const endOf = ({ start, timeZone }: Series) =>
  start.toZonedDateTime(timeZone).add({ days: DAYS }).epochMilliseconds;

function startsOfReader(sample: Series): string[] {
  const until =
    sample.until === null ? "" : `;UNTIL=${basic(new Date(sample.until).toISOString())}Z`;
  const file = [
    "BEGIN:VCALENDAR",
    "BEGIN:VEVENT",
    `DTSTART;TZID=${sample.timeZone}:${basic(sample.start.toString({ smallestUnit: "second" }))}`,
    "DURATION:PT5M",
    `RRULE:${sample.rule}${until}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ].join("\n");
  return parseComponents(file, new Clock(10_000))
    .flatMap(eventsOf)
    .flatMap((event) => occurrencesOf(event, utc, endOf(sample)))
    .map(({ start }) => new Date(start).toISOString());
}

/** ical.js counts on a clock without a zone, Temporal gives the instants, and the end is an instant. */
function startsOfIcalJs(sample: Series): string[] {
  const iterator = ICAL.Recur.fromString(sample.rule).iterator(
    ICAL.Time.fromDateTimeString(sample.start.toString({ smallestUnit: "second" })),
  );
  const last = sample.start.add({ days: DAYS + 1 });
  const starts = new Set<number>();
  for (let next = iterator.next(); next; next = iterator.next()) {
    const { year, month, day, hour, minute, second } = next;
    const reading = Temporal.PlainDateTime.from({ year, month, day, hour, minute, second });
    if (Temporal.PlainDateTime.compare(reading, last) > 0) break;
    const at = reading.toZonedDateTime(sample.timeZone).epochMilliseconds;
    if (at < endOf(sample) && (sample.until === null || at <= sample.until)) starts.add(at);
  }
  return [...starts].sort((a, b) => a - b).map((at) => new Date(at).toISOString());
}

test("each event of an hourly or minutely series is at the instant that ical.js and Temporal give", () => {
  fc.assert(
    fc.property(series, (sample) => {
      expect(startsOfReader(sample)).toEqual(startsOfIcalJs(sample));
    }),
    randomized({ default: 120, nightly: 3000 }),
  );
});
