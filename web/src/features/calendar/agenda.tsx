import { Text } from "@mantine/core";
import { useMemo } from "react";
import type { CalendarEvent } from "../../api/calendar-routes.ts";
import { formatDayOfYear, formatLongDay } from "../../format/dates.ts";
import classes from "./agenda.module.css";
import { isOnDay, partsOfDay } from "./day-layout.ts";
import { EventRow } from "./event-row.tsx";

interface Props {
  days: readonly string[];
  events: readonly CalendarEvent[];
  today: string;
  timeZone: string;
  onOpen: (event: CalendarEvent) => void;
}

/** The events of some days as a list, which fits on a phone. */
export function Agenda({ days, events, today, timeZone, onOpen }: Props) {
  const agendaDays = useMemo(
    () =>
      days.map((day) => {
        const wholeDays = events.filter(
          (event) => event.is_all_day && isOnDay(event, day, timeZone),
        );
        const timed = events.filter((event) => !event.is_all_day);
        return {
          day,
          events: [...wholeDays, ...partsOfDay(timed, day, timeZone).map(({ item }) => item)],
        };
      }),
    [days, events, timeZone],
  );
  return (
    <div>
      {agendaDays.map(({ day, events: ofDay }) => (
        <section key={day} className={classes.day} aria-label={formatLongDay(day)}>
          <h3 className={classes.name} data-today={day === today}>
            {formatLongDay(day)}
            {day === today && ", today"}
          </h3>
          {ofDay.length === 0 ? (
            <Text size="sm" c="dimmed">
              No events on {formatDayOfYear(day)}.
            </Text>
          ) : (
            <ul className={classes.list}>
              {ofDay.map((event) => (
                <li key={event.id}>
                  <EventRow event={event} onOpen={onOpen} />
                </li>
              ))}
            </ul>
          )}
        </section>
      ))}
    </div>
  );
}
