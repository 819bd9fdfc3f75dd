import { z } from "zod";
import type { SyncedHours } from "../../_domain/syncs/records.ts";
import {
  type Credentials,
  filteredRecord,
  fixedCredentials,
  type Listing,
  listing,
  presentRecord,
  read,
  recordsOf,
  settingsOf,
} from "../listing.ts";
import { isListingDue, lowerBound, newer, readCursor, writeCursor } from "../sync-cursor.ts";
import type { SyncAdapter } from "../sync-port.ts";

const VENDOR = "Harvest";
const PAGE_SIZE = 2000;
// Harvest reports no deletions, so everything is listed once a day.
const FULL_LISTING_DAYS = 1;
// Harvest's `updated_since` counts in seconds, and it is not documented whether it is inclusive.
const OVERLAP_MS = 60_000;

const Settings = z.object({
  account_id: z.string().regex(/^\d+$/),
  /** The first day that is synced. It is fixed, because hours before it count as not synced. */
  since: z.iso.date().optional(),
});

const Cursor = z.object({
  listed_at: z.string(),
  began_at: z.string(),
  /** Null while the full listing runs. */
  updated_since: z.string().nullable(),
  newest: z.string().nullable(),
  /** The page to read next; null between two runs. */
  page: z.int().nullable(),
  /** The number of entries when the listing began. If it changes, entries have moved between pages. */
  total: z.int().nullable(),
});

const NameRef = z.object({ id: z.int(), name: z.string().nullish() });
const TimeEntry = z.object({
  id: z.int(),
  spent_date: z.iso.date(),
  hours: z.number(),
  notes: z.string().nullish(),
  billable: z.boolean().nullish(),
  is_running: z.boolean().nullish(),
  updated_at: z.iso.datetime({ offset: true }),
  user: NameRef,
  project: NameRef,
  task: NameRef.nullish(),
});
const Page = z.object({
  time_entries: z.array(z.unknown()),
  total_entries: z.int(),
  next_page: z.int().nullable(),
});
const Updated = z.array(z.object({ updated_at: z.string() }));
const Users = z.object({
  users: z.array(z.object({ id: z.int(), email: z.string().nullish() })),
});

export function harvestHours(now: () => Date = () => new Date()): SyncAdapter {
  return {
    provider: "harvest",
    stream: "hours",
    async list({ cursor: text, settings: input, secret, baseUrl, signal }) {
      const settings = settingsOf(VENDOR, Settings, input);
      const at = now();
      const storedCursor = readCursor(VENDOR, Cursor, text);
      const isIdle = storedCursor !== null && storedCursor.page === null;
      const isDue = isIdle && isListingDue(storedCursor.listed_at, at, FULL_LISTING_DAYS);
      const first = {
        listed_at: at.toISOString(),
        began_at: at.toISOString(),
        updated_since: null,
        newest: null,
        page: 1,
        total: null,
      };
      const cursor = storedCursor === null || isDue ? first : storedCursor;
      if (isIdle && !isDue) {
        Object.assign(cursor, { began_at: at.toISOString(), page: 1, total: null });
      }

      const vendor = listing(VENDOR, harvestCredentials(secret, settings.account_id), signal);
      const query = new URLSearchParams({
        page: String(cursor.page),
        per_page: String(PAGE_SIZE),
        ...(settings.since && { from: settings.since }),
        ...(cursor.updated_since && { updated_since: cursor.updated_since }),
      });
      const answer = await vendor.ask({ url: `${baseUrl}/time_entries?${query}` });
      const page = read(VENDOR, Page, answer);
      const emails = page.time_entries.length > 0 ? await emailsOf(vendor, baseUrl) : new Map();

      const records = recordsOf(VENDOR, page.time_entries, TimeEntry, (entry) => {
        const id = String(entry.id);
        // The hours of a running timer grow without a new version; the entry is listed again when the timer stops.
        if (entry.is_running) return filteredRecord(id, entry.updated_at, "running");
        return presentRecord(id, entry.updated_at, {
          project_external_id: String(entry.project.id),
          task_name: entry.task?.name ?? null,
          person_email: emails.get(entry.user.id) ?? null,
          person_name: entry.user.name ?? null,
          spent_on: entry.spent_date,
          hours: entry.hours,
          note: entry.notes || null,
          is_billable: entry.billable ?? false,
        } satisfies SyncedHours);
      });

      const isFull = cursor.updated_since === null;
      const hasMore = page.next_page !== null;
      const newest = (Updated.safeParse(page.time_entries).data ?? []).reduce(
        (newest, { updated_at }) => newer(newest, updated_at),
        cursor.newest,
      );
      const total = cursor.total ?? page.total_entries;
      const isComplete =
        isFull &&
        !hasMore &&
        total === page.total_entries &&
        (cursor.page === 1 || (await isUnchanged(vendor, baseUrl, cursor.began_at)));
      return {
        records,
        cursor: writeCursor({
          ...cursor,
          newest,
          total,
          page: page.next_page,
          ...(!hasMore && { updated_since: lowerBound(newest, cursor.began_at, OVERLAP_MS) }),
        }),
        hasMore,
        isSnapshot: isComplete,
        confirmedAt: hasMore ? null : cursor.began_at,
        ...vendor.counts(),
      };
    },
  };
}

export const harvestCredentials = (secret: string, accountId: string): Credentials =>
  fixedCredentials({
    authorization: `Bearer ${secret}`,
    "harvest-account-id": accountId,
    // Required: without it Harvest answers 400.
    "user-agent": "Countersign (time-tracking-sync)",
  });

/**
 * Whether no entry has changed since an instant. The number of entries is not enough: if an entry moves to another
 * day, others move to pages that were already read, and the number stays the same.
 */
async function isUnchanged(vendor: Listing, baseUrl: string, since: string): Promise<boolean> {
  // Harvest rounds the times of changes down to a second.
  const updated_since = new Date(Date.parse(since) - 1000).toISOString();
  const query = new URLSearchParams({ updated_since, per_page: "1" });
  const answer = await vendor.ask({ url: `${baseUrl}/time_entries?${query}` });
  return read(VENDOR, Page, answer).total_entries === 0;
}

/** Time entries name people without their addresses. */
async function emailsOf(vendor: Listing, baseUrl: string): Promise<Map<number, string>> {
  const query = new URLSearchParams({ per_page: String(PAGE_SIZE) });
  // Harvest does not let members read the list of users. With a member's token, hours are synced without addresses.
  const answer = await vendor.ask({ url: `${baseUrl}/users?${query}`, accept: 403 });
  if (answer.status === 403) return new Map();
  const { users } = read(VENDOR, Users, answer);
  return new Map(users.flatMap(({ id, email }) => (email ? [[id, email] as const] : [])));
}
