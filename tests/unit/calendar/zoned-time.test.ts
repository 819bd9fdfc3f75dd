/** Compares our time zone arithmetic with Temporal, an independent implementation. */
import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, it } from "vitest";
import { Recurrence } from "../../../supabase/functions/_domain/calendar/recurrence.ts";
import {
  allDaySpan,
  isOnDay,
  layOutParts,
  partsOfDay,
  STEP_MINUTES,
  slotBetween,
} from "../../../web/src/features/calendar/day-layout.ts";
import { occurrencesOf } from "../../../web/src/features/calendar/recurrence-values.ts";
import {
  addDays,
  DAY_MINUTES,
  daysFrom,
  instantAt,
  MINUTE_MS,
  startOfDay,
  wallTimeAt,
  weekStart,
} from "../../../web/src/format/zoned-time.ts";
import { randomized } from "../../support/depth.ts";

/** Clocks change by an hour in spring or autumn, at midnight, by half an hour, or never. */
const zones = [
  "Europe/Berlin",
  "America/New_York",
  "America/Santiago",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "Asia/Kathmandu",
];

/** Days on which the clock of a zone changes, which random days seldom meet. */
const changes: [timeZone: string, day: string][] = [
  ["Europe/Berlin", "2026-03-29"],
  ["Europe/Berlin", "2026-10-25"],
  ["America/New_York", "2026-03-08"],
  ["America/New_York", "2026-11-01"],
  ["America/Santiago", "2026-04-04"],
  ["America/Santiago", "2026-09-06"],
  ["Australia/Lord_Howe", "2026-04-05"],
  ["Australia/Lord_Howe", "2026-10-04"],
  ["Pacific/Chatham", "2026-04-05"],
  ["Pacific/Chatham", "2026-09-27"],
];
const day = fc.integer({ min: 0, max: 365 * 20 }).map((count) => addDays("2015-01-01", count));
const zone = fc.constantFrom(...zones);
const dayInZone = fc.oneof(fc.constantFrom(...changes), fc.tuple(zone, day));
const minutes = fc.oneof(
  fc.integer({ min: 0, max: 240 }),
  fc.integer({ min: 0, max: DAY_MINUTES - 1 }),
);
const instant = fc
  .tuple(day, fc.integer({ min: -2 * DAY_MINUTES, max: 2 * DAY_MINUTES }))
  .map(([on, ahead]) => Date.parse(on) + ahead * MINUTE_MS);
/** A period of up to four days, often near the end of a day; an event may also have no length. */
const periodInZone = fc
  .tuple(
    dayInZone,
    fc.oneof(
      fc.integer({ min: -180, max: 180 }),
      fc.integer({ min: -DAY_MINUTES, max: DAY_MINUTES }),
    ),
    fc.oneof(
      fc.constant(0),
      fc.integer({ min: 1, max: 180 }),
      fc.integer({ min: 1, max: 4 * DAY_MINUTES }),
    ),
  )
  .map(([[timeZone, on], ahead, length]) => {
    const start = startBy(addDays(on, 1), timeZone) + ahead * MINUTE_MS;
    const item = {
      starts_at: new Date(start).toISOString(),
      ends_at: new Date(start + length * MINUTE_MS).toISOString(),
    };
    return { item, timeZone };
  });

