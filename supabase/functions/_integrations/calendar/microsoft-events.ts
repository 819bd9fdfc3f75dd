import { z } from "zod";
import type { SyncedEvent } from "../../_domain/syncs/records.ts";
import {
  deletedRecord,
  filteredRecord,
  presentRecord,
  read,
  recordsOf,
  settingsOf,
  unreadableRecord,
} from "../listing.ts";
import { type MicrosoftOptions, microsoftListing } from "../microsoft-listing.ts";
import { daysAfter, isWindowOver, readCursor, writeCursor } from "../sync-cursor.ts";
import { unreadableAnswer } from "../sync-failure.ts";
import { type SyncAdapter, SyncError } from "../sync-port.ts";

const VENDOR = "Microsoft 365";
const PAGE_SIZE = 100;
const DAYS_AHEAD = 366;
const RENEW_WITH_DAYS_LEFT = 270;
/** The hours after a full listing before a changed series may cause another one. */
const RELIST_AFTER_HOURS = 6;
/** The hours after a full listing before a mailbox that could not be read causes another one. */
const REPEAT_AFTER_HOURS = 24;

const Settings = z.object({
  /** Mailboxes whose calendars are synced. */
  mailboxes: z.array(z.email()).min(1).max(1000),
  /** The first day that is synced. It is fixed, so that no full listing lacks events of an earlier one. */
  since: z.iso.date(),
});

const Cursor = z.object({
  began_at: z.string(),
  until: z.string(),
  is_full: z.boolean(),
  /** When the last full listing began. */
  full_at: z.string().nullable().default(null),
  /** Whether every mailbox could be read since then. */
  is_complete: z.boolean().default(true),
  /**
   * Whether a series has changed since then. If a single occurrence is cancelled, no delta reports it; only a full
   * listing shows that it is missing.
   */
  has_changed_series: z.boolean().default(false),
  /** The parameters of the next request for each mailbox: a delta token, or a position in its listing. */
  positions: z.record(z.string(), z.string()),
  remaining: z.array(z.string()),
});
type Cursor = z.output<typeof Cursor>;

const Moment = z.object({ dateTime: z.string(), timeZone: z.string() });
const Address = z.object({ emailAddress: z.object({ address: z.string().nullish() }).nullish() });
const Removed = z.object({ id: z.string().min(1), "@removed": z.object({}) });
/** A private event. Its other fields are not read, so that no failure stores its text. */
const Private = z
  .object({
    id: z.string().min(1),
    lastModifiedDateTime: z.string().nullish().catch(null),
    sensitivity: z.unknown().optional(),
  })
  .refine(({ sensitivity }) => ![undefined, null, "", "normal"].includes(sensitivity as string))
  .transform(({ id, lastModifiedDateTime }) => ({ id, lastModifiedDateTime, isPrivate: true }));
const Present = z.object({
  id: z.string().min(1),
  type: z.string().nullish(),
  subject: z.string().nullish(),
  bodyPreview: z.string().nullish(),
  location: z.object({ displayName: z.string().nullish() }).nullish(),
  start: Moment,
  end: Moment,
  isAllDay: z.boolean().nullish(),
  isCancelled: z.boolean().nullish(),
  showAs: z.string().nullish(),
  organizer: Address.nullish(),
  attendees: z.array(Address).nullish(),
  webLink: z.string().nullish(),
  iCalUId: z.string().nullish(),
  seriesMasterId: z.string().nullish(),
  lastModifiedDateTime: z.string().nullish(),
  "@odata.etag": z.string().nullish(),
});
type Present = z.output<typeof Present>;
/** An occurrence, as a delta lists it: its text is that of its series. */
const Occurrence = z
  .object({
    id: z.string().min(1),
    type: z.literal("occurrence"),
    seriesMasterId: z.string().min(1),
    start: Moment,
    end: Moment,
    subject: z.undefined().optional(),
    "@odata.etag": z.string().nullish(),
  })
  .transform((occurrence) => ({ ...occurrence, isOccurrence: true }));
