import { z } from "zod";
import { defineContract, Id } from "../contract.ts";
import { Line, Paragraphs } from "../normal-forms.ts";
import { Recurrence } from "./recurrence.ts";

const Instant = z.string().describe("Instant with offset, ISO 8601");
const InstantInput = z.iso.datetime({
  offset: true,
  message: "Enter the date and time with a UTC offset, such as 2026-03-02T09:00:00Z",
});
const NextCursor = z.string().nullable().describe("null at the end");
const Paging = {
  cursor: z.string().max(300).optional().describe("next_cursor of the previous page"),
};

const NameRef = z.object({ id: Id, name: z.string() });
const Project = NameRef.extend({ code: z.string().nullable() });

/** How recently a calendar was read from its vendor. */
export const SyncFreshness = z.enum(["fresh", "stale", "never"]);
export type SyncFreshness = z.output<typeof SyncFreshness>;

export const CalendarPerson = z.object({
  email: z.string(),
  person: NameRef.nullable().describe("The person of the organization with this address"),
});

export const CalendarEvent = z.object({
  id: Id,
  title: z.string(),
  location: z.string().nullable(),
  starts_at: Instant.describe("An all-day event begins at midnight UTC of its first day"),
  ends_at: Instant.describe("An all-day event ends at midnight UTC after its last day"),
  time_zone: z.string().describe("IANA zone of the event"),
  is_all_day: z.boolean(),
  status: z.enum(["confirmed", "tentative"]),
  organizer: CalendarPerson.nullable(),
  attendees: z.array(CalendarPerson),
  project: Project.nullable().describe("null: matched to none"),
  match: z
    .object({
      reason: z.string().describe("Why the event belongs to its project"),
      is_override: z.boolean().describe("A person chose the project; no sync changes it"),
    })
    .nullable(),
  candidates: z
    .array(z.object({ project: Project, score: z.number(), reason: z.string() }))
    .describe("Projects to choose from, best first; only with scope unmatched"),
  series_id: z.string().nullable().describe("The same for all events of a series"),
  provider: z.string().describe("google_calendar, microsoft_graph, or local for this service"),
  url: z.string().nullable().describe("The event in its vendor's calendar"),
  can_change: z
    .boolean()
    .describe(
      "Whether the caller may propose a change: the event belongs to a project, and this service writes to its calendar",
    ),
});
export type CalendarEvent = z.output<typeof CalendarEvent>;

/** A connected calendar, and how recently its events were read. */
export const CalendarSource = z.object({
  provider: z.string(),
  state: SyncFreshness,
  synced_at: Instant.nullable(),
});

const AppliesTo = z
  .enum(["this", "all"])
  .default("this")
  .describe("For an event that repeats: this one alone, or all of them");
const Emails = z.array(z.email().max(254)).max(100);
const eventFields = {
  title: Line(300),
  starts_at: InstantInput,
  ends_at: InstantInput,
  time_zone: z.string().min(1).max(60).describe("IANA zone of the event"),
  attendees: Emails,
  location: Line(300),
  description: Paragraphs(8000),
};

/** The change that a calendar card proposes. A person approves it before anything is written. */
export const ProposedEvent = z.discriminatedUnion(
  "type",
  [
    z.strictObject({
      action: z.literal("propose_event"),
      type: z.literal("create"),
      project_id: Id,
      ...eventFields,
      attendees: eventFields.attendees.optional(),
      location: eventFields.location.nullish(),
      description: eventFields.description.nullish(),
      recurrence: Recurrence.nullish().describe("How a repeating event repeats"),
    }),
    z.strictObject({
      action: z.literal("propose_event"),
      type: z.literal("change"),
      event_id: Id,
      applies_to: AppliesTo,
      title: eventFields.title.optional(),
      starts_at: eventFields.starts_at.optional(),
      ends_at: eventFields.ends_at.optional(),
      time_zone: eventFields.time_zone.optional(),
      attendees: eventFields.attendees.optional(),
      location: eventFields.location.optional(),
      description: eventFields.description.optional(),
    }),
    z.strictObject({
      action: z.literal("propose_event"),
      type: z.literal("cancel"),
      event_id: Id,
      applies_to: AppliesTo,
      note: Paragraphs(2000).nullish().describe("A note to the attendees"),
    }),
  ],
  "Specify the type: create, change or cancel",
);
export type ProposedEvent = z.output<typeof ProposedEvent>;

