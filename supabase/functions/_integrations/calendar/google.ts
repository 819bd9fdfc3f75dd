import { z } from "zod";
import { atWallClock, wallClockOf } from "../../_domain/calendar/wall-clock.ts";
import { askVendor, failureOf, type VendorAnswer } from "../request.ts";
import { parseRetryHint } from "../retry-hint.ts";
import { VendorError } from "../vendor-error.ts";
import { forgetGoogleToken, googleToken, type ServiceAccount } from "./google-token.ts";
import type { CalendarWriter, ChangedEvent, EventChange, EventFields, KnownEvent } from "./port.ts";
import { recurrenceRule } from "./recurrence-rule.ts";

/** An admin's settings for Google Calendar; private.check_integration_settings() checks the same. */
export const GoogleCalendarSettings = z.object({
  /** The person whom the service account acts as. */
  subject: z.email(),
  calendar_id: z.string().min(1).default("primary"),
  /** The guests whom Google notifies of a change by email. */
  send_updates: z.enum(["all", "externalOnly", "none"]).default("all"),
});
export type GoogleCalendarSettings = z.output<typeof GoogleCalendarSettings>;

export interface GoogleCalendarOptions {
  /** The address of the API, up to /calendars. */
  apiUrl: string;
  tokenUrl: string;
  account: ServiceAccount;
  settings: GoogleCalendarSettings;
}

const Moment = z.object({ dateTime: z.string().nullish(), timeZone: z.string().nullish() });
const Attendee = z.looseObject({ email: z.string().nullish() });
const GoogleEvent = z.object({
  id: z.string().min(1),
  etag: z.string().nullish(),
  status: z.string().nullish(),
  htmlLink: z.url({ protocol: /^https?$/ }).nullish(),
  summary: z.string().nullish(),
  description: z.string().nullish(),
  location: z.string().nullish(),
  start: Moment.nullish(),
  end: Moment.nullish(),
  attendees: z.array(Attendee).nullish(),
  extendedProperties: z.object({ private: z.record(z.string(), z.string()).nullish() }).nullish(),
});
type GoogleEvent = z.output<typeof GoogleEvent>;
const Occurrences = z.object({
  items: z.array(
    z.object({
      id: z.string().min(1),
      etag: z.string().nullish(),
      status: z.string().nullish(),
      start: z.object({ dateTime: z.string() }).nullish(),
      end: z.object({ dateTime: z.string() }).nullish(),
    }),
  ),
});

const VENDOR = "Google Calendar";
/** More occurrences than a card can create. */
const MAX_OCCURRENCES = 1000;
// Google answers 403 with these reasons when it limits requests.
const RATE_REASONS = new Set([
  "rateLimitExceeded",
  "userRateLimitExceeded",
  "quotaExceeded",
  "dailyLimitExceeded",
  "calendarUsageLimitsExceeded",
]);

/**
 * Writes events to a Google calendar. A new event gets the marker as its id, so that Google refuses to create it
 * twice. A change stores the marker in the event's private properties, and names the version that it is based on.
 */
