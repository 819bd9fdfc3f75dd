import { z } from "zod";
import type { SyncedEvent } from "../../_domain/syncs/records.ts";
import { type GoogleOptions, googleListing } from "../google-listing.ts";
import {
  deletedRecord,
  filteredRecord,
  presentRecord,
  read,
  recordsOf,
  settingsOf,
  unreadableRecord,
} from "../listing.ts";
import { daysAfter, isWindowOver, readCursor, writeCursor } from "../sync-cursor.ts";
import { unreadableAnswer } from "../sync-failure.ts";
import { type SyncAdapter, SyncError } from "../sync-port.ts";

const VENDOR = "Google Calendar";
const PAGE_SIZE = 250;
// Repeating events may have no end, so they are listed for the next year. They are listed again when less than nine
// months of that year are left.
const DAYS_AHEAD = 366;
const RENEW_WITH_DAYS_LEFT = 270;
/** The hours after a full listing before a calendar that could not be read causes another one. */
const REPEAT_AFTER_HOURS = 24;
const HOUR_MS = 3_600_000;

const Settings = z.object({
  /** The person whom the service account acts as. */
  subject: z.email(),
  calendar_ids: z.array(z.string().min(1)).min(1).max(1000),
  /** The first day that is synced. It is fixed, so that no full listing lacks events of an earlier one. */
  since: z.iso.date(),
});

const Cursor = z.object({
  began_at: z.string(),
  until: z.string(),
  is_full: z.boolean(),
  /** When the last full listing began. */
  full_at: z.string().nullable().default(null),
  /** Whether every calendar could be read since then. */
  is_complete: z.boolean().default(true),
  /** The sync token of each listed calendar. */
  sync_tokens: z.record(z.string(), z.string()),
  /** Calendars that remain in this run; empty between two runs. */
  remaining: z.array(z.string()),
  page_token: z.string().nullable(),
});
type Cursor = z.output<typeof Cursor>;

const Instant = z.iso.datetime({ offset: true });
const Moment = z.object({
  date: z.iso.date().nullish(),
  dateTime: Instant.nullish(),
  timeZone: z.string().nullish(),
});
const Cancelled = z.object({
  id: z.string().min(1),
  status: z.literal("cancelled"),
  updated: Instant.nullish(),
});
/** An entry that is left out. Its other fields are not read, so that no failure stores its text. */
const LeftOutEntry = z
  .object({
    id: z.string().min(1),
    updated: Instant.nullish().catch(null),
    visibility: z.unknown().optional(),
    eventType: z.unknown().optional(),
  })
  .transform((entry) => ({
    ...entry,
    status: "left out" as const,
    reason: reasonToLeaveOut(entry),
  }))
  .refine(({ reason }) => reason !== null);
const Present = z.object({
  id: z.string().min(1),
  status: z.enum(["confirmed", "tentative"]).default("confirmed"),
  etag: z.string().nullish(),
  updated: Instant,
  summary: z.string().nullish(),
  description: z.string().nullish(),
  location: z.string().nullish(),
  htmlLink: z.string().nullish(),
  iCalUID: z.string().nullish(),
  recurringEventId: z.string().nullish(),
  start: Moment,
  end: Moment,
  organizer: z.object({ email: z.string().nullish() }).nullish(),
  attendees: z.array(z.object({ email: z.string().nullish() })).nullish(),
});
const Event = z.union([
  Cancelled,
  LeftOutEntry,
  Present.refine(({ start, end }) => instantOf(start) && instantOf(end)),
]);
const Page = z.object({
  items: z.array(z.unknown()).default([]),
  updated: z.string().nullish(),
  nextPageToken: z.string().nullish(),
  nextSyncToken: z.string().nullish(),
});