export const CalendarAction = z.discriminatedUnion(
  "action",
  [
    ProposedEvent,
    z.strictObject({ action: z.literal("override_project"), event_id: Id, project_id: Id }),
    z.strictObject({ action: z.literal("clear_override"), event_id: Id }),
  ],
  "Specify the action: propose_event, override_project or clear_override",
);
export type CalendarAction = z.output<typeof CalendarAction>;
export type CalendarActionInput = z.input<typeof CalendarAction>;

export const calendar = defineContract({
  slug: "calendar",
  access: "user",
  get: {
    summary:
      "Events with their titles, attendees and projects; members get their own and those of their projects",
    query: z.strictObject({
      from: InstantInput.optional().describe("If absent, the start of this week"),
      to: InstantInput.optional().describe(
        "If absent, a week after from; at most 92 days after it",
      ),
      scope: z
        .enum(["team", "own", "unmatched"])
        .default("team")
        .describe(
          "team: all that the caller may see; own: those the caller attends; unmatched: those without a project (admin and lead)",
        ),
      project_id: Id.optional(),
      limit: z.coerce.number().int().min(1).max(5000).default(500),
      ...Paging,
    }),
    response: z.object({
      from: Instant,
      to: Instant,
      time_zone: z.string().describe("The organization's zone"),
      week_starts_on: z.int().describe("ISO weekday on which weeks begin, 1 for Monday"),
      events: z.array(CalendarEvent).describe("Ordered by start"),
      unmatched_count: z
        .int()
        .nullable()
        .describe("Number of events between from and to without a project; null for members"),
      sources: z.array(CalendarSource).describe("Empty: no calendar is connected"),
      next_cursor: NextCursor,
    }),
  },
  post: {
    summary:
      "Proposes an event for a person to approve, or chooses an event's project (admin and lead)",
    body: CalendarAction,
    response: z.discriminatedUnion("action", [
      z.object({
        action: z.literal("propose_event"),
        approval: z
          .looseObject({ id: Id, kind: z.string(), status: z.string(), title: z.string() })
          .describe("The card; see /api/approvals"),
      }),
      z.object({
        action: z.literal("override_project"),
        event: CalendarEvent,
        previous_project_id: Id.nullable().describe(
          "The project that a person had chosen before. To undo the change, send it as project_id; if it is null, use clear_override",
        ),
      }),
      z.object({
        action: z.literal("clear_override"),
        event: CalendarEvent,
        previous_project_id: Id.nullable(),
      }),
    ]),
  },
});

export const BusyBlock = z.object({
  starts_at: Instant,
  ends_at: Instant,
  why: z
    .string()
    .describe("The origin of the block, such as: Busy, from Google Calendar, synced 09:40"),
});

/** When a colleague is busy. Blocks have no titles, because the table of busy times stores none. */
export const PersonAvailability = z.object({
  person: NameRef,
  time_zone: z.string(),
  working_hours: z
    .array(z.object({ starts_at: Instant, ends_at: Instant }))
    .describe("The person's working time between from and to"),
  sync: z.object({
    state: SyncFreshness.describe("never: nothing is known about this calendar"),
    synced_at: Instant.nullable(),
    provider: z.string().nullable(),
    window_starts_at: Instant.nullable().describe("Before this instant, busy times are unknown"),
    window_ends_at: Instant.nullable().describe("From this instant on, busy times are unknown"),
  }),
  blocks: z.array(BusyBlock),
});
export type PersonAvailability = z.output<typeof PersonAvailability>;

const Ids = z
  .string()
  .max(20_000)
  .transform((text) => text.split(",").map((id) => id.trim()))
  .pipe(z.array(Id).min(1).max(200));

export const availability = defineContract({
  slug: "availability",
  access: "user",
  get: {
    summary: "When employees are busy, and free slots that suit all of them",
    query: z.strictObject({
      from: InstantInput.optional().describe("If absent, the start of today"),
      to: InstantInput.optional().describe(
        "If absent, a week after from; at most 35 days after it",
      ),
      person_ids: Ids.optional().describe("Ids, separated by commas; if absent, all employees"),
      slot_minutes: z.coerce
        .number()
        .int()
        .min(5)
        .max(1440)
        .optional()
        .describe("Returns free slots of this length for the listed people"),
      limit: z.coerce.number().int().min(1).max(200).default(200),
      ...Paging,
    }),
    response: z.object({
      from: Instant,
      to: Instant,
      time_zone: z.string().describe("The organization's zone"),
      people: z.array(PersonAvailability).describe("Employees, by name"),
      slots: z
        .array(z.object({ starts_at: Instant, ends_at: Instant }))
        .nullable()
        .describe(
          "The next 50 slots within everyone's working hours and synced windows in which no one is known to be busy; null without slot_minutes",
        ),
      next_cursor: NextCursor,
    }),
  },
});
