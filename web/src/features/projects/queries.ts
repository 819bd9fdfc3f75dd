import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { ServiceError } from "../../api/service-error.ts";
import type { ProjectSummary } from "../../entities/project/queries.ts";
import { isUuid } from "../../format/uuid.ts";
import { PAGE_ROWS, type Rows, read, readAll, supabase } from "../../supabase/client.ts";
import type { DayHours } from "./burn-line.ts";
import { type MonthlyHours, withPauses } from "./monthly-hours.ts";
import type { TimelineKind, TimelinePage } from "./timeline.ts";

/** A project in the viewer's scope. Missing, foreign and malformed ids are the same 404. */
export const projectSummary = (id: string) =>
  queryOptions({
    queryKey: ["project-summary", id],
    queryFn: async ({ signal }) => {
      const query = supabase().from("project_summaries").select("*").eq("id", id);
      const found = isUuid(id) ? (await read(query.abortSignal(signal))).data : [];
      if (!found[0]) throw new ServiceError(404, "project_not_found", "There is no such project.");
      return found[0] as ProjectSummary;
    },
  });

export const projectMembers = (projectId: string) =>
  queryOptions({
    queryKey: ["project-members", projectId],
    queryFn: async ({ signal }) =>
      (
        await read(
          supabase()
            .from("project_members")
            .select("person_id")
            .eq("project_id", projectId)
            .limit(PAGE_ROWS)
            .abortSignal(signal),
        )
      ).data.map((member) => member.person_id),
  });

/** Days of a page of the timeline. */
const TIMELINE_DAYS = 30;

/** The events of a project, newest first; `kinds` empty: all. All timelines share the beginning of the key. */
export const projectTimeline = (projectId: string, kinds: TimelineKind[] = []) =>
  infiniteQueryOptions({
    queryKey: ["project-timeline", projectId, kinds],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const { data } = await read(
        supabase()
          .rpc("get_project_timeline", {
            project_id: projectId,
            day_limit: TIMELINE_DAYS,
            ...(pageParam && { before: pageParam }),
            ...(kinds.length > 0 && { kinds }),
          })
          .abortSignal(signal),
      );
      return data as unknown as TimelinePage;
    },
    getNextPageParam: (page) => page.next_before,
  });

/** The latest status; null where there is none yet. */
export const latestStatus = (projectId: string) =>
  queryOptions({
    queryKey: ["status-updates", projectId],
    queryFn: async ({ signal }) => {
      const { data } = await read(
        supabase()
          .from("status_updates")
          .select("id, author_id, health, summary, risks, next_steps, created_at, corrected_at")
          .eq("project_id", projectId)
          .order("created_at", { ascending: false })
          .limit(1)
          .abortSignal(signal),
      );
      return data[0] ?? null;
    },
  });

/** Earlier versions of a corrected status, newest first. */
export const earlierTexts = (statusId: string) =>
  queryOptions({
    queryKey: ["status-updates", "earlier", statusId],
    queryFn: async ({ signal }) =>
      (
        await read(
          supabase()
            .from("status_update_versions")
            .select("version, health, summary, risks, next_steps, written_at")
            .eq("status_update_id", statusId)
            .order("version", { ascending: false })
            .limit(PAGE_ROWS)
            .abortSignal(signal),
        )
      ).data,
  });

const NEXT_TASKS = 5;

/** The open tasks that are due first. */
export const nextTasks = (projectId: string) =>
  queryOptions({
    queryKey: ["tasks", projectId, "next"],
    queryFn: async ({ signal }) =>
      (
        await read(
          supabase()
            .from("tasks")
            .select("id, title, status, assignee_id, due_on")
            .eq("project_id", projectId)
            .in("status", ["open", "in_progress", "blocked"])
            .is("archived_at", null)
            .order("due_on", { nullsFirst: false })
            .order("priority", { nullsFirst: false })
            .order("id")
            .limit(NEXT_TASKS)
            .abortSignal(signal),
        )
      ).data,
  });

