import { z } from "zod";
import { defineContract, Id } from "../contract.ts";
import { TaskRow } from "./tasks-contract.ts";
import { HoursChange, HoursOfDay, Timer, WeekLockState } from "./time-contract.ts";

const Instant = z.string().describe("Instant with offset, ISO 8601");
const Person = z.object({ id: Id, name: z.string().nullable() });
const NamedRow = z.object({ id: Id, name: z.string() });

const SeenAction = z.strictObject({
  type: z.literal("seen"),
  until: z.iso
    .datetime({ offset: true })
    .optional()
    .describe("`read_at` of the response that the person saw; defaults to now"),
});

const MentionsReadAction = z.strictObject({
  type: z.literal("mentions_read"),
  comment_ids: z.array(Id).min(1).max(200),
});

export const MyWorkAction = z.discriminatedUnion(
  "type",
  [SeenAction, MentionsReadAction],
  "Specify the type of action",
);
export type MyWorkAction = z.output<typeof MyWorkAction>;
export type MyWorkActionInput = z.input<typeof MyWorkAction>;

export const MyWork = z.object({
  read_at: Instant,
  today: z.string().describe("In the organization's zone"),
  time_zone: z.string(),
  tasks: z.object({
    items: z.array(TaskRow).describe("The viewer's open tasks by due date, at most 50"),
    total: z.int(),
    late: z.int(),
  }),
  hours: z.object({
    week_on: z.string(),
    days: z.array(HoursOfDay).length(7),
    hours: z.number(),
    expected_hours: z.number(),
    lock: WeekLockState.nullable(),
  }),
  timer: Timer.nullable(),
  mentions: z.object({
    items: z
      .array(
        z.object({
          comment_id: Id,
          body: z.string(),
          author: Person,
          at: Instant,
          task: z.object({ id: Id, title: z.string() }),
          project: NamedRow,
        }),
      )
      .describe("Unread mentions, newest first, at most 20"),
    total: z.int(),
  }),
  changes: z.object({
    since: Instant.describe(
      "When the viewer last looked, at most 30 days ago; before the first look, a week ago",
    ),
    is_first_look: z.boolean(),
    items: z
      .array(
        z.object({
          id: Id,
          at: Instant,
          by: Person.nullable(),
          code: z.string().describe("Audit action, such as task.updated"),
          project: NamedRow,
          object: z.object({ type: z.string(), id: Id, title: z.string().nullable() }),
          fields: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })),
        }),
      )
      .describe("Changes by others in the viewer's projects, newest first, at most 20"),
    total: z.int().describe("At most 1000 are counted"),
    counts: z.record(z.string(), z.int()).describe("By code"),
  }),
  hours_changed_by_others: z.object({
    items: z.array(HoursChange).describe("Since `changes.since`, newest first, at most 20"),
    total: z.int(),
  }),
  decidable_cards: z
    .int()
    .describe("Cards that the viewer may decide, among the 1000 oldest that are pending"),
});
export type MyWork = z.infer<typeof MyWork>;

export const myWork = defineContract({
  slug: "my-work",
  access: "user",
  get: {
    summary:
      "The home page of admins, leads and members: their tasks, hours, mentions and changes by others",
    response: MyWork,
  },
  post: {
    summary: "Marks changes as seen, or mentions as read",
    body: MyWorkAction,
    response: z.discriminatedUnion("type", [
      z.object({ type: z.literal("seen"), last_seen_at: Instant }),
      z.object({ type: z.literal("mentions_read"), read: z.int(), unread: z.int() }),
    ]),
  },
});
