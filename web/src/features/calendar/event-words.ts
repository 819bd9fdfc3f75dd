import type { CalendarEvent } from "../../api/calendar-routes.ts";
import type { Viewer } from "../../api/routes.ts";
import { formatLongDay, formatPeriod, localTimeZone } from "../../format/dates.ts";
import { leads } from "../../session/viewer.ts";
import { allDaySpan } from "./day-layout.ts";

/** The days of an all-day event, or the times of any other event in the viewer's zone. */
export function whenOf(event: CalendarEvent): string {
  if (!event.is_all_day) return formatPeriod(event.starts_at, event.ends_at);
  const [first, last] = allDaySpan(event);
  return first === last
    ? `${formatLongDay(first)}, all day`
    : `${formatLongDay(first)} to ${formatLongDay(last)}, all day`;
}

/** The time in the event's own zone, if that differs. */
export function whenThere(event: CalendarEvent): string | null {
  const { starts_at, ends_at, time_zone, is_all_day } = event;
  if (is_all_day || time_zone === localTimeZone()) return null;
  return formatPeriod(starts_at, ends_at, time_zone);
}

/** The name of the event's project. A member's event may belong to a project that they can't see. */
export function projectNameOf({ project }: CalendarEvent, viewer: Viewer): string {
  return project?.name ?? (leads(viewer) ? "No project" : "No visible project");
}

/** The name of a participant, or their address. */
export function nameOf({ email, person }: CalendarEvent["attendees"][number]): string {
  return person?.name ?? email;
}
