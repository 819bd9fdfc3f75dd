import { queryOptions } from "@tanstack/react-query";
import { getAvailability, type PersonAvailability } from "../../api/calendar-routes.ts";
import { addDays, startOfDay } from "../../format/zoned-time.ts";

const instantText = (instant: number) => new Date(instant).toISOString();

/** Busy times of every employee on consecutive days, in the viewer's zone. */
export const busyTimes = (days: readonly string[], timeZone: string) =>
  queryOptions({
    queryKey: ["availability", "busy", days[0], days.at(-1), timeZone],
    queryFn: async ({ signal }) => {
      const query = {
        from: instantText(startOfDay(days[0] ?? "", timeZone)),
        to: instantText(startOfDay(addDays(days.at(-1) ?? "", 1), timeZone)),
      };
      let answer = await getAvailability(query, signal);
      const people: PersonAvailability[] = [...answer.people];
      while (answer.next_cursor !== null) {
        answer = await getAvailability({ ...query, cursor: answer.next_cursor }, signal);
        people.push(...answer.people);
      }
      return people;
    },
  });

/** Free slots of a length that suit all of these people. */
export const freeSlots = (query: {
  person_ids: string;
  slot_minutes: number;
  from: number;
  to: number;
}) =>
  queryOptions({
    queryKey: ["availability", "slots", query],
    enabled: query.person_ids !== "" && query.from < query.to,
    queryFn: ({ signal }) =>
      getAvailability(
        { ...query, from: instantText(query.from), to: instantText(query.to) },
        signal,
      ),
  });
