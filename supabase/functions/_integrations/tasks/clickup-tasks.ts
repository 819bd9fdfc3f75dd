import { z } from "zod";
import { dayIn } from "../../_domain/days.ts";
import type { SyncedTask } from "../../_domain/syncs/records.ts";
import {
  filteredRecord,
  fixedCredentials,
  listing,
  presentRecord,
  read,
  recordsOf,
  settingsOf,
} from "../listing.ts";
import type { VendorAnswer } from "../request.ts";
import { isListingDue, readCursor, writeCursor } from "../sync-cursor.ts";
import { unreadableAnswer } from "../sync-failure.ts";
import type { SyncAdapter, SyncFailure } from "../sync-port.ts";

const VENDOR = "ClickUp";
const PAGE_SIZE = 100;
// ClickUp lists no deletions, and archived tasks are not listed.
const FULL_LISTING_DAYS = 1;
const OVERLAP_MS = 60_000;
const MS_PER_HOUR = 3_600_000;

const Settings = z.object({
  team_id: z.string().regex(/^\d+$/),
  /** The lists to read; all lists of the workspace if absent. */
  list_ids: z.array(z.string().regex(/^\d+$/)).optional(),
  /** Due dates are instants; their day depends on the organization's time zone. */
  time_zone: z.string().default("UTC"),
});

const Cursor = z.object({
  listed_at: z.string(),
  began_at: z.string(),
  is_full: z.boolean(),
  /** The earliest change to read, in milliseconds. */
  from: z.int(),
  /**
   * The number of the page from there on. It is above 0 if more tasks than fit on a page changed in the same
   * millisecond.
   */
  page: z.int(),
  /** Whether such pages are being read again, from the last to the first. */
  is_descending: z.boolean(),
  newest: z.int(),
  is_running: z.boolean(),
});

type Cursor = z.output<typeof Cursor>;

const Millis = z.string().regex(/^\d{1,15}$/);
const Task = z.object({
  id: z.string().min(1),
  name: z.string(),
  text_content: z.string().nullish(),
  description: z.string().nullish(),
  status: z.object({ status: z.string(), type: z.string().nullish() }),
  date_updated: Millis,
  due_date: Millis.nullish(),
  time_estimate: z.number().nullish(),
  archived: z.boolean().nullish(),
  assignees: z.array(z.object({ email: z.string().nullish(), username: z.string().nullish() })),
  tags: z.array(z.object({ name: z.string() })).nullish(),
  list: z.object({ id: z.string().min(1) }),
  parent: z.string().nullish(),
  url: z.string().nullish(),
});
type Task = z.output<typeof Task>;
const Page = z.object({
  tasks: z.array(z.looseObject({ date_updated: Millis })),
  last_page: z.boolean().optional(),
});

/**
 * Reads tasks in the order of their last change. Each page begins at the last change of the page before. With page
 * numbers alone, tasks would be skipped: a task that changes during the listing moves to its end, and the following
 * tasks move up to pages that were already read.
 */
