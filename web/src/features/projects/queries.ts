import { queryOptions } from "@tanstack/react-query";
import { ServiceError } from "../../api/service-error.ts";
import { PAGE_ROWS, type Rows, read, readAll, supabase } from "../../supabase/client.ts";
import type { ProjectSummary } from "../portfolio/queries.ts";
import { type MonthlyHours, withPauses } from "./monthly-hours.ts";
import { type ProjectSearch, taskStatusesIn } from "./search.ts";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A project in the viewer's scope. Missing, foreign and malformed ids are the same 404. */
export const projectSummary = (id: string) =>
  queryOptions({
    queryKey: ["project-summary", id],
    queryFn: async ({ signal }) => {
      const query = supabase().from("project_summaries").select("*").eq("id", id);
      const found = uuid.test(id) ? (await read(query.abortSignal(signal))).data : [];
      if (!found[0]) throw new ServiceError(404, "project_not_found", "There is no such project.");
      return found[0] as ProjectSummary;
    },
  });

/** Names by id of everybody the viewer may see. */
export const peopleNames = queryOptions({
  queryKey: ["people-names"],
  staleTime: 5 * 60_000,
  queryFn: async ({ signal }) => {
    const people = await readAll((from, to) =>
      supabase().from("people").select("id, name").order("id").range(from, to).abortSignal(signal),
    );
    return new Map(people.map((person) => [person.id, person.name]));
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

const LATEST_UPDATES = 20;

export const statusUpdates = (projectId: string) =>
  queryOptions({
    queryKey: ["status-updates", projectId],
    queryFn: async ({ signal }) =>
      (
        await read(
          supabase()
            .from("status_updates")
            .select("id, author_id, health, summary, created_at")
            .eq("project_id", projectId)
            .order("created_at", { ascending: false })
            .limit(LATEST_UPDATES)
            .abortSignal(signal),
        )
      ).data,
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

export type Task = Pick<
  Rows["tasks"],
  | "id"
  | "external_key"
  | "title"
  | "status"
  | "category"
  | "assignee_id"
  | "estimate_hours"
  | "due_on"
  | "completed_on"
> & { actual_hours: number };

/** Tasks `from` to `to` of those that fit the search, with the hours spent on each. */
export async function readTasks(
  projectId: string,
  search: Pick<ProjectSearch, "q" | "status" | "sort" | "dir">,
  from: number,
  to: number,
): Promise<{ rows: Task[]; total: number }> {
  let query = supabase()
    .from("tasks")
    .select(
      "id, external_key, title, status, category, assignee_id, estimate_hours, due_on, completed_on",
      { count: "exact" },
    )
    .eq("project_id", projectId)
    .is("archived_at", null);
  const wanted = taskStatusesIn(search.status);
  if (wanted.length > 0) query = query.in("status", wanted);
  if (search.q) {
    const pattern = contains(search.q);
    query = query.or(`title.ilike.${pattern},external_key.ilike.${pattern}`);
  }
  const { data, count } = await read(
    query
      .order(search.sort, { ascending: search.dir === "asc", nullsFirst: false })
      .order("id")
      .range(from, to),
  );
  const spent = await hoursOfTasks(data.map((task) => task.id));
  return {
    rows: data.map((task) => ({
      ...task,
      actual_hours: spent.get(task.id) ?? 0,
    })),
    total: count,
  };
}

async function hoursOfTasks(taskIds: string[]): Promise<Map<string, number>> {
  const spent = new Map<string, number>();
  if (taskIds.length === 0) return spent;
  const entries = await readAll((from, to) =>
    supabase()
      .from("time_entries")
      .select("task_id, hours")
      .in("task_id", taskIds)
      .order("id")
      .range(from, to),
  );
  for (const { task_id, hours } of entries) {
    if (task_id) spent.set(task_id, (spent.get(task_id) ?? 0) + hours);
  }
  return spent;
}

/** A quoted ILIKE pattern for PostgREST's `or`, in which the text means itself. */
function contains(text: string): string {
  const literal = text.replace(/[\\%_]/g, "\\$&");
  return `"%${literal.replace(/[\\"]/g, "\\$&")}%"`;
}

/** Time entries `from` to `to` of a project, the latest first, with what they were spent on. */
export async function readTimeEntries(projectId: string, from: number, to: number) {
  const { data, count } = await read(
    supabase()
      .from("time_entries")
      .select("id, spent_on, person_id, task_id, hours, note", { count: "exact" })
      .eq("project_id", projectId)
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
