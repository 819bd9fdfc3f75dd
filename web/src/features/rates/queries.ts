import { queryOptions } from "@tanstack/react-query";
import { PAGE_ROWS, type Rows, read, readAll, supabase } from "../../supabase/client.ts";

export type PersonRate = Pick<Rows["person_rates"], "person_id" | "valid_from" | "cost_per_hour">;

/** Cost rates of everyone, by person, the latest day first. */
export const personRates = queryOptions({
  queryKey: ["person-rates"],
  queryFn: async ({ signal }) => {
    const rates: PersonRate[] = await readAll((from, to) =>
      supabase()
        .from("person_rates")
        .select("person_id, valid_from, cost_per_hour")
        .order("person_id")
        .order("valid_from", { ascending: false })
        .range(from, to)
        .abortSignal(signal),
    );
    const byPerson = new Map<string, PersonRate[]>();
    for (const rate of rates) {
      const personRates = byPerson.get(rate.person_id);
      if (personRates) personRates.push(rate);
      else byPerson.set(rate.person_id, [rate]);
    }
    return byPerson;
  },
});

/** Rates of a project, the latest day first. */
export const projectRates = (projectId: string) =>
  queryOptions({
    queryKey: ["project-rates", projectId],
    queryFn: async ({ signal }) =>
      (
        await read(
          supabase()
            .from("project_rates")
            .select("valid_from, revenue_per_hour, cost_per_hour")
            .eq("project_id", projectId)
            .order("valid_from", { ascending: false })
            .limit(PAGE_ROWS)
            .abortSignal(signal),
        )
      ).data,
  });

/** Releases of a project's dates, latest first. Only the portal contains the dates that are currently released. */
export const releasedDates = (projectId: string) =>
  queryOptions({
    queryKey: ["released-dates", projectId],
    queryFn: async ({ signal }) => {
      const { data } = await read(
        supabase()
          .from("audit_events")
          .select("id, occurred_at, actor_person_id, after")
          .eq("object_id", projectId)
          .eq("action", "project.dates_released")
          .order("occurred_at", { ascending: false })
          .order("id")
          .limit(20)
          .abortSignal(signal),
      );
      return data.map(({ after, ...event }) => ({ ...event, ...datesIn(after) }));
    },
  });

export interface ReleasedDates {
  starts_on: string | null;
  due_on: string | null;
}

function datesIn(after: unknown): ReleasedDates {
  const { starts_on = null, due_on = null } = (after ?? {}) as Partial<ReleasedDates>;
  return { starts_on, due_on };
}
