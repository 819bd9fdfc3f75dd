import { RRuleTemporal } from "rrule-temporal";
import { toText } from "rrule-temporal/totext";
import type { Json } from "../../_schema/database.types.ts";
import { allOf, firstOf, type Property, parseComponents, textOf } from "../calendar/components.ts";
import { eventsOf, type FileEvent, type Moment, occurrencesOf } from "../calendar/events.ts";
import { utc } from "../calendar/zones.ts";
import type { Clock } from "../limits.ts";
import { UnreadableFile } from "../unreadable.ts";
import { decodeText } from "./decode-text.ts";
import { type Batch, inBatches, type ReadableFile, shortLine } from "./reading.ts";
import type { Block } from "./split.ts";

const MAX_EVENTS = 5000;
const MAX_NAMED = 100;
const SHOWN_OCCURRENCES = 5;
const DAY_MS = 86_400_000;
const TWO_YEARS_MS = 731 * DAY_MS;

/** Reads a calendar or an invitation: one block per event, with its times in the event's zone. */
export async function* readCalendar(
  { bytes }: ReadableFile,
  from: Json | null,
  clock: Clock,
): AsyncGenerator<Batch> {
  const events = parseComponents(decodeText(bytes), clock).flatMap(eventsOf);
  if (events.length > MAX_EVENTS) throw new UnreadableFile("too_large");
  const blocks = events.map((event) => {
    clock.check();
    return blockOf(event);
  });
  yield* inBatches(blocks, from);
}

function blockOf(event: FileEvent): Block {
  const { component, title, unknownZone } = event;
  const text = (name: string) => textOf(firstOf(component, name)).trim();
  const status = { CANCELLED: "cancelled", TENTATIVE: "tentative" }[text("STATUS").toUpperCase()];
  const lines = [
    ["Event", title || "Untitled"],
    ["When", periodOf(event)],
    [
      "Time zone",
      unknownZone && `${unknownZone}, which is unknown: the times are those of its clock`,
    ],
    ["Status", status],
    ["Repeats", event.rules.map(({ text: rule }) => ruleInWords(rule, event.start)).join("; and ")],
    ["First events", firstEvents(event)],
    [
      "Additional",
      listOf(event.additional.map(({ reading }) => momentText({ ...event.start, reading }))),
    ],
    ["Except", listOf(event.exclusions.map(momentText))],
    [
      "Changed",
      listOf([...event.changed].map(([reading, change]) => changeOf(event, reading, change))),
    ],
    ["Place", text("LOCATION")],
    ["Organizer", allOf(component, "ORGANIZER").map(personOf).join(", ")],
    ["Attendees", listOf(allOf(component, "ATTENDEE").map(personOf))],
    ["Link", text("URL")],
    ["Description", text("DESCRIPTION")],
  ].flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []));
  return {
    text: lines.join("\n"),
    location: title ? { heading: shortLine(title, 300) } : {},
    startsSection: true,
  };
}

function listOf(items: string[]): string {
  const omittedCount = items.length - MAX_NAMED;
  return (
    items.slice(0, MAX_NAMED).join("; ") + (omittedCount > 0 ? `; and ${omittedCount} more` : "")
  );
}

function firstEvents(event: FileEvent): string {
  if (event.rules.length === 0) return "";
  const zone = event.start.zone ?? utc;
  const until = zone.instantOf(event.start.reading) + TWO_YEARS_MS;
  return occurrencesOf(event, zone, until, SHOWN_OCCURRENCES)
    .map(({ start }) => momentText({ ...event.start, reading: zone.readingOf(start) }))
    .join("; ");
}

function changeOf(series: FileEvent, reading: number, change: FileEvent): string {
  const before = momentText({ ...series.start, reading });
  const title = change.title && change.title !== series.title ? ` as ${change.title}` : "";
  return `${before} is ${periodOf(change)}${title}`;
}

function periodOf({ start, length: { clock, exact }, end }: FileEvent): string {
  const length = clock + exact;
  const days = Math.round(length / DAY_MS);
  const last = { ...start, reading: start.reading + (start.isDay ? (days - 1) * DAY_MS : length) };
  if (start.isDay)
    return days > 1 ? `${momentText(start)} to ${momentText(last)}` : momentText(start);
  return length > 0 ? `${momentText(start)} to ${momentText(end ?? last)}` : momentText(start);
}

const dayFormat = new Intl.DateTimeFormat("en-GB", {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** "Friday 27 November 2026, 09:00 (Europe/Berlin)": the local time in the event's own zone. */
function momentText({ reading, zone, isDay }: Moment): string {
  const day = dayFormat.format(reading).replace(",", "");
  if (isDay) return day;
  return `${day}, ${new Date(reading).toISOString().slice(11, 16)}${zone ? ` (${zone.name})` : ""}`;
}

function ruleInWords(rule: string, { reading }: Moment): string {
  const dtstart = new Date(reading).toISOString().replace(/[-:]|\.\d+/g, "");
  try {
    const words = toText(
      new RRuleTemporal({ rruleString: `DTSTART:${dtstart}\nRRULE:${rule}` }),
      "en",
    );
    // The time is that of the event, in its own zone.
    return words.replace(/ at \d{1,2}(?::\d\d)? [AP]M UTC/, "");
  } catch {
    return `by the rule ${shortLine(rule, 200)}`;
  }
}

function personOf({ parameters, value }: Property): string {
  const address = value.replace(/^mailto:/i, "").trim();
  const name = parameters["CN"]?.trim();
  return name && name !== address ? `${name} <${address}>` : address;
}
