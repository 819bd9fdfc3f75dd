/** Compares the times of the events in calendar files with those of ical.js, an independent implementation. */
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import ICAL from "ical.js";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { parseComponents } from "../../../supabase/functions/_files/calendar/components.ts";
import { eventsOf, occurrencesOf } from "../../../supabase/functions/_files/calendar/events.ts";
import { ianaZone } from "../../../supabase/functions/_files/calendar/zones.ts";
import { Clock } from "../../../supabase/functions/_files/limits.ts";
import { roundsOf } from "../../support/depth.ts";

const zones = [
  "Europe/Berlin",
  "America/New_York",
  "America/Santiago",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "Asia/Kathmandu",
];
const TWO_YEARS_MS = 730 * 86_400_000;
const samples = path.resolve(import.meta.dirname, "../../../../shared/data/calendar");
const own = path.join(import.meta.dirname, "calendars");
const filesIn = (folder: string) =>
  globSync("**/*.ics", { cwd: folder }).map((file) => path.join(folder, file));

const textOf = (start: number, end: number) =>
  `${new Date(start).toISOString()}/${new Date(end).toISOString()}`;

function eventsOfReader(text: string, timeZone: string): string[][] {
  const viewer = ianaZone(timeZone);
  if (!viewer) throw new Error(`No zone ${timeZone}`);
  return parseComponents(text, new Clock(10_000))
    .flatMap(eventsOf)
    .map((event) => {
      const until = (event.start.zone ?? viewer).instantOf(event.start.reading) + TWO_YEARS_MS;
      return occurrencesOf(event, viewer, until).map(({ start, end }) => textOf(start, end));
    });
}

function eventsOfIcalJs(text: string, timeZone: string): string[][] {
  const instantOf = (time: ICAL.Time) => {
    const { year, month, day, hour, minute, second } = time;
    const isFloating = time.isDate || time.zone === ICAL.Timezone.localTimezone;
    if (!isFloating) return time.toJSDate().getTime();
    return Temporal.PlainDateTime.from({ year, month, day, hour, minute, second }).toZonedDateTime(
      timeZone,
    ).epochMilliseconds;
  };
  const events = new ICAL.Component(ICAL.parse(text))
    .getAllSubcomponents("vevent")
    .map((component) => new ICAL.Event(component));
  const isOf = (series: ICAL.Event) => (event: ICAL.Event) =>
    event !== series && event.uid === series.uid && event.isRecurrenceException();
  // If the file lacks the series, a change of it is a separate event.
  const singleEvents = events.filter(
    (event) => !events.some((series) => series.isRecurring() && isOf(series)(event)),
  );
  return singleEvents.map((event) => {
    if (!event.isRecurring()) return [textOf(instantOf(event.startDate), instantOf(event.endDate))];
    for (const change of events.filter(isOf(event))) event.relateException(change);
    const until = instantOf(event.startDate) + TWO_YEARS_MS;
    const times = new Set<string>();
    // With several rules, ical.js loses the last event of the longer ones, so each rule is read alone.
    const rules = event.component.getAllProperties("rrule");
    for (const rule of rules.length > 1 ? rules : [null]) {
      if (rule) {
        event.component.removeAllProperties("rrule");
        event.component.addProperty(rule);
      }
      const iterator = event.iterator();
      for (let next = iterator.next(); next && instantOf(next) < until; next = iterator.next()) {
        const { startDate, endDate } = event.getOccurrenceDetails(next);
        if (instantOf(startDate) < until) {
          times.add(textOf(instantOf(startDate), instantOf(endDate)));
        }
      }
    }
    return [...times].sort();
  });
}

const hasSamples = existsSync(samples);
const zonesOfSamples = zones.slice(0, roundsOf({ default: 1, nightly: zones.length }));
test.each([
  ...filesIn(own).map((file) => ({ file, readers: zones })),
  ...(hasSamples ? filesIn(samples) : []).map((file) => ({ file, readers: zonesOfSamples })),
])("the events of $file equal those of ical.js, in $readers.length zones", ({ file, readers }) => {
  const text = readFileSync(file, "utf8");
  for (const timeZone of readers) {
    expect(eventsOfReader(text, timeZone), timeZone).toEqual(eventsOfIcalJs(text, timeZone));
  }
});

test.skipIf(!hasSamples)("there are other people's calendars in ../shared/data/calendar", () => {
  expect(filesIn(samples).length).toBeGreaterThan(2);
});