type Occurrence = z.output<typeof Occurrence>;
const Series = z.union([Private, Present]);
type Series = z.output<typeof Series>;
/** The fields that Series reads. */
const SERIES_FIELDS =
  "id,type,subject,bodyPreview,location,start,end,isAllDay,isCancelled,showAs,organizer,attendees,webLink,iCalUId,sensitivity,lastModifiedDateTime";
const HOUR_MS = 3_600_000;
const Page = z.object({
  value: z.array(z.unknown()),
  "@odata.nextLink": z.string().nullish(),
  "@odata.deltaLink": z.string().nullish(),
});

/** No machine-readable description of Graph was available, so this adapter was checked without one. */
export function microsoftEvents(options: MicrosoftOptions): SyncAdapter {
  const now = options.now ?? (() => new Date());
  return {
    provider: "microsoft_graph",
    stream: "events",
    async list({ cursor: text, settings: input, secret, baseUrl, signal }) {
      const settings = settingsOf(VENDOR, Settings, input);
      const at = now();
      const previous = readCursor(VENDOR, Cursor, text);
      const isIdle = previous?.remaining.length === 0;
      const isDue =
        isIdle &&
        (isWindowOver(previous.until, at, RENEW_WITH_DAYS_LEFT) || isFullListingDue(previous, at));
      const first: Cursor = {
        began_at: at.toISOString(),
        until: daysAfter(at, DAYS_AHEAD).toISOString(),
        is_full: true,
        is_complete: true,
        full_at: at.toISOString(),
        has_changed_series: false,
        positions: {},
        remaining: settings.mailboxes,
      };
      const cursor = previous === null || isDue ? first : previous;
      if (isIdle && !isDue) {
        const remaining = settings.mailboxes;
        Object.assign(cursor, { began_at: at.toISOString(), is_full: false, remaining });
      }

      const [mailbox = "", ...otherMailboxes] = cursor.remaining;
      const window = new URLSearchParams({
        startDateTime: `${settings.since}T00:00:00Z`,
        endDateTime: cursor.until,
      });
      const position = cursor.positions[mailbox];
      const user = `${baseUrl}/users/${encodeURIComponent(mailbox)}`;
      const headers = { prefer: `odata.maxpagesize=${PAGE_SIZE}, outlook.timezone="UTC"` };
      const vendor = microsoftListing(options, secret, signal);
      const isOnly = settings.mailboxes.length === 1;
      const answer = await vendor
        .ask({
          url: `${user}/calendarView/delta?${position ?? window}`,
          headers,
        })
        .catch((error: unknown) => {
          // A mailbox that cannot be read must not look empty, and must not keep the others from being read.
          if (isOnly || !(error instanceof SyncError) || error.failure !== "forbidden") throw error;
          return error;
        });
      if (answer instanceof SyncError) {
        const hasMore = otherMailboxes.length > 0;
        return {
          records: [unreadableRecord(`${mailbox}/`, { error: answer.message })],
          cursor: writeCursor({ ...cursor, remaining: otherMailboxes, is_complete: false }),
          hasMore,
          isSnapshot: false,
          confirmedAt: hasMore ? null : cursor.began_at,
          ...vendor.counts(),
        };
      }
      const page = read(VENDOR, Page, answer);
      const next = page["@odata.nextLink"] ?? null;
      const link = next ?? page["@odata.deltaLink"];
      if (!link) throw unreadableAnswer(VENDOR);

      const fullId = (id: string) => `${mailbox}/${id}`;
      const remaining = next ? cursor.remaining : otherMailboxes;
      const hasMore = remaining.length > 0;
      const series = await seriesOf(page.value, async (id) => {
        const url = `${user}/events/${encodeURIComponent(id)}?$select=${SERIES_FIELDS}`;
        const event = await vendor.ask({ url, headers, accept: 404 });
        return event.status === 404 ? null : read(VENDOR, Series, event);
      });
      return {
        records: recordsOf(
          VENDOR,
          page.value,
          z.union([Removed, Private, Occurrence, Present]),
          (event) => {
            const id = fullId(event.id);
            if ("@removed" in event) return deletedRecord(id, cursor.began_at);
            if ("isPrivate" in event) {
              return filteredRecord(id, event.lastModifiedDateTime ?? cursor.began_at, "private");
            }
            if ("isOccurrence" in event) {
              const parent = series.get(event.seriesMasterId) ?? null;
              return occurrenceOf(event, parent, mailbox, id, cursor.began_at);
            }
            return recordOf(event, mailbox, id, cursor.began_at);
          },
          fullId,
        ),
        cursor: writeCursor({
          ...cursor,
          remaining,
          has_changed_series: cursor.has_changed_series || (!cursor.is_full && series.size > 0),
          positions: { ...cursor.positions, [mailbox]: parametersOf(link) },
        }),
        hasMore,
        isSnapshot: cursor.is_full && cursor.is_complete && !hasMore,
        confirmedAt: hasMore ? null : cursor.began_at,
        ...vendor.counts(),
      };
    },
  };
}

