/** Events around the nights on which a clock is changed, as RFC 5545 defines them. */
import { expect, test } from "vitest";
import { parseComponents } from "../../../supabase/functions/_files/calendar/components.ts";
import { eventsOf, occurrencesOf } from "../../../supabase/functions/_files/calendar/events.ts";
import { ianaZone } from "../../../supabase/functions/_files/calendar/zones.ts";
import { Clock } from "../../../supabase/functions/_files/limits.ts";

function periods(...lines: string[]): string[] {
  const text = ["BEGIN:VCALENDAR", "BEGIN:VEVENT", ...lines, "END:VEVENT", "END:VCALENDAR"];
  const viewer = ianaZone("America/Santiago");
  if (!viewer) throw new Error("No zone");
  return parseComponents(text.join("\n"), new Clock(10_000))
    .flatMap(eventsOf)
    .flatMap((event) => occurrencesOf(event, viewer, Date.UTC(2027, 0)))
    .map(
      ({ start, end }) => `${new Date(start).toISOString().slice(0, 16)} ${(end - start) / 60_000}`,
    );
}

const inBerlin = (name: string, reading: string) => `${name};TZID=Europe/Berlin:${reading}`;

test.each([
  ["an end", inBerlin("DTEND", "20260329T033000")],
  ["a duration", "DURATION:PT1H"],
])("an event in the skipped hour is later by an hour and lasts as long, with %s", (_name, end) => {
  expect(periods(inBerlin("DTSTART", "20260329T023000"), end)).toEqual(["2026-03-29T01:30 60"]);
  expect(
    periods(
      inBerlin("DTSTART", "20260328T023000"),
      end.replace("0329", "0328"),
      "RRULE:FREQ=DAILY;COUNT=3",
    ),
  ).toEqual(["2026-03-28T01:30 60", "2026-03-29T01:30 60", "2026-03-30T00:30 60"]);
});

test.each([
  ["an end", inBerlin("DTEND", "20261024T033000")],
  ["a duration", "DURATION:PT1H"],
])(
  "an event in the repeated hour is in the first of them and lasts as long, with %s",
  (_name, end) => {
    expect(
      periods(inBerlin("DTSTART", "20261024T023000"), end, "RRULE:FREQ=DAILY;COUNT=3"),
    ).toEqual(["2026-10-24T00:30 60", "2026-10-25T00:30 60", "2026-10-26T01:30 60"]);
  },
);

test("hours of a duration pass, and its days last until the same time", () => {
  const start = inBerlin("DTSTART", "20261024T120000");
  expect(periods(start, "DURATION:PT24H")).toEqual(["2026-10-24T10:00 1440"]);
  expect(periods(start, "DURATION:P1D")).toEqual(["2026-10-24T10:00 1500"]);
  expect(periods(start, "DURATION:P1DT2H")).toEqual(["2026-10-24T10:00 1620"]);
});

test("an event over the night ends when the clock shows its end", () => {
  expect(
    periods(inBerlin("DTSTART", "20261024T220000"), inBerlin("DTEND", "20261025T060000")),
  ).toEqual(["2026-10-24T20:00 540"]);
});

test("an all-day event lasts until the next midnight where the clock skips its first hour", () => {
  expect(periods("DTSTART;VALUE=DATE:20260906", "DTEND;VALUE=DATE:20260907")).toEqual([
    "2026-09-06T04:00 1380",
  ]);
});

test("an hourly event does not occur twice for the skipped hour", () => {
  expect(
    periods(inBerlin("DTSTART", "20260329T010000"), "DURATION:PT30M", "RRULE:FREQ=HOURLY;COUNT=4"),
  ).toEqual(["2026-03-29T00:00 30", "2026-03-29T01:00 30", "2026-03-29T02:00 30"]);
});