export function clickUpTasks(now: () => Date = () => new Date()): SyncAdapter {
  return {
    provider: "clickup",
    stream: "tasks",
    async list({ cursor: text, settings: input, secret, baseUrl, signal }) {
      const settings = settingsOf(VENDOR, Settings, input);
      const at = now();
      const storedCursor = readCursor(VENDOR, Cursor, text);
      const isIdle = storedCursor !== null && !storedCursor.is_running;
      const isDue = isIdle && isListingDue(storedCursor.listed_at, at, FULL_LISTING_DAYS);
      const first = {
        listed_at: at.toISOString(),
        began_at: at.toISOString(),
        is_full: true,
        from: 0,
        page: 0,
        is_descending: false,
        newest: 0,
        is_running: true,
      };
      const cursor = storedCursor === null || isDue ? first : storedCursor;
      if (isIdle && !isDue) {
        Object.assign(cursor, { began_at: at.toISOString(), is_full: false, page: 0 });
      }

      const vendor = listing(
        VENDOR,
        fixedCredentials({ authorization: secret }),
        signal,
        clickUpFailure,
      );
      const query = new URLSearchParams({
        page: String(cursor.page),
        order_by: "updated",
        reverse: "true",
        subtasks: "true",
        include_closed: "true",
        // ClickUp excludes the bound itself.
        ...(cursor.from > 0 && { date_updated_gt: String(cursor.from - 1) }),
      });
      for (const id of settings.list_ids ?? []) query.append("list_ids[]", id);
      const team = encodeURIComponent(settings.team_id);
      const answer = await vendor.ask({ url: `${baseUrl}/v2/team/${team}/task?${query}` });
      const { tasks, last_page } = read(VENDOR, Page, answer);

      const changes = tasks.map(({ date_updated }) => Number(date_updated));
      if (changes.some((change, index) => change < (changes[index - 1] ?? 0))) {
        throw unreadableAnswer(VENDOR);
      }
      const last = changes.at(-1) ?? cursor.from;
      // ClickUp reports whether a page is the last one, and a short page need not be. If it does not report it, a
      // full page counts as having a successor.
      const isFull = tasks.length > 0 && !(last_page ?? tasks.length < PAGE_SIZE);
      const next = nextPosition(cursor, isFull, last);
      const hasMore = next !== null;
      const newest = Math.max(cursor.newest, changes.at(-1) ?? 0);
      // A task dated in the future must not hide later changes.
      const from = Math.max(0, Math.min(newest, Date.parse(cursor.began_at)) - OVERLAP_MS);
      return {
        records: recordsOf(VENDOR, tasks, Task, (task) => recordOf(task, settings.time_zone)),
        cursor: writeCursor({
          ...cursor,
          ...(next ?? { from, page: 0, is_descending: false }),
          newest,
          is_running: hasMore,
        }),
        hasMore,
        isSnapshot: cursor.is_full && !hasMore,
        confirmedAt: hasMore ? null : cursor.began_at,
        ...vendor.counts(),
      };
    },
  };
}

/**
 * Null after the last page. Tasks that changed in the same millisecond can fill several pages. If one of them changes
 * again, it leaves these pages, and the tasks after it move up by one, perhaps to a page that was already read. So
 * the pages are read again from the last to the first: then tasks move only to pages that are still to be read.
 */
function nextPosition(
  { from, page, is_descending }: Cursor,
  isFull: boolean,
  last: number,
): Pick<Cursor, "from" | "page" | "is_descending"> | null {
  const isTie = isFull && last === from;
  if (is_descending) {
    return page > 0
      ? { from, page: page - 1, is_descending }
      : { from: from + 1, page: 0, is_descending: false };
  }
  if (isTie) return { from, page: page + 1, is_descending: false };
  if (page > 0) return { from, page: page - 1, is_descending: true };
  return isFull ? { from: last, page: 0, is_descending: false } : null;
}

function recordOf(task: Task, timeZone: string) {
  if (task.archived) return filteredRecord(task.id, task.date_updated, "archived");
  const [assignee] = task.assignees;
  return presentRecord(task.id, task.date_updated, {
    list_id: task.list.id,
    title: task.name,
    description: task.text_content || task.description || null,
    status: task.status.status,
    is_closed: task.status.type === "closed" || task.status.type === "done",
    due_on: task.due_date ? dayIn(Number(task.due_date), timeZone) : null,
    estimate_hours: task.time_estimate ? task.time_estimate / MS_PER_HOUR : null,
    assignee_email: assignee?.email ?? null,
    assignee_name: assignee?.username ?? null,
    labels: (task.tags ?? []).map(({ name }) => name),
    url: task.url ?? null,
    parent_external_id: task.parent ?? null,
  } satisfies SyncedTask);
}

// The codes for a workspace to which the token gives no access. ClickUp sends them with status 401 too.
const NOT_AUTHORIZED = /^OAUTH_0(23|26|27|29|3\d|4[0-5])$/;

export function clickUpFailure({ status, body }: VendorAnswer): SyncFailure | null {
  const { ECODE: code } = (body ?? {}) as { ECODE?: unknown };
  return status >= 400 && typeof code === "string" && NOT_AUTHORIZED.test(code)
    ? "forbidden"
    : null;
}