/** Only a full listing shows what was removed while a mailbox could not be read, and that it can be read again. */
function isFullListingDue({ has_changed_series, is_complete, full_at }: Cursor, at: Date): boolean {
  const since = at.getTime() - Date.parse(full_at ?? "1970-01-01");
  return (
    (has_changed_series && since >= RELIST_AFTER_HOURS * HOUR_MS) ||
    (!is_complete && since >= REPEAT_AFTER_HOURS * HOUR_MS)
  );
}

/**
 * The series of a page by id: those that it lists, and those of its occurrences, which are requested. Null for a
 * series that no longer exists.
 */
async function seriesOf(
  items: unknown[],
  ask: (id: string) => Promise<Series | null>,
): Promise<Map<string, Series | null>> {
  const series = new Map<string, Series | null>();
  for (const item of items) {
    if (!z.looseObject({ type: z.literal("seriesMaster") }).safeParse(item).success) continue;
    const { data } = Series.safeParse(item);
    if (data) series.set(data.id, data);
  }
  for (const item of items) {
    const id = Occurrence.safeParse(item).data?.seriesMasterId;
    if (id !== undefined && !series.has(id)) series.set(id, await ask(id));
  }
  return series;
}

/** Only the parameters of a link are used, because our token must not be sent to an address from a response. */
function parametersOf(link: string): string {
  try {
    return new URL(link).searchParams.toString();
  } catch {
    throw unreadableAnswer(VENDOR);
  }
}

/** An occurrence is as private as its series. If the series no longer exists, neither does the occurrence. */
function occurrenceOf(
  { id, start, end, seriesMasterId, "@odata.etag": etag }: Occurrence,
  series: Series | null,
  mailbox: string,
  externalId: string,
  beganAt: string,
) {
  if (!series) return deletedRecord(externalId, beganAt);
  if ("isPrivate" in series) {
    return filteredRecord(externalId, series.lastModifiedDateTime ?? beganAt, "private");
  }
  const event = { ...series, id, type: "occurrence", start, end, seriesMasterId };
  return recordOf({ ...event, "@odata.etag": etag }, mailbox, externalId, beganAt);
}

function recordOf(event: Present, mailbox: string, externalId: string, beganAt: string) {
  const version = event.lastModifiedDateTime ?? beganAt;
  if (event.isCancelled) return deletedRecord(externalId, version);
  // A series is not an event: its occurrences are listed separately.
  if (event.type === "seriesMaster") return filteredRecord(externalId, version, "series");
  return presentRecord(externalId, version, {
    calendar_id: mailbox,
    summary: event.subject || null,
    description: event.bodyPreview || null,
    location: event.location?.displayName || null,
    starts_at: utc(event.start.dateTime),
    ends_at: utc(event.end.dateTime),
    is_all_day: event.isAllDay ?? false,
    time_zone: null,
    status: event.showAs === "tentative" ? "tentative" : "confirmed",
    organizer_email: event.organizer?.emailAddress?.address ?? null,
    attendees: (event.attendees ?? []).flatMap(({ emailAddress }) => emailAddress?.address || []),
    etag: event["@odata.etag"] ?? null,
    url: event.webLink ?? null,
    uid: event.iCalUId ?? null,
    series_id: event.seriesMasterId ?? null,
  } satisfies SyncedEvent);
}

/** Graph returns the times that were requested in UTC without a zone, and with seven digits of a second. */
export const utc = (text: string) => (/(Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`);
