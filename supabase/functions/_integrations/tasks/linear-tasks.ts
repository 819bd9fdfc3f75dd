import { z } from "zod";
import type { SyncedTask } from "../../_domain/syncs/records.ts";
import {
  deletedRecord,
  filteredRecord,
  fixedCredentials,
  listing,
  presentRecord,
  read,
  recordsOf,
} from "../listing.ts";
import type { VendorAnswer } from "../request.ts";
import { isListingDue, lowerBound, newer, readCursor, writeCursor } from "../sync-cursor.ts";
import type { SyncAdapter, SyncFailure } from "../sync-port.ts";

const VENDOR = "Linear";
const PAGE_SIZE = 100;
// Linear lists issues in the trash, but not those that were removed from it, so everything is listed once a day.
const FULL_LISTING_DAYS = 1;
const OVERLAP_MS = 60_000;

/** Lists issues, including archived ones, because archiving or deleting an issue removes our task. */
export const LINEAR_ISSUES = `
query Issues($first: Int!, $after: String, $filter: IssueFilter, $orderBy: PaginationOrderBy!) {
  issues(first: $first, after: $after, filter: $filter, orderBy: $orderBy, includeArchived: true) {
    nodes {
      id
      title
      description
      url
      updatedAt
      archivedAt
      trashed
      dueDate
      state { name type }
      assignee { name email }
      labels { nodes { name } }
      team { id }
      project { id }
      parent { id }
    }
    pageInfo { hasNextPage endCursor }
  }
}`;

const Cursor = z.object({
  listed_at: z.string(),
  began_at: z.string(),
  /** The earliest change to read; null while the full listing runs. */
  since: z.string().nullable(),
  newest: z.string().nullable(),
  after: z.string().nullable(),
  is_running: z.boolean(),
});

const Issue = z.object({
  id: z.string().min(1),
  title: z.string(),
  description: z.string().nullish(),
  url: z.string().nullish(),
  updatedAt: z.iso.datetime({ offset: true }),
  archivedAt: z.string().nullish(),
  trashed: z.boolean().nullish(),
  dueDate: z.iso.date().nullish(),
  state: z.object({ name: z.string(), type: z.string() }),
  assignee: z.object({ name: z.string(), email: z.string().nullish() }).nullish(),
  labels: z.object({ nodes: z.array(z.object({ name: z.string() })) }),
  team: z.object({ id: z.string().min(1) }),
  project: z.object({ id: z.string().min(1) }).nullish(),
  parent: z.object({ id: z.string().min(1) }).nullish(),
});
type Issue = z.output<typeof Issue>;
const Answer = z.object({
  data: z.object({
    issues: z.object({
      nodes: z.array(z.looseObject({ updatedAt: z.string() })),
      pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
    }),
  }),
});

export function linearTasks(now: () => Date = () => new Date()): SyncAdapter {
  return {
    provider: "linear",
    stream: "tasks",
    async list({ cursor: text, secret, baseUrl, signal }) {
      const at = now();
      const storedCursor = readCursor(VENDOR, Cursor, text);
      const isIdle = storedCursor !== null && !storedCursor.is_running;
      const isDue = isIdle && isListingDue(storedCursor.listed_at, at, FULL_LISTING_DAYS);
      const first = {
        listed_at: at.toISOString(),
        began_at: at.toISOString(),
        since: null,
        newest: null,
        after: null,
        is_running: true,
      };
      const cursor = storedCursor === null || isDue ? first : storedCursor;
      if (isIdle && !isDue) {
        Object.assign(cursor, { began_at: at.toISOString(), after: null });
      }

      const credentials = fixedCredentials({ authorization: linearAuthorization(secret) });
      const vendor = listing(VENDOR, credentials, signal, linearFailure);
      const variables = {
        first: PAGE_SIZE,
        after: cursor.after,
        filter: cursor.since ? { updatedAt: { gte: cursor.since } } : null,
        // The order of creation does not change during a full listing.
        orderBy: cursor.since ? "updatedAt" : "createdAt",
      };
      const answer = await vendor.ask({
        url: `${baseUrl}/graphql`,
        method: "POST",
        body: { query: LINEAR_ISSUES, variables },
      });
      const { nodes, pageInfo } = read(VENDOR, Answer, answer).data.issues;

      const isFull = cursor.since === null;
      const after = pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null;
      const hasMore = after !== null;
      const newest = nodes.reduce(
        (newest, { updatedAt }) => newer(newest, updatedAt),
        cursor.newest,
      );
      return {
        records: recordsOf(VENDOR, nodes, Issue, recordOf),
        cursor: writeCursor({
          ...cursor,
          newest,
          after,
          is_running: hasMore,
          ...(!hasMore && { since: lowerBound(newest, cursor.began_at, OVERLAP_MS) }),
        }),
        hasMore,
        isSnapshot: isFull && !hasMore,
        confirmedAt: hasMore ? null : cursor.began_at,
        ...vendor.counts(),
      };
    },
  };
}

/** A personal key has no scheme in the header, an OAuth access token has one. */
export const linearAuthorization = (secret: string): string =>
  secret.startsWith("lin_api_") ? secret : `Bearer ${secret}`;

function recordOf(issue: Issue) {
  if (issue.trashed) return deletedRecord(issue.id, issue.updatedAt);
  if (issue.archivedAt) return filteredRecord(issue.id, issue.updatedAt, "archived");
  return presentRecord(issue.id, issue.updatedAt, {
    // An issue without a project belongs to its team alone.
    list_id: issue.project?.id ?? issue.team.id,
    title: issue.title,
    description: issue.description || null,
    status: issue.state.name,
    is_closed: issue.state.type === "completed" || issue.state.type === "canceled",
    due_on: issue.dueDate ?? null,
    // Linear estimates points, not hours.
    estimate_hours: null,
    assignee_email: issue.assignee?.email ?? null,
    assignee_name: issue.assignee?.name ?? null,
    labels: issue.labels.nodes.map(({ name }) => name),
    url: issue.url ?? null,
    parent_external_id: issue.parent?.id ?? null,
  } satisfies SyncedTask);
}

const FAILURES: Record<string, SyncFailure> = {
  RATELIMITED: "rate_limited",
  AUTHENTICATION_ERROR: "grant_dead",
  FORBIDDEN: "forbidden",
  INTERNAL_SERVER_ERROR: "unavailable",
};
const Errors = z.object({
  errors: z
    .array(z.object({ extensions: z.object({ code: z.string().optional() }).optional() }))
    .min(1),
});

/** GraphQL reports failures in the body, with status 200 or 400. */
export function linearFailure({ status, body }: VendorAnswer): SyncFailure | null {
  const parsed = Errors.safeParse(body);
  if (!parsed.success || status === 429 || status >= 500) return null;
  const codes = parsed.data.errors.map(({ extensions }) => extensions?.code ?? "");
  const knownFailure = codes.map((code) => FAILURES[code]).find((failure) => failure !== undefined);
  return knownFailure ?? (status === 401 || status === 403 ? null : "invalid_response");
}