export function googleEvents(options: GoogleOptions): SyncAdapter {
  const now = options.now ?? (() => new Date());
  return {
    provider: "google_calendar",
    stream: "events",
    async list({ cursor: text, settings: input, secret, baseUrl, signal }) {
      const settings = settingsOf(VENDOR, Settings, input);
      const at = now();
      const storedCursor = readCursor(VENDOR, Cursor, text);
      const isIdle = storedCursor?.remaining.length === 0;
      const isDue =
        isIdle &&
        (isWindowOver(storedCursor.until, at, RENEW_WITH_DAYS_LEFT) ||
          isToRepeat(storedCursor, at));
      const first: Cursor = {
        began_at: at.toISOString(),
        until: daysAfter(at, DAYS_AHEAD).toISOString(),
        is_full: true,
        full_at: at.toISOString(),
        is_complete: true,
        sync_tokens: {},
        remaining: settings.calendar_ids,
        page_token: null,
      };
      const cursor = storedCursor === null || isDue ? first : storedCursor;
      if (isIdle && !isDue) {
        const remaining = settings.calendar_ids;
        Object.assign(cursor, { began_at: at.toISOString(), is_full: false, remaining });
      }

      const [calendarId = "", ...otherCalendars] = cursor.remaining;
      const syncToken = cursor.sync_tokens[calendarId];
      const query = new URLSearchParams({
        // The parameters must be the same with and without a token: other parameters would invalidate it.
        singleEvents: "true",
        maxResults: String(PAGE_SIZE),
        ...(syncToken
          ? { syncToken }
          : { timeMin: `${settings.since}T00:00:00Z`, timeMax: cursor.until }),
        ...(cursor.page_token && { pageToken: cursor.page_token }),
      });
      const scope = "https://www.googleapis.com/auth/calendar.readonly";
      const vendor = googleListing(VENDOR, options, {
        secret,
        subject: settings.subject,
        scope,
        signal,
      });
      const url = `${baseUrl}/calendars/${encodeURIComponent(calendarId)}/events?${query}`;
      const isOnly = settings.calendar_ids.length === 1;
      const answer = await vendor
        .ask({ url, ...((syncToken || cursor.page_token) && { deadCursorStatuses: [400] }) })
        .catch((error: unknown) => {
          // A calendar that cannot be read must not look empty, and must not keep the others from being read.
          if (isOnly || !(error instanceof SyncError) || error.failure !== "forbidden") throw error;
          return error;
        });
      if (answer instanceof SyncError) {
        const hasMore = otherCalendars.length > 0;
        return {
          records: [unreadableRecord(`${calendarId}/`, { error: answer.message })],
          cursor: writeCursor({
            ...cursor,
            remaining: otherCalendars,
            page_token: null,
            is_complete: false,
          }),
          hasMore,
          isSnapshot: false,
          confirmedAt: hasMore ? null : cursor.began_at,
          ...vendor.counts(),
        };
      }
      const page = read(VENDOR, Page, answer);
      // A response with neither token is not a page: even an empty calendar has a sync token.
      if (!page.nextPageToken && !page.nextSyncToken) throw unreadableAnswer(VENDOR);

      const fullId = (id: string) => `${calendarId}/${id}`;
      const records = recordsOf(
        VENDOR,
        page.items,
        Event,
        (event) => recordOf(event, calendarId, fullId(event.id), page.updated ?? cursor.began_at),
        fullId,
      );
      const pageToken = page.nextPageToken ?? null;
      const remaining = pageToken ? cursor.remaining : otherCalendars;
      const hasMore = remaining.length > 0;
      return {
        records,
        cursor: writeCursor({
          ...cursor,
          remaining,
          page_token: pageToken,
          sync_tokens: {
            ...cursor.sync_tokens,
            ...(page.nextSyncToken && { [calendarId]: page.nextSyncToken }),
          },
        }),
        hasMore,
        isSnapshot: cursor.is_full && cursor.is_complete && !hasMore,
        confirmedAt: hasMore ? null : cursor.began_at,
        ...vendor.counts(),
      };
    },
  };
}

/** Only a full listing shows what was removed while a calendar could not be read, and that it can be read again. */
function isToRepeat({ is_complete, full_at }: Cursor, at: Date): boolean {
  const since = at.getTime() - Date.parse(full_at ?? "1970-01-01");
  return !is_complete && since >= REPEAT_AFTER_HOURS * HOUR_MS;
}

// Entries of a person's day, not events that anyone attends.
const PERSONAL: unknown[] = ["birthday", "focusTime", "outOfOffice", "workingLocation"];
const SHARED: unknown[] = [undefined, null, "default", "public"];

/** A visibility that is unknown here counts as private. */
function reasonToLeaveOut(entry: { visibility?: unknown; eventType?: unknown }): string | null {
  if (!SHARED.includes(entry.visibility)) return "private";
  return PERSONAL.includes(entry.eventType) ? "personal" : null;
}

function recordOf(
  event: z.output<typeof Event>,
  calendarId: string,
  externalId: string,
  calendarUpdated: string,
) {
  // A deleted event may have nothing but an id.
  if (event.status === "cancelled")
    return deletedRecord(externalId, event.updated ?? calendarUpdated);
  if (event.status === "left out") {
    return filteredRecord(externalId, event.updated ?? calendarUpdated, event.reason ?? "private");
  }
  return presentRecord(externalId, event.updated, {
    calendar_id: calendarId,
    summary: event.summary || null,
    description: event.description || null,
    location: event.location || null,
    starts_at: instantOf(event.start) ?? "",
    ends_at: instantOf(event.end) ?? "",
    is_all_day: !event.start.dateTime,
    time_zone: event.start.timeZone ?? null,
    status: event.status,
    organizer_email: event.organizer?.email ?? null,
    attendees: (event.attendees ?? []).flatMap(({ email }) => (email ? [email] : [])),
    etag: event.etag ?? null,
    url: event.htmlLink ?? null,
    uid: event.iCalUID ?? null,
    series_id: event.recurringEventId ?? null,
  } satisfies SyncedEvent);
}

function instantOf({ date, dateTime }: z.output<typeof Moment>): string | null {
  return dateTime ?? (date ? `${date}T00:00:00Z` : null);
}