export function googleCalendar(options: GoogleCalendarOptions): CalendarWriter {
  const { settings } = options;

  async function ask(
    method: "GET" | "POST" | "PATCH",
    url: string,
    signal: AbortSignal,
    { body, etag }: { body?: unknown; etag?: string | null | undefined } = {},
  ): Promise<VendorAnswer> {
    const token = await googleToken(options.account, settings.subject, options.tokenUrl, signal);
    const answer = await askVendor({
      vendor: VENDOR,
      method,
      url,
      headers: { authorization: `Bearer ${token}`, ...(etag && { "if-match": etag }) },
      body,
      signal,
    });
    if (answer.status === 401) forgetGoogleToken(token);
    return answer;
  }

  const eventsOf = (calendarId: string) =>
    `${options.apiUrl}/calendars/${encodeURIComponent(calendarId)}/events`;
  const urlOf = ({ calendar_id, external_id }: EventAddress) =>
    `${eventsOf(calendar_id)}/${encodeURIComponent(external_id)}`;
  const notify = `sendUpdates=${settings.send_updates}`;

  /** The current event; null when the calendar has none with that id. */
  async function get(address: EventAddress, signal: AbortSignal): Promise<GoogleEvent | null> {
    const answer = await ask("GET", urlOf(address), signal);
    if (answer.status === 404 || answer.status === 410) return null;
    return success(answer);
  }

  async function find(marker: string, change: EventChange, signal: AbortSignal) {
    const address = addressOf(marker, change);
    const event = await get(address, signal);
    if (!event || !isApplied(event, marker, change)) return null;
    return withOccurrences(changedEventOf(event, address, change), change, signal);
  }

  /** Google chooses the ids of a series' events, so they have to be looked up. */
  async function withOccurrences(
    result: ChangedEvent,
    change: EventChange,
    signal: AbortSignal,
  ): Promise<ChangedEvent> {
    const { copy } = result;
    if (!copy || change.type !== "create" || !change.fields.recurrence) return result;
    if (copy.status === "cancelled") return { ...result, copy: { ...copy, occurrences: [] } };
    const url = `${urlOf(copy)}/instances?maxResults=${MAX_OCCURRENCES}`;
    const answer = await ask("GET", url, signal);
    const failure = failureIn(answer);
    if (failure) throw failure;
    const parsed = Occurrences.safeParse(answer.body);
    if (!parsed.success) throw unreadableAnswer();
    const occurrences = parsed.data.items.flatMap(({ id, etag, status, start, end }) =>
      status === "cancelled" || !start || !end
        ? []
        : [
            {
              external_id: id,
              etag: etag ?? null,
              starts_at: start.dateTime,
              ends_at: end.dateTime,
            },
          ],
    );
    return { ...result, copy: { ...copy, occurrences } };
  }

  const addressOf = (marker: string, change: EventChange): EventAddress => {
    if (change.type === "create") {
      return { calendar_id: settings.calendar_id, external_id: idOf(marker) };
    }
    const { calendar_id, external_id } = change.event;
    return { calendar_id, external_id: seriesOf(change) ?? external_id };
  };

  async function create(marker: string, fields: EventFields, signal: AbortSignal) {
    const url = `${eventsOf(settings.calendar_id)}?${notify}`;
    const body = {
      id: idOf(marker),
      ...contentOf(fields),
      ...(fields.recurrence && {
        recurrence: [recurrenceRule(fields.recurrence, fields.time_zone)],
      }),
      extendedProperties: { private: { approval_id: marker } },
    };
    const change = { type: "create", fields } as const;
    const answer = await ask("POST", url, signal, { body });
    if (answer.status !== 409) {
      const result = changedEventOf(success(answer), addressOf(marker, change), change);
      return withOccurrences(result, change, signal);
    }
    const present = await find(marker, change, signal);
    if (present) return present;
    throw new VendorError("refused", `${VENDOR} has another event under the id of this approval`);
  }

  async function patch(
    marker: string,
    change: Exclude<EventChange, { type: "create" }>,
    signal: AbortSignal,
  ): Promise<ChangedEvent> {
    const address = addressOf(marker, change);
    const current = await get(address, signal);
    if (!current) throw new VendorError("refused", `${VENDOR} no longer has this event`);
    if (isApplied(current, marker, change)) return changedEventOf(current, address, change);
    // The decider saw one event of the series, so that event is compared.
    const event = seriesOf(change) ? await get(change.event, signal) : current;
    if (!event || !isAsKnown(event, change.event)) throw changedMeanwhile();
    const body = {
      ...(change.type === "update"
        ? contentOf(seriesOf(change) ? movedSeries(change, current) : change.fields, current)
        : {
            status: "cancelled",
            ...(change.note && {
              description: [change.note, current.description].filter(Boolean).join("\n\n"),
            }),
          }),
      extendedProperties: { private: { [changeKey(marker)]: marker } },
    };
    const answer = await ask("PATCH", `${urlOf(address)}?${notify}`, signal, {
      body,
      etag: current.etag,
    });
    if (answer.status === 404 || answer.status === 410 || answer.status === 412) {
      const present = await find(marker, change, signal);
      if (present) return present;
      throw changedMeanwhile();
    }
    return changedEventOf(success(answer), address, change);
  }

  return {
    isRepeatable: true,
    find,
    apply: (marker, change, signal) =>
      change.type === "create"
        ? create(marker, change.fields, signal)
        : patch(marker, change, signal),
  };
}