const zonedTime = (at: number | string, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(
    typeof at === "string" ? Date.parse(at) : at,
  ).toZonedDateTimeISO(timeZone);
const startBy = (on: string, timeZone: string) =>
  Temporal.PlainDate.from(on).toZonedDateTime(timeZone).epochMilliseconds;

describe("a clock of a zone", () => {
  it("shows what Temporal shows, at every instant", () => {
    fc.assert(
      fc.property(instant, zone, (at, timeZone) => {
        const expected = zonedTime(at, timeZone);
        expect(wallTimeAt(at, timeZone)).toEqual({
          day: expected.toPlainDate().toString(),
          minutes: expected.hour * 60 + expected.minute,
        });
      }),
      randomized({ default: 400, nightly: 40_000 }),
    );
  });

  it("shows a time at the instant that Temporal finds, even if it is skipped or occurs twice", () => {
    fc.assert(
      fc.property(dayInZone, minutes, ([timeZone, on], at) => {
        const wall = Temporal.PlainDate.from(on).toPlainDateTime({
          hour: Math.floor(at / 60),
          minute: at % 60,
        });
        expect(instantAt(on, at, timeZone)).toBe(wall.toZonedDateTime(timeZone).epochMilliseconds);
      }),
      randomized({ default: 400, nightly: 40_000 }),
    );
  });

  it("begins a day where Temporal begins it", () => {
    fc.assert(
      fc.property(dayInZone, ([timeZone, on]) => {
        expect(startOfDay(on, timeZone)).toBe(startBy(on, timeZone));
      }),
      randomized({ default: 300, nightly: 20_000 }),
    );
  });

  it("leaves out a day that a zone left out", () => {
    expect(startOfDay("2011-12-30", "Pacific/Apia")).toBe(startOfDay("2011-12-31", "Pacific/Apia"));
  });
});

describe("an event that repeats", () => {
  /** The expected starts, found day by day in Temporal's own arithmetic. */
  function expectedStarts(rule: Recurrence, first: Temporal.ZonedDateTime): number[] {
    const start = first.toPlainDate();
    const monday = start.subtract({ days: start.dayOfWeek - 1 });
    const isIn = (on: Temporal.PlainDate) => {
      const weeks = monday.until(on, { largestUnit: "weeks" }).weeks;
      const months = (on.year - start.year) * 12 + on.month - start.month;
      if (rule.frequency === "daily") return start.until(on).days % rule.interval === 0;
      if (rule.frequency === "weekly") {
        return weeks % rule.interval === 0 && !!rule.weekdays?.includes(on.dayOfWeek);
      }
      return months % rule.interval === 0 && on.day === start.day;
    };
    const end = start.add({ years: 5 });
    const starts: number[] = [];
    for (let on = start; Temporal.PlainDate.compare(on, end) <= 0; on = on.add({ days: 1 })) {
      if (rule.until && on.toString() > rule.until) break;
      if (!isIn(on)) continue;
      const at = on.equals(start) ? first : on.toPlainDateTime(first).toZonedDateTime(first);
      starts.push(at.epochMilliseconds);
      if (starts.length === Math.min(rule.count ?? 366, 366)) break;
    }
    return starts;
  }
  const recurrence = fc
    .record({
      frequency: fc.constantFrom("daily", "weekly", "monthly"),
      interval: fc.integer({ min: 1, max: 9 }),
      weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      count: fc.integer({ min: 2, max: 40 }),
      days: fc.option(fc.integer({ min: 1, max: 200 })),
    })
    .map(({ days, ...rule }) => ({ rule, days }));

  it("occurs when Temporal's clock of its zone shows the same time, each as long as the first", () => {
    fc.assert(
      fc.property(
        recurrence,
        dayInZone,
        minutes,
        fc.integer({ min: 1, max: 1440 }),
        (drawn, [timeZone, on], at, length) => {
          const start = instantAt(addDays(on, -2), at, timeZone);
          const first = zonedTime(start, timeZone);
          const firstDay = first.toPlainDate().toString();
          const { frequency, interval, weekdays, count } = drawn.rule;
          const rule = Recurrence.parse({
            frequency,
            interval,
            ...(frequency === "weekly" && {
              weekdays: [...new Set([...weekdays, first.dayOfWeek])],
            }),
            ...(drawn.days === null ? { count } : { until: addDays(firstDay, drawn.days) }),
          });
          const period = {
            starts_at: new Date(start).toISOString(),
            ends_at: new Date(start + length * MINUTE_MS).toISOString(),
          };
          const occurrences = occurrencesOf(rule, period, timeZone);
          expect(occurrences.map(({ starts_at }) => Date.parse(starts_at))).toEqual(
            expectedStarts(rule, first),
          );
          for (const { starts_at, ends_at } of occurrences) {
            expect(Date.parse(ends_at) - Date.parse(starts_at)).toBe(length * MINUTE_MS);
          }
        },
      ),
      randomized({ default: 60, nightly: 5000 }),
    );
  });
});

describe("a week", () => {
  it("contains its day and begins on the weekday of the organization", () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 7 }), (on, firstWeekday) => {
        const days = daysFrom(weekStart(on, firstWeekday), 7);
        expect(days).toContain(on);
        expect(Temporal.PlainDate.from(days[0] ?? "").dayOfWeek).toBe(firstWeekday);
        expect(days.at(-1)).toBe(
          Temporal.PlainDate.from(days[0] ?? "")
            .add({ days: 6 })
            .toString(),
        );
      }),
      randomized({ default: 100, nightly: 5000 }),
    );
  });
});

