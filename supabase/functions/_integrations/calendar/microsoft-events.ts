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
import { unreadable } from "../sync-failure.ts";
import { type SyncAdapter, SyncError } from "../sync-port.ts";

const VENDOR = "Microsoft 365";
const PAGE_SIZE = 100;
const DAYS_AHEAD = 366;
const RENEWED_WITH_DAYS_LEFT = 270;

const Settings = z.object({
  /** Mailboxes whose calendars are synced. */
  mailboxes: z.array(z.email()).min(1).max(1000),
  /** The first day that is synced; fixed, so that each full listing contains the one before. */
  since: z.iso.date(),
});

const Cursor = z.object({
  began_at: z.string(),
  until: z.string(),
  is_full: z.boolean(),
  /** Every mailbox of this listing could be read. */
  is_complete: z.boolean().default(true),
  /** Parameters of the next request for each mailbox: a delta token, or a position in its listing. */
  positions: z.record(z.string(), z.string()),
  remaining: z.array(z.string()),
});
type Cursor = z.output<typeof Cursor>;

const Moment = z.object({ dateTime: z.string(), timeZone: z.string() });
const Address = z.object({ emailAddress: z.object({ address: z.string().nullish() }).nullish() });
const Removed = z.object({ id: z.string().min(1), "@removed": z.object({}) });
/** A private event: nothing else of it is read, so that no failure stores its text. */
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
const Page = z.object({
  value: z.array(z.unknown()),
  "@odata.nextLink": z.string().nullish(),
  "@odata.deltaLink": z.string().nullish(),
});

/** Graph has no machine-readable description among those that this adapter was checked with. */
export function microsoftEvents(options: MicrosoftOptions): SyncAdapter {
  const now = options.now ?? (() => new Date());
  return {
    provider: "microsoft_graph",
    stream: "events",
    async list({ cursor: text, settings: chosen, secret, baseUrl, signal }) {
      const settings = settingsOf(VENDOR, Settings, chosen);
      const at = now();
      const known = readCursor(VENDOR, Cursor, text);
      const isIdle = known?.remaining.length === 0;
      const isDue = isIdle && isWindowOver(known.until, at, RENEWED_WITH_DAYS_LEFT);
      const first: Cursor = {
        began_at: at.toISOString(),
        until: daysAfter(at, DAYS_AHEAD).toISOString(),
        is_full: true,
        is_complete: true,
        positions: {},
        remaining: settings.mailboxes,
      };
      const cursor = known === null || isDue ? first : known;
      if (isIdle && !isDue) {
        const remaining = settings.mailboxes;
        Object.assign(cursor, {
          began_at: at.toISOString(),
          is_full: false,
          is_complete: true,
          remaining,
        });
      }

      const [mailbox = "", ...others] = cursor.remaining;
      const window = new URLSearchParams({
        startDateTime: `${settings.since}T00:00:00Z`,
        endDateTime: cursor.until,
      });
      const position = cursor.positions[mailbox];
      const url = `${baseUrl}/users/${encodeURIComponent(mailbox)}/calendarView/delta`;
      const vendor = microsoftListing(options, secret, signal);
      const isOnly = settings.mailboxes.length === 1;
      const answer = await vendor
        .ask({
          url: `${url}?${position ?? window}`,
          headers: { prefer: `odata.maxpagesize=${PAGE_SIZE}, outlook.timezone="UTC"` },
        })
        .catch((error: unknown) => {
          // One mailbox that cannot be read stops no other, and must not look empty.
          if (isOnly || !(error instanceof SyncError) || error.failure !== "forbidden") throw error;
          return error;
        });
      if (answer instanceof SyncError) {
        const hasMore = others.length > 0;
        return {
          records: [unreadableRecord(`${mailbox}/`, { error: answer.message })],
          cursor: writeCursor({ ...cursor, remaining: others, is_complete: false }),
          hasMore,
          isSnapshot: false,
          confirmedAt: hasMore ? null : cursor.began_at,
          ...vendor.counts(),
        };
      }
      const page = read(VENDOR, Page, answer);
      const next = page["@odata.nextLink"] ?? null;
      const link = next ?? page["@odata.deltaLink"];
      if (!link) throw unreadable(VENDOR);

      const fullId = (id: string) => `${mailbox}/${id}`;
      const remaining = next ? cursor.remaining : others;
      const hasMore = remaining.length > 0;
      return {
        records: recordsOf(
          VENDOR,
          page.value,
          z.union([Removed, Private, Present]),
          (event) => {
            const id = fullId(event.id);
            if ("@removed" in event) return deletedRecord(id, cursor.began_at);
            if ("isPrivate" in event) {
              return filteredRecord(id, event.lastModifiedDateTime ?? cursor.began_at, "private");
            }
            return recordOf(event, mailbox, id, cursor.began_at);
          },
          fullId,
        ),
        cursor: writeCursor({
          ...cursor,
          remaining,
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

/** The parameters of a link, without its address: our token is sent to no address that a response names. */
function parametersOf(link: string): string {
  try {
    return new URL(link).searchParams.toString();
  } catch {
    throw unreadable(VENDOR);
  }
}

function recordOf(event: Present, mailbox: string, externalId: string, beganAt: string) {
  const version = event.lastModifiedDateTime ?? beganAt;
  if (event.isCancelled) return deletedRecord(externalId, version);
  // The series itself; its occurrences are listed beside it.
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

/** Requested in UTC, Graph writes instants without saying so, with seven digits of a second. */
export const utc = (text: string) => (/(Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`);
