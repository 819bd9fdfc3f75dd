/** The events of a calendar file, and when they happen. */
import { allOf, type Component, firstOf, type Property, textOf } from "./components.ts";
import { describedZones, ianaZone, readingIn, repetitions, utc, type Zone } from "./zones.ts";

/** A local time. A floating time has no zone, and an all-day event begins and ends at midnight. */
export interface Moment {
  reading: number;
  zone: Zone | null;
  isDay: boolean;
}

/**
 * The length of an event. `clock` is what a clock shows, such as a day or until 17:00; `exact` are the milliseconds
 * that pass after it, such as an hour.
 */
export interface Length {
  clock: number;
  exact: number;
}

export interface FileEvent {
  uid: string;
  title: string;
  component: Component;
  start: Moment;
  length: Length;
  end: Moment | null;
  rules: Rule[];
  additional: { reading: number; length: Length | null }[];
  /** A zone that the file names, and that is neither described in it nor in the IANA database. */
  unknownZone: string | null;
  exclusions: Moment[];
  /** The changed events of a series, by the reading of the event that each replaces. */
  changed: Map<number, FileEvent>;
}

interface Rule {
  text: string;
  /** The last reading at which an event may start, or the last instant. Around a change of the clock they differ. */
  until: number | null;
  untilInstant: number | null;
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
  const defaultDuration = { clock: start.isDay ? 86_400_000 : 0, exact: 0 };
  const length = end
    ? byClock(inZoneOf(end, start) - start.reading)
    : (duration ?? defaultDuration);
  const zoneName = property?.parameters["TZID"];
  return {
    uid: textOf(firstOf(component, "UID")),
    title: textOf(firstOf(component, "SUMMARY")).trim(),
    component,
    start,
    end,
    length,
    rules: allOf(component, "RRULE").map(({ value }) => ruleOf(value, start)),
    additional: allOf(component, "RDATE").flatMap((addition) =>
      additionsOf(addition, start, zones),
    ),
    exclusions: allOf(component, "EXDATE").flatMap((exclusion) => momentsOf(exclusion, zones)),
    unknownZone: zoneName && start.zone === null && !start.isDay ? zoneName : null,
    changed: new Map(),
  };
}

function ruleOf(text: string, start: Moment): Rule {
  const until = /(?:^|;)UNTIL=([^;]*)/i.exec(text)?.[1];
  const reading = until === undefined ? null : readingIn(until);
  // The standard has no day as the end of a series with times; calendar programs read midnight in UTC.
  const isUtc = start.zone !== null && !start.isDay && /Z$|^\d{8}$/i.test(until ?? "");
  return isUtc
    ? { text, until: null, untilInstant: reading }
    : { text, until: reading, untilInstant: null };
}

const byClock = (length: number): Length => ({ clock: Math.max(0, length), exact: 0 });

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
    const length = end ? byClock(inZoneOf(end, start) - reading) : durationOf(to);
    return [{ reading, length }];
  });
}

/** The reading of a moment in another moment's zone. */
function inZoneOf({ reading, zone, isDay }: Moment, target: Moment): number {
  if (isDay || zone === null || target.zone === null || zone === target.zone) return reading;
  return target.zone.readingOf(zone.instantOf(reading));
}

/** Days and weeks count by the clock; hours, minutes and seconds count exactly. */
function durationOf(text: string | undefined): Length | null {
  const [, sign, weeks, days, hours, minutes, seconds] =
    /^([+-]?)P(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,6})S)?)?$/.exec(
      text?.trim() ?? "",
    ) ?? [];
  if (sign === undefined || sign === "-") return null;
  const [w, d, h, m, s] = [weeks, days, hours, minutes, seconds].map((part) =>
    Number(part ?? 0),
  ) as [number, number, number, number, number];
  return { clock: (w * 7 + d) * 86_400_000, exact: ((h * 60 + m) * 60 + s) * 1000 };
}

/** The occurrences of an event from its start until an instant; floating times are in the viewer's zone. */
export function occurrencesOf(
  event: FileEvent,
  viewer: Zone,
  until: number,
  max = 5000,
): Occurrence[] {
  const { start, changed } = event;
  const zone = start.zone ?? viewer;
  const excludedReadings = new Set(event.exclusions.map((exclusion) => inZoneOf(exclusion, start)));
  const excludedDays = new Set(
    event.exclusions.filter(({ isDay }) => isDay && !start.isDay).map(({ reading }) => reading),
  );
  const lengths = new Map<number, Length | null>();
  for (const { reading, length } of event.additional) lengths.set(reading, length);
  for (const rule of event.rules) {
    let count = 0;
    const last = Math.min(until - 1, rule.untilInstant ?? Infinity);
    // A skipped reading is a later instant than some readings after it.
    const lastReading = Math.min(zone.readingOf(last) + 86_400_000, rule.until ?? Infinity);
    for (const reading of repetitions(rule.text, start.reading, lastReading)) {
      if (zone.instantOf(reading) > last) continue;
      if (++count > max) break;
      if (!lengths.has(reading)) lengths.set(reading, null);
    }
  }
  // A series begins with the first event of its rule. Without one, it begins at its start.
  if (!event.rules.some(({ text }) => !repetitions(text, start.reading).next().done)) {
    lengths.set(start.reading, lengths.get(start.reading) ?? null);
  }
  const isExcluded = (reading: number) =>
    excludedReadings.has(reading) || excludedDays.has(reading - (reading % 86_400_000));
  // Keyed by instant, because a reading that the clock skips is the same instant as a later reading.
  const occurrences = new Map<number, Occurrence>();
  const movedOccurrences: Occurrence[] = [];
  for (const [reading, length] of lengths) {
    if (isExcluded(reading)) continue;
    const instead = changed.get(reading);
    if (instead) {
      movedOccurrences.push(occurrenceOf(instead, instead.start.reading, instead.length, viewer));
    } else {
      const occurrence = occurrenceOf(event, reading, length ?? event.length, viewer);
      occurrences.set(occurrence.start, occurrence);
    }
  }
  return [...occurrences.values(), ...movedOccurrences]
    .filter((occurrence) => occurrence.start < until)
    .sort((a, b) => a.start - b.start)
    .slice(0, max);
}

function occurrenceOf(event: FileEvent, reading: number, length: Length, viewer: Zone): Occurrence {
  const zone = event.start.zone ?? viewer;
  const start = zone.instantOf(reading);
  const end = reading + length.clock;
  // Around a clock change, the readings do not show how long an event of some hours lasts.
  const isOfDays = length.clock % 86_400_000 === 0;
  const isByClock = isOfDays || !(isAmbiguous(zone, reading) || isAmbiguous(zone, end));
  const days = isByClock ? zone.instantOf(end) : start + length.clock;
  return { start, end: days + length.exact, event };
}

/** Whether the clock skips a reading or shows it twice. */
function isAmbiguous(zone: Zone, reading: number): boolean {
  const at = zone.instantOf(reading);
  const change = offsetOf(zone, at + 86_400_000) - offsetOf(zone, at - 86_400_000);
  if (change === 0) return false;
  return zone.readingOf(at) !== reading || zone.readingOf(at - change) === reading;
}

const offsetOf = (zone: Zone, at: number) => zone.readingOf(at) - at;