describe("the parts of a period", () => {
  it("lie on the days on which Temporal has it, from where it starts to where it ends", () => {
    fc.assert(
      fc.property(periodInZone, ({ item, timeZone }) => {
        const start = zonedTime(item.starts_at, timeZone);
        const end = zonedTime(item.ends_at, timeZone);
        const first = start.toPlainDate().toString();
        const days = daysFrom(addDays(first, -1), 7);
        const parts = days.map((on) => partsOfDay([item], on, timeZone)[0]);
        days.forEach((on, index) => {
          const begins = startBy(on, timeZone);
          const ends = startBy(addDays(on, 1), timeZone);
          const isFirst = start.epochMilliseconds >= begins;
          const isThere =
            start.epochMilliseconds < ends && (isFirst || end.epochMilliseconds > begins);
          const part = parts[index];
          expect(part !== undefined, on).toBe(isThere);
          if (!part) return;
          const midnight = zonedTime(begins, timeZone);
          expect(part.from).toBe(
            isFirst ? start.hour * 60 + start.minute : midnight.hour * 60 + midnight.minute,
          );
          expect(part.isContinued).toBe(!isFirst);
          expect(part.continues).toBe(end.epochMilliseconds > ends);
          expect(part.to - part.from).toBeGreaterThanOrEqual(
            item.starts_at === item.ends_at ? 0 : 1,
          );
          expect(part.to).toBeLessThanOrEqual(DAY_MINUTES);
          const isWithinOneOffset = start.offset === end.offset && isFirst && !part.continues;
          if (isWithinOneOffset && end.epochMilliseconds < ends) {
            expect(part.to).toBe(end.hour * 60 + end.minute);
          }
          if (end.epochMilliseconds >= ends) expect(part.to).toBe(DAY_MINUTES);
        });
      }),
      randomized({ default: 300, nightly: 20_000 }),
    );
  });

  it("are the days of an all-day event in every zone, and a request for any of these days includes it", () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 5 }), zone, (on, count, timeZone) => {
        const event = {
          is_all_day: true,
          starts_at: `${on}T00:00:00Z`,
          ends_at: `${addDays(on, count)}T00:00:00Z`,
        };
        expect(allDaySpan(event)).toEqual([on, addDays(on, count - 1)]);
        const days = daysFrom(addDays(on, -2), count + 4);
        const eventDays = days.filter((each) => isOnDay(event, each, timeZone));
        expect(eventDays).toEqual(daysFrom(on, count));
        for (const each of eventDays) {
          expect(Date.parse(event.starts_at)).toBeLessThan(startBy(addDays(each, 1), timeZone));
          expect(Date.parse(event.ends_at)).toBeGreaterThan(startBy(each, timeZone));
        }
      }),
      randomized({ default: 200, nightly: 10_000 }),
    );
  });
});

describe("periods that overlap", () => {
  it("are in different lanes of as many lanes as overlap at once", () => {
    const parts = fc.array(fc.tuple(minutes, fc.integer({ min: 1, max: 300 })), { maxLength: 24 });
    fc.assert(
      fc.property(parts, (rule) => {
        const items = rule
          .map(([from, length]) => ({
            item: 0,
            from,
            to: Math.min(from + length, DAY_MINUTES),
            isContinued: false,
            continues: false,
          }))
          .sort((a, b) => a.from - b.from || b.to - a.to);
        const layout = layOutParts(items);
        expect(layout).toHaveLength(items.length);
        for (const place of layout) {
          expect(place.lane).toBeLessThan(place.lanes);
          const beside = layout.filter((other) => other.from < place.to && place.from < other.to);
          expect(new Set(beside.map(({ lane }) => lane)).size).toBeGreaterThanOrEqual(1);
          const inSameLane = beside.filter(({ lane }) => lane === place.lane);
          expect(inSameLane).toEqual([place]);
          expect(new Set(beside.map(({ lanes }) => lanes)).size).toBe(1);
        }
        // There are only as many lanes as periods at the busiest minute.
        const maxOverlap = Math.max(
          0,
          ...layout.map(
            ({ from }) => layout.filter((other) => other.from <= from && from < other.to).length,
          ),
        );
        expect(Math.max(0, ...layout.map(({ lanes }) => lanes))).toBe(maxOverlap);
      }),
      randomized({ default: 200, nightly: 10_000 }),
    );
  });
});

describe("a dragged slot", () => {
  it("contains both of its ends, in whole steps, and is never empty", () => {
    fc.assert(
      fc.property(dayInZone, minutes, minutes, ([timeZone, on], one, other) => {
        const { starts_at, ends_at } = slotBetween(on, one, other, timeZone);
        expect(Date.parse(ends_at)).toBeGreaterThan(Date.parse(starts_at));
        expect(slotBetween(on, other, one, timeZone)).toEqual({ starts_at, ends_at });
        const from = Math.floor(Math.min(one, other) / STEP_MINUTES) * STEP_MINUTES;
        const wall = Temporal.PlainDate.from(on).toPlainDateTime({
          hour: Math.floor(from / 60),
          minute: from % 60,
        });
        expect(Date.parse(starts_at)).toBe(wall.toZonedDateTime(timeZone).epochMilliseconds);
      }),
      randomized({ default: 200, nightly: 10_000 }),
    );
  });
});
