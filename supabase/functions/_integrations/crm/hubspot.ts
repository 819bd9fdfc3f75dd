import { z } from "zod";
import type { SyncedCompany, SyncedContact, SyncedDeal } from "../../_domain/syncs/records.ts";
import {
  fixedCredentials,
  type Listing,
  listing,
  presentRecord,
  read,
  recordsOf,
} from "../listing.ts";
import type { VendorAnswer } from "../request.ts";
import { isListingDue, readCursor, writeCursor } from "../sync-cursor.ts";
import { unreadableAnswer } from "../sync-failure.ts";
import type { SyncAdapter, SyncFailure } from "../sync-port.ts";

const VENDOR = "HubSpot";
const LIST_SIZE = 100;
const SEARCH_SIZE = 200;
// A search does not find deleted records, so everything is listed once a day.
const FULL_LISTING_DAYS = 1;
// The search index lags behind changes, so each search begins a few minutes earlier.
const OVERLAP_MS = 5 * 60_000;

interface Stream {
  stream: "companies" | "contacts" | "deals";
  /** The object type in the path. For deals, HubSpot's API description gives only its number. */
  type: string;
  changedAt: string;
  properties: string[];
  dataOf(properties: Properties): SyncedCompany | SyncedContact | SyncedDeal;
}
type Properties = Record<string, string | null | undefined>;

const MERGED = "hs_merged_object_ids";
const mergedIds = (properties: Properties) =>
  (properties[MERGED] ?? "").split(";").filter((id) => id !== "");
const text = (value: string | null | undefined) => value || null;

const companies: Stream = {
  stream: "companies",
  type: "companies",
  changedAt: "hs_lastmodifieddate",
  properties: ["name", "domain"],
  dataOf: (properties) => ({
    name: text(properties["name"]),
    domain: text(properties["domain"]),
    merged_external_ids: mergedIds(properties),
  }),
};
const contacts: Stream = {
  stream: "contacts",
  type: "contacts",
  changedAt: "lastmodifieddate",
  properties: ["email", "firstname", "lastname", "phone", "jobtitle", "associatedcompanyid"],
  dataOf: (properties) => ({
    email: text(properties["email"]),
    first_name: text(properties["firstname"]),
    last_name: text(properties["lastname"]),
    phone: text(properties["phone"]),
    job_title: text(properties["jobtitle"]),
    company_external_id: text(properties["associatedcompanyid"]),
    merged_external_ids: mergedIds(properties),
  }),
};
const deals: Stream = {
  stream: "deals",
  type: "0-3",
  changedAt: "hs_lastmodifieddate",
  properties: [
    "dealname",
    "dealstage",
    "pipeline",
    "amount",
    "deal_currency_code",
    "closedate",
    "hs_primary_associated_company",
  ],
  dataOf: (properties) => ({
    name: text(properties["dealname"]),
    stage: text(properties["dealstage"]),
    pipeline: text(properties["pipeline"]),
    amount: text(properties["amount"]),
    currency: text(properties["deal_currency_code"]),
    close_on: text(properties["closedate"]?.slice(0, 10)),
    company_external_id: text(properties["hs_primary_associated_company"]),
    merged_external_ids: mergedIds(properties),
  }),
};

const Cursor = z.object({
  listed_at: z.string(),
  began_at: z.string(),
  is_running: z.boolean(),
  /** The last change that was seen, in milliseconds. */
  newest: z.int().nullable(),
  position: z.discriminatedUnion("phase", [
    /** The full listing, in the order of ids. */
    z.object({ phase: z.literal("list"), after: z.string().nullable() }),
    /** Changes since an instant in milliseconds, oldest first. */
    z.object({ phase: z.literal("search"), from: z.int() }),
    /** Records that changed in the same millisecond and fill more than a page, in the order of ids. */
    z.object({ phase: z.literal("instant"), at: z.int(), after_id: z.string() }),
  ]),
});
type Cursor = z.output<typeof Cursor>;
type Position = Cursor["position"];

const CrmRecord = z.object({
  id: z.string().min(1),
  properties: z.record(z.string(), z.string().nullable()),
  updatedAt: z.iso.datetime({ offset: true }),
});
const Page = z.object({
  results: z.array(z.looseObject({ id: z.string().min(1), updatedAt: z.string() })),
  paging: z.object({ next: z.object({ after: z.string() }).nullish() }).nullish(),
});
type Page = z.output<typeof Page>;

export const objectTypes = [companies, contacts, deals];

export function hubSpot(now: () => Date = () => new Date()): SyncAdapter[] {
  return objectTypes.map((stream) => adapterOf(stream, now));
}

/**
 * The first run lists everything by id; later runs search for changes. A search returns at most 10,000 records, in
 * numbered pages. So only its first page is read, and the next search begins at the last change of that page.
 */
