import type { z } from "zod";
import type {
  availability,
  CalendarActionInput,
  CalendarEvent,
  calendar,
  PersonAvailability,
} from "../../../supabase/functions/_domain/calendar/contract.ts";
import { call, searchOf } from "./client.ts";

export type { CalendarEvent, PersonAvailability };

type CalendarQuery = Partial<z.output<typeof calendar.get.query>>;
type CalendarAnswer = z.output<typeof calendar.get.response>;
export type CalendarSource = CalendarAnswer["sources"][number];
export type EventProposal = Extract<CalendarActionInput, { action: "propose_event" }>;
type ActionAnswer = z.output<typeof calendar.post.response>;

type AvailabilityQuery = Omit<Partial<z.output<typeof availability.get.query>>, "person_ids"> & {
  person_ids?: string | undefined;
};
export type AvailabilityAnswer = z.output<typeof availability.get.response>;
export type Slot = NonNullable<AvailabilityAnswer["slots"]>[number];

export const getCalendar = (query: CalendarQuery, signal?: AbortSignal) =>
  call<CalendarAnswer>("GET", `calendar${searchOf(query)}`, { signal });

/** Proposes an event as a card, or chooses an event's project. */
export const actOnCalendar = <Name extends CalendarActionInput["action"]>(
  body: Extract<CalendarActionInput, { action: Name }>,
) => call<Extract<ActionAnswer, { action: Name }>>("POST", "calendar", { body });

export const getAvailability = (query: AvailabilityQuery, signal?: AbortSignal) =>
  call<AvailabilityAnswer>("GET", `availability${searchOf(query)}`, { signal });
