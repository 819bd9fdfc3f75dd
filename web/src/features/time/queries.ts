import { queryOptions } from "@tanstack/react-query";
import { getTimesheet, type WeekLock } from "../../api/time-routes.ts";
import { read, readAll, supabase } from "../../supabase/client.ts";

/** A person's week; by default the viewer's current one. */
export const timesheetOf = ({ week, person }: { week: string; person: string }) =>
  queryOptions({
    queryKey: ["time", "sheet", week, person],
    queryFn: ({ signal }) =>
      getTimesheet({ week: week || undefined, person_id: person || undefined }, signal),
  });

export interface PersonWeek {
  person: { id: string; name: string };
  /** Hours per day, in the order of the days. */
  days: number[];
  hours: number;
  lock: WeekLock | null;
}

export interface TeamWeek {
  week_on: string;
  today: string;
  days: { day: string; expected_hours: number }[];
  people: PersonWeek[];
}

/** The week of everyone; for admins and leads. */
export const teamWeekOf = (week: string) =>
  queryOptions({
    queryKey: ["time", "team", week],
    queryFn: async ({ signal }) => {
      const args = week ? { week_on: week } : {};
      const { data } = await read(supabase().rpc("get_team_week", args).abortSignal(signal));
      return data as unknown as TeamWeek;
    },
  });

/** People who log hours, by name. */
export const peopleOfHours = queryOptions({
  queryKey: ["time", "people"],
  staleTime: 5 * 60_000,
  queryFn: async ({ signal }) =>
    await readAll((from, to) =>
      supabase()
        .from("people")
        .select("id, name")
        .neq("role", "client")
        .is("archived_at", null)
        .order("name")
        .order("id")
        .range(from, to)
        .abortSignal(signal),
    ),
});

/** Tasks of a project to log hours on: open ones first. */
export const tasksOfProject = (projectId: string) =>
  queryOptions({
    queryKey: ["time", "tasks", projectId],
    enabled: projectId !== "",
    queryFn: async ({ signal }) => {
      const tasks = await readAll((from, to) =>
        supabase()
          .from("tasks")
          .select("id, title, status")
          .eq("project_id", projectId)
          .is("archived_at", null)
          .order("title")
          .order("id")
          .range(from, to)
          .abortSignal(signal),
      );
      const isClosed = (status: string) => status === "done" || status === "cancelled";
      return tasks.toSorted((a, b) => Number(isClosed(a.status)) - Number(isClosed(b.status)));
    },
  });
