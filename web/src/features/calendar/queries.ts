import { queryOptions } from "@tanstack/react-query";
import { type CalendarEvent, getCalendar } from "../../api/calendar-routes.ts";
import { addDays, startOfDay } from "../../format/zoned-time.ts";
import { readAll, supabase } from "../../supabase/client.ts";

export const calendarKey = ["calendar"] as const;
const PAGE = 500;
/** More events than anyone reads in a week. */
const MAX_EVENTS = 2000;

export type Scope = "own" | "team" | "unmatched";

/** The events of consecutive days, in the viewer's zone. */
export const eventsOf = (days: readonly string[], scope: Scope, timeZone: string) =>
  queryOptions({
    queryKey: [...calendarKey, "events", scope, days[0], days.at(-1), timeZone],
    queryFn: async ({ signal }) => {
      const query = {
        scope,
        from: instantText(startOfDay(days[0] ?? "", timeZone)),
        to: instantText(startOfDay(addDays(days.at(-1) ?? "", 1), timeZone)),
        limit: PAGE,
      };
      let answer = await getCalendar(query, signal);
      const events: CalendarEvent[] = [...answer.events];
      while (answer.next_cursor !== null && events.length < MAX_EVENTS) {
        answer = await getCalendar({ ...query, cursor: answer.next_cursor }, signal);
        events.push(...answer.events);
      }
      const { sources, unmatched_count } = answer;
      return { events, sources, unmatched_count, isComplete: answer.next_cursor === null };
    },
  });

/** The first weekday of the organization, which determines the requested period. */
export const firstWeekday = queryOptions({
  queryKey: [...calendarKey, "first-weekday"],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) => (await getCalendar({ limit: 1 }, signal)).week_starts_on,
});

function instantText(instant: number): string {
  return new Date(instant).toISOString();
}

/** Colleagues with their addresses, by name. */
export const colleagues = queryOptions({
  queryKey: ["colleagues"],
  staleTime: 5 * 60_000,
  queryFn: async ({ signal }) => {
    const people = await readAll((from, to) =>
      supabase()
        .from("people")
        .select("id, name, email")
        .neq("role", "client")
        .is("archived_at", null)
        .order("name")
        .order("id")
        .range(from, to)
        .abortSignal(signal),
    );
    return people.flatMap(({ id, name, email }) => (email ? [{ id, name, email }] : []));
  },
});
