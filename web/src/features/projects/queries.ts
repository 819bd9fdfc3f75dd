import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { ServiceError } from "../../api/service-error.ts";
import { PAGE_ROWS, type Rows, read, readAll, supabase } from "../../supabase/client.ts";
import type { DayHours } from "./burn-line.ts";
import type { TimelineKind, TimelinePage } from "./timeline.ts";

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

const NEXT_TASKS = 5;

/** The facts beside a project's timeline. */
export interface ProjectSide {
  /** The latest; null if there is none yet. */
  status: Omit<Rows["status_updates"], "organization_id" | "project_id" | "version"> | null;
  /** The open tasks that are due first. */
  tasks: Pick<Rows["tasks"], "id" | "title" | "assignee_id" | "due_on">[];
  memberIds: string[];
  /** The agreements with the account; null if there are none yet. */
  profile: OperatingProfile | null;
}

export const projectSide = (projectId: string) =>
  queryOptions({
    queryKey: ["project-side", projectId],
    queryFn: async ({ signal }): Promise<ProjectSide> => {
      const { data } = await read(
        supabase()
          .from("projects")
          .select(
            `statuses:status_updates(
               id, author_id, health, summary, risks, next_steps, created_at, corrected_at),
             next_tasks:tasks(id, title, assignee_id, due_on),
             members:project_members(person_id),
             account:accounts(
               profile:operating_profiles(cadence, contacts, standing_facts, definition_of_done))`,
          )
          .eq("id", projectId)
          .order("created_at", { referencedTable: "statuses", ascending: false })
          .limit(1, { referencedTable: "statuses" })
          .in("next_tasks.status", ["open", "in_progress", "blocked"])
          .is("next_tasks.archived_at", null)
          .order("due_on", { referencedTable: "next_tasks", nullsFirst: false })
          .order("priority", { referencedTable: "next_tasks", nullsFirst: false })
          .order("id", { referencedTable: "next_tasks" })
          .limit(NEXT_TASKS, { referencedTable: "next_tasks" })
          .abortSignal(signal),
      );
      const [project] = data;
      if (!project) throw new ServiceError(404, "project_not_found", "There is no such project.");
      // Supabase returns the only profile of an account as an object; the embedded stack returns a list of one.
      const [profile = null] = [project.account?.profile ?? []].flat();
      return {
        status: project.statuses[0] ?? null,
        tasks: project.next_tasks,
        memberIds: project.members.map(({ person_id }) => person_id),
        profile: profile as OperatingProfile | null,
      };
    },
  });

/** The author of the latest status; null if there is none yet. */
export const latestReporter = (projectId: string) =>
  queryOptions({
    queryKey: ["status-updates", "reporter", projectId],
    queryFn: async ({ signal }) => {
      const { data } = await read(
        supabase()
          .from("status_updates")
          .select("author:people(name)")
          .eq("project_id", projectId)
          .order("created_at", { ascending: false })
          .limit(1)
          .abortSignal(signal),
      );
      return data[0]?.author?.name ?? null;
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

/** Time entries `from` to `to` of a project or of one of its days, with their people and tasks. */
export async function readTimeEntries(
  projectId: string,
  { day, sort, dir }: { day: string; sort: "spent_on" | "hours"; dir: "asc" | "desc" },
  from: number,
  to: number,
) {
  const entries = supabase()
    .from("time_entries")
    .select(
      "id, spent_on, person_id, task_id, hours, note, person:people(name), task:tasks(title)",
      { count: "exact" },
    )
    .eq("project_id", projectId);
  const { data, count } = await read(
    (day ? entries.eq("spent_on", day) : entries)
      .order(sort, { ascending: dir === "asc" })
      .order("spent_on", { ascending: false })
      .order("id")
      .range(from, to),
  );
  return { rows: data, total: count };
}

export type TimeEntry = Awaited<ReturnType<typeof readTimeEntries>>["rows"][number];

const NOTE_ENTRIES = 50;

/** Entries of a project's note, newest first. */
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