type EventAddress = Pick<KnownEvent, "calendar_id" | "external_id">;

/** The repeating event to change, if the card applies to all of its events. */
const seriesOf = (change: EventChange): string | null =>
  (change.type !== "create" && change.isForAll && change.event.series_id) || null;

/**
 * The fields of a change for the whole series. Its first event moves as far as the event that the decider saw. The
 * distance is measured in local time, because the clocks may change between the two.
 */
function movedSeries(
  { event, fields }: Extract<EventChange, { type: "update" }>,
  series: GoogleEvent,
): Partial<EventFields> {
  const { starts_at: _, ends_at: __, ...otherFields } = fields;
  const first = { start: series.start?.dateTime, end: series.end?.dateTime };
  if ((!fields.starts_at && !fields.ends_at) || !first.start || !first.end) return otherFields;
  const timeZone = fields.time_zone ?? series.start?.timeZone ?? event.time_zone;
  const moveInstant = (at: string, from: string, to: string | undefined) =>
    atWallClock(
      wallClockOf(at, timeZone) + (wallClockOf(to ?? from, timeZone) - wallClockOf(from, timeZone)),
      timeZone,
    );
  return {
    ...otherFields,
    starts_at: moveInstant(first.start, event.starts_at, fields.starts_at),
    ends_at: moveInstant(first.end, event.ends_at, fields.ends_at),
  };
}

/** Hexadecimal digits are valid in Google's ids. */
const idOf = (marker: string) => marker.replaceAll("-", "");
const changeKey = (marker: string) => `change_${idOf(marker)}`;

function isApplied(event: GoogleEvent, marker: string, change: EventChange): boolean {
  const marks = event.extendedProperties?.private ?? {};
  // An event keeps its id when a person deletes it, so a cancelled event shows that it was created.
  if (event.status === "cancelled" && change.type !== "update") return true;
  const key = change.type === "create" ? "approval_id" : changeKey(marker);
  return marks[key] === marker;
}

/** Whether the event still equals the one that the decider saw. Responses to invitations may differ. */
function isAsKnown(event: GoogleEvent, knownEvent: KnownEvent): boolean {
  const isSameText = (a: string | null | undefined, b: string | null) => (a ?? "") === (b ?? "");
  const sameInstant = (moment: GoogleEvent["start"], at: string) =>
    Date.parse(moment?.dateTime ?? "") === Date.parse(at);
  const emails = (list: (string | null | undefined)[]) =>
    list
      .map((email) => email?.toLowerCase())
      .sort()
      .join();
  return (
    event.status !== "cancelled" &&
    isSameText(event.summary, knownEvent.summary) &&
    isSameText(event.location, knownEvent.location) &&
    isSameText(event.description, knownEvent.description) &&
    sameInstant(event.start, knownEvent.starts_at) &&
    sameInstant(event.end, knownEvent.ends_at) &&
    emails((event.attendees ?? []).map(({ email }) => email)) === emails(knownEvent.attendees)
  );
}