export interface Contact {
  name: string;
  role: string | null;
  email: string | null;
  phone: string | null;
}
export type OperatingProfile = Pick<
  Rows["operating_profiles"],
  "cadence" | "standing_facts" | "definition_of_done"
> & { contacts: Contact[] };

/** How an account is run, null where nobody wrote it down. */
export const operatingProfile = (accountId: string) =>
  queryOptions({
    queryKey: ["operating-profile", accountId],
    queryFn: async ({ signal }) => {
      const { data } = await read(
        supabase()
          .from("operating_profiles")
          .select("cadence, contacts, standing_facts, definition_of_done")
          .eq("account_id", accountId)
          .abortSignal(signal),
      );
      return (data[0] as OperatingProfile | undefined) ?? null;
    },
  });

/** Days with hours, the earliest first. */
export const dailyHours = (projectId: string) =>
  queryOptions({
    queryKey: ["daily-hours", projectId],
    queryFn: async ({ signal }) =>
      (await readAll((from, to) =>
        supabase()
          .from("project_daily_hours")
          .select("day, hours")
          .eq("project_id", projectId)
          .order("day")
          .range(from, to)
          .abortSignal(signal),
      )) as DayHours[],
  });

export const monthlyHours = (projectId: string) =>
  queryOptions({
    queryKey: ["monthly-hours", projectId],
    queryFn: async ({ signal }) => {
      const { data } = await read(
        supabase()
          .from("project_monthly_hours")
          .select("month, hours")
          .eq("project_id", projectId)
          .limit(PAGE_ROWS)
          .abortSignal(signal),
      );
      return withPauses(data as MonthlyHours[]);
    },
  });

/** Time entries `from` to `to` of a project or of one of its days, with their tasks. */
export async function readTimeEntries(
  projectId: string,
  { day, sort, dir }: { day: string; sort: "spent_on" | "hours"; dir: "asc" | "desc" },
  from: number,
  to: number,
) {
  const entries = supabase()
    .from("time_entries")
    .select("id, spent_on, person_id, task_id, hours, note", { count: "exact" })
    .eq("project_id", projectId);
  const { data, count } = await read(
    (day ? entries.eq("spent_on", day) : entries)
      .order(sort, { ascending: dir === "asc" })
      .order("spent_on", { ascending: false })
      .order("id")
      .range(from, to),
  );
  const titles = await titlesOfTasks(data.flatMap((entry) => entry.task_id ?? []));
  return {
    rows: data.map((entry) => ({
      ...entry,
      task_title: entry.task_id ? (titles.get(entry.task_id) ?? null) : null,
    })),
    total: count,
  };
}

export type TimeEntry = Awaited<ReturnType<typeof readTimeEntries>>["rows"][number];

async function titlesOfTasks(taskIds: string[]): Promise<Map<string, string>> {
  if (taskIds.length === 0) return new Map();
  const { data } = await read(
    supabase()
      .from("tasks")
      .select("id, title")
      .in("id", [...new Set(taskIds)]),
  );
  return new Map(data.map((task) => [task.id, task.title]));
}

const NOTE_ENTRIES = 50;

/** Entries of a project's note, the newest first. */
export const noteEntries = (projectId: string) =>
  infiniteQueryOptions({
    queryKey: ["project-note", projectId],
    queryFn: async ({ pageParam, signal }) =>
      (
        await read(
          supabase()
            .from("project_notes")
            .select("id, source_id, occurred_on, title, body")
            .eq("project_id", projectId)
            .order("occurred_on", { ascending: false })
            .order("id")
            .range(pageParam, pageParam + NOTE_ENTRIES - 1)
            .abortSignal(signal),
        )
      ).data,
    initialPageParam: 0,
    getNextPageParam: (last, _, start) =>
      last.length < NOTE_ENTRIES ? undefined : start + NOTE_ENTRIES,
  });
