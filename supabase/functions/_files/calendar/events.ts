/** The events of a calendar file, and when they happen. */
import { allOf, type Component, firstOf, type Property, textOf } from "./components.ts";
import { describedZones, ianaZone, readingIn, repetitions, utc, type Zone } from "./zones.ts";

/** A local time; floating times have no zone, and the times of an all-day event are midnights. */
export interface Moment {
  reading: number;
  zone: Zone | null;
  isDay: boolean;
}

export interface FileEvent {
  uid: string;
  title: string;
  component: Component;
  start: Moment;
  /** Duration in milliseconds, by the clock. */
  length: number;
  end: Moment | null;
  rules: { text: string; until: number | null }[];
  additional: { reading: number; length: number | null }[];
  /** A zone that the file names but no database knows. */
  unknownZone: string | null;
  exclusions: Moment[];
  /** Events of the series that differ, by the reading that they replace. */
  changed: Map<number, FileEvent>;
}

export interface Occurrence {
  start: number;
  end: number;
  event: FileEvent;
}

export function eventsOf(calendar: Component): FileEvent[] {
  const zones = describedZones(calendar);
  const events: FileEvent[] = [];
  const changes: { event: FileEvent; replaces: Moment }[] = [];
  for (const component of calendar.components) {
    const event = component.name === "VEVENT" ? eventOf(component, zones) : null;
    if (!event) continue;
    const replaces = momentOf(firstOf(component, "RECURRENCE-ID"), zones);
    if (replaces) changes.push({ event, replaces });
    else events.push(event);
  }
  for (const { event, replaces } of changes) {
    const series = events.find(
      ({ uid, rules, additional }) =>
        uid === event.uid && uid !== "" && rules.length + additional.length > 0,
    );
    if (series) series.changed.set(inZoneOf(replaces, series.start), event);
    else events.push(event);
  }
  return events;
}

function eventOf(component: Component, zones: Map<string, Zone>): FileEvent | null {
  const property = firstOf(component, "DTSTART");
  const start = momentOf(property, zones);
  if (!start) return null;
  const end = momentOf(firstOf(component, "DTEND"), zones);
  const duration = durationOf(firstOf(component, "DURATION")?.value);
  const days = start.isDay ? 86_400_000 : 0;
  const length = end ? inZoneOf(end, start) - start.reading : (duration ?? days);
  const named = property?.parameters["TZID"];
  return {
    uid: textOf(firstOf(component, "UID")),
    title: textOf(firstOf(component, "SUMMARY")).trim(),
    component,
    start,
    end,
    length: Math.max(0, length),
    rules: allOf(component, "RRULE").map(({ value }) => ruleOf(value, start)),
    additional: allOf(component, "RDATE").flatMap((each) => additionsOf(each, start, zones)),
    exclusions: allOf(component, "EXDATE").flatMap((each) => momentsOf(each, zones)),
    unknownZone: named && start.zone === null && !start.isDay ? named : null,
    changed: new Map(),
  };
}

function ruleOf(text: string, start: Moment) {
  const until = /(?:^|;)UNTIL=([^;]*)/i.exec(text)?.[1];
  const reading = until === undefined ? null : readingIn(until);
  if (reading === null) return { text, until: null };
  if (!until?.includes("T")) return { text, until: reading + 86_399_000 };
  const zone = start.zone;
  return { text, until: /Z$/i.test(until) && zone ? zone.readingOf(reading) : reading };
}

function momentsOf({ parameters, value, name }: Property, zones: Map<string, Zone>): Moment[] {
  return value
    .split(",")
    .flatMap((text) => momentOf({ name, parameters, value: text }, zones) ?? []);
}

function momentOf(property: Property | undefined, zones: Map<string, Zone>): Moment | null {
  const text = property?.value.trim() ?? "";
  const reading = readingIn(text);
  if (!property || reading === null) return null;
  if (/^\d{8}$/.test(text)) return { reading, zone: null, isDay: true };
  if (/Z$/i.test(text)) return { reading, zone: utc, isDay: false };
  const name = property.parameters["TZID"]?.trim();
  const zone = name ? (zones.get(name) ?? ianaZone(name)) : null;
  return { reading, zone, isDay: false };
}

function additionsOf(property: Property, start: Moment, zones: Map<string, Zone>) {
  return property.value.split(",").flatMap((value) => {
    const [from = "", to] = value.split("/");
    const moment = momentOf({ ...property, value: from }, zones);
    if (!moment) return [];
    const reading = inZoneOf(moment, start);
    const end = to === undefined ? null : momentOf({ ...property, value: to }, zones);
    const length = end ? inZoneOf(end, start) - reading : (durationOf(to) ?? null);
    return [{ reading, length }];
  });
}

/** The reading of a moment on another moment's clock. */
function inZoneOf({ reading, zone, isDay }: Moment, other: Moment): number {
  if (isDay || zone === null || other.zone === null || zone === other.zone) return reading;
  return other.zone.readingOf(zone.instantOf(reading));
}

function durationOf(text: string | undefined): number | null {
  const [, sign, weeks, days, hours, minutes, seconds] =
    /^([+-]?)P(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,6})S)?)?$/.exec(
      text?.trim() ?? "",
    ) ?? [];
  if (sign === undefined || sign === "-") return null;
  const [w, d, h, m, s] = [weeks, days, hours, minutes, seconds].map((part) =>
    Number(part ?? 0),
  ) as [number, number, number, number, number];
  return ((((w * 7 + d) * 24 + h) * 60 + m) * 60 + s) * 1000;
}

/** The occurrences of an event from its start until an instant; floating times are in the viewer's zone. */
export function occurrencesOf(
  event: FileEvent,
  viewer: Zone,
  until: number,
  most = 5000,
): Occurrence[] {
  const { start, changed } = event;
  const zone = start.zone ?? viewer;
  const excluded = new Set(event.exclusions.map((each) => inZoneOf(each, start)));
  const excludedDays = new Set(
    event.exclusions.filter(({ isDay }) => isDay && !start.isDay).map(({ reading }) => reading),
  );
  const lengths = new Map<number, number | null>();
  for (const { reading, length } of event.additional) lengths.set(reading, length);
  for (const rule of event.rules) {
    let count = 0;
    for (const reading of repetitions(rule.text, start.reading, rule.until ?? undefined)) {
      if (zone.instantOf(reading) >= until || ++count > most) break;
      if (!lengths.has(reading)) lengths.set(reading, null);
    }
  }
  // The first event of a series is that of its rule, even if the series starts on another day.
  if (!event.rules.some(({ text }) => !repetitions(text, start.reading).next().done)) {
    lengths.set(start.reading, lengths.get(start.reading) ?? null);
  }
  const isExcluded = (reading: number) =>
    excluded.has(reading) || excludedDays.has(reading - (reading % 86_400_000));
  return [...lengths]
    .filter(([reading]) => !isExcluded(reading))
    .map(([reading, length]) => {
      const instead = changed.get(reading);
      return instead
        ? occurrenceOf(instead, instead.start.reading, instead.length, viewer)
        : occurrenceOf(event, reading, length ?? event.length, viewer);
    })
    .filter((occurrence) => occurrence.start < until)
    .sort((a, b) => a.start - b.start)
    .slice(0, most);
}

function occurrenceOf(event: FileEvent, reading: number, length: number, viewer: Zone): Occurrence {
  const zone = event.start.zone ?? viewer;
  return { start: zone.instantOf(reading), end: zone.instantOf(reading + length), event };
}