/** The fields that the card names, as Google expects them. People who stay invited keep their responses. */
function contentOf(fields: Partial<EventFields>, current?: GoogleEvent) {
  const timeZone = fields.time_zone ?? current?.start?.timeZone ?? undefined;
  const moment = (dateTime: string | null | undefined) =>
    dateTime && { dateTime: new Date(dateTime).toISOString(), ...(timeZone && { timeZone }) };
  const start = moment(fields.starts_at ?? (fields.time_zone && current?.start?.dateTime));
  const end = moment(fields.ends_at ?? (fields.time_zone && current?.end?.dateTime));
  const currentAttendees = new Map(
    (current?.attendees ?? []).map((attendee) => [attendee.email?.toLowerCase(), attendee]),
  );
  return {
    ...(fields.summary != null && { summary: fields.summary }),
    ...(fields.description != null && { description: fields.description }),
    ...(fields.location != null && { location: fields.location }),
    ...(start && { start }),
    ...(end && { end }),
    ...(fields.attendees && {
      attendees: fields.attendees.map(
        (email) => currentAttendees.get(email.toLowerCase()) ?? { email },
      ),
    }),
  };
}

/** Google may return only the id of a deleted event: its title and times keep their known values. */
function changedEventOf(
  event: GoogleEvent,
  { calendar_id }: EventAddress,
  change: EventChange,
): ChangedEvent {
  // The ids of the series' events may have changed, so the next sync reads them.
  if (change.type !== "create" && seriesOf(change)) {
    const url = event.htmlLink ?? null;
    return { provider: "google_calendar", externalId: event.id, url, copy: null };
  }
  const isCancelled = event.status === "cancelled";
  const knownFields = change.type === "create" ? change.fields : change.event;
  const starts_at = event.start?.dateTime ?? (isCancelled ? knownFields.starts_at : undefined);
  const ends_at = event.end?.dateTime ?? (isCancelled ? knownFields.ends_at : undefined);
  if (!starts_at || !ends_at) throw unreadableAnswer();
  return {
    provider: "google_calendar",
    externalId: event.id,
    url: event.htmlLink ?? null,
    copy: {
      provider: "google_calendar",
      external_id: event.id,
      calendar_id,
      etag: event.etag ?? null,
      status: isCancelled ? "cancelled" : "confirmed",
      summary: event.summary || knownFields.summary,
      description: event.description || null,
      location: event.location || null,
      starts_at,
      ends_at,
      time_zone: event.start?.timeZone ?? knownFields.time_zone,
      attendees: (event.attendees ?? []).flatMap(({ email }) => (email ? [email] : [])),
    },
  };
}

function success(answer: VendorAnswer): GoogleEvent {
  const failure = failureIn(answer);
  if (failure) throw failure;
  const parsed = GoogleEvent.safeParse(answer.body);
  if (!parsed.success) throw unreadableAnswer();
  return parsed.data;
}

function failureIn(answer: VendorAnswer): VendorError | null {
  const failure = failureOf(VENDOR, answer);
  if (answer.status === 403 && reasonsOf(answer.body).some((reason) => RATE_REASONS.has(reason))) {
    const hint = parseRetryHint(answer);
    return new VendorError("busy", `${VENDOR} is limiting requests right now`, hint);
  }
  // A token can expire early; the next attempt requests another.
  if (answer.status === 401) {
    const message = `${VENDOR} rejected our credentials. Ask an admin to connect it again`;
    return new VendorError("busy", message);
  }
  return failure;
}

function reasonsOf(body: unknown): string[] {
  const Refusal = z.object({
    error: z.object({ errors: z.array(z.object({ reason: z.string() })) }),
  });
  const parsed = Refusal.safeParse(body);
  return parsed.success ? parsed.data.error.errors.map(({ reason }) => reason) : [];
}

const unreadableAnswer = () =>
  new VendorError("ambiguous", `${VENDOR} sent an unreadable response`);
const changedMeanwhile = () =>
  new VendorError(
    "refused",
    `The event changed in ${VENDOR} in the meantime. Check it there and propose the change again`,
  );