function adapterOf(stream: Stream, now: () => Date): SyncAdapter {
  return {
    provider: "hubspot",
    stream: stream.stream,
    async list({ cursor: text, secret, baseUrl, signal }) {
      const at = now();
      const storedCursor = readCursor(VENDOR, Cursor, text);
      const isIdle = storedCursor !== null && !storedCursor.is_running;
      const isDue = isIdle && isListingDue(storedCursor.listed_at, at, FULL_LISTING_DAYS);
      const first: Cursor = {
        listed_at: at.toISOString(),
        began_at: at.toISOString(),
        is_running: true,
        newest: null,
        position: { phase: "list", after: null },
      };
      const cursor = storedCursor === null || isDue ? first : storedCursor;
      if (isIdle && !isDue) {
        cursor.began_at = at.toISOString();
      }

      const credentials = fixedCredentials({ authorization: `Bearer ${secret}` });
      const vendor = listing(VENDOR, credentials, signal, hubSpotFailure);
      const url = `${baseUrl}/crm/v3/objects/${stream.type}`;
      const { position } = cursor;
      const page = await readPage(vendor, url, stream, position);
      const changes = page.results.map((result) => changeOf(result, stream));
      const newest = Math.max(cursor.newest ?? 0, ...changes) || null;
      const next = nextPosition(position, page, changes);
      const start = Date.parse(cursor.began_at);
      // A record dated in the future must not hide later changes.
      const from = Math.max(0, Math.min(newest ?? start, start) - OVERLAP_MS);
      return {
        records: recordsOf(VENDOR, page.results, CrmRecord, ({ id, properties, updatedAt }) =>
          presentRecord(id, updatedAt, { ...stream.dataOf(properties) }),
        ),
        cursor: writeCursor({
          ...cursor,
          newest,
          position: next ?? { phase: "search", from },
          is_running: next !== null,
        }),
        hasMore: next !== null,
        isSnapshot: position.phase === "list" && next === null,
        confirmedAt: next ? null : cursor.began_at,
        ...vendor.counts(),
      };
    },
  };
}

async function readPage(
  vendor: Listing,
  url: string,
  stream: Stream,
  position: Position,
): Promise<Page> {
  const properties = [...stream.properties, stream.changedAt, MERGED];
  if (position.phase === "list") {
    const query = new URLSearchParams({
      limit: String(LIST_SIZE),
      archived: "false",
      properties: properties.join(","),
      ...(position.after && { after: position.after }),
    });
    const deadCursorStatuses = position.after ? [400, 404] : [];
    return read(VENDOR, Page, await vendor.ask({ url: `${url}?${query}`, deadCursorStatuses }));
  }
  const condition = (propertyName: string, operator: string, value: string) => ({
    propertyName,
    operator,
    value,
  });
  const filters =
    position.phase === "search"
      ? [condition(stream.changedAt, "GTE", String(position.from))]
      : [
          condition(stream.changedAt, "EQ", String(position.at)),
          condition("hs_object_id", "GT", position.after_id),
        ];
  const body = {
    filterGroups: [{ filters }],
    sorts: [position.phase === "search" ? stream.changedAt : "hs_object_id"],
    properties,
    limit: SEARCH_SIZE,
    after: "0",
  };
  return read(VENDOR, Page, await vendor.ask({ url: `${url}/search`, method: "POST", body }));
}

/** Null after the last page. */
function nextPosition(
  position: Position,
  { results, paging }: Page,
  changes: number[],
): Position | null {
  const after = paging?.next?.after ?? null;
  const last = results.at(-1);
  if (position.phase === "list") return after === null ? null : { phase: "list", after };
  if (position.phase === "instant") {
    return after !== null && last
      ? { ...position, after_id: last.id }
      : { phase: "search", from: position.at + 1 };
  }
  if (changes.some((change, index) => change < (changes[index - 1] ?? 0)))
    throw unreadableAnswer(VENDOR);
  const newest = changes.at(-1);
  if (after === null || newest === undefined) return null;
  return newest > position.from
    ? { phase: "search", from: newest }
    : { phase: "instant", at: newest, after_id: "0" };
}

function changeOf(result: Page["results"][number], stream: Stream): number {
  const properties = result["properties"] as Properties | undefined;
  return Date.parse(properties?.[stream.changedAt] ?? result.updatedAt);
}

const AuthError = z.object({ category: z.string() });

/** A 401 without these categories does not mean a revoked grant, according to HubSpot's documentation. */
export function hubSpotFailure({ status, body }: VendorAnswer): SyncFailure | null {
  const category = AuthError.safeParse(body).data?.category ?? "";
  if (status === 401) {
    return /^(INVALID|EXPIRED|REVOKED)_AUTHENTICATION$/.test(category)
      ? "grant_dead"
      : "unavailable";
  }
  return category === "RATE_LIMITS" ? "rate_limited" : null;
}
