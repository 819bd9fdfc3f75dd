import { z } from "zod";
import { defineContract, Id } from "../contract.ts";
import { atLeastOne, Day, Hours, Paragraphs, Version } from "../normal-forms.ts";
import { TaskStatusValues } from "../portfolio/statuses.ts";

const Instant = z.string().describe("Instant with offset, ISO 8601");
const Person = z.object({ id: Id, name: z.string().nullable() });
const ProjectOfHours = z.object({ id: Id, name: z.string(), is_archived: z.boolean() });
const TaskOfHours = z.object({ id: Id, title: z.string(), status: z.enum(TaskStatusValues) });

const EntryHours = Hours.refine((hours) => hours > 0, "Enter more than 0 hours").refine(
  (hours) => hours <= 24,
  "A day can have at most 24 hours",
);
const Note = Paragraphs(2000);

const EntryCreate = z.strictObject({
  type: z.literal("entry_create"),
  project_id: Id,
  task_id: Id.nullish(),
  spent_on: Day,
  hours: EntryHours,
  note: Note.nullish(),
  person_id: Id.optional().describe("Whose hours these are; only admins and leads name others"),
});

const EntryUpdate = z.strictObject({
  type: z.literal("entry_update"),
  id: Id,
  version: Version,
  changes: atLeastOne(
    z.strictObject({
      project_id: Id.optional(),
      task_id: Id.nullish(),
      spent_on: Day.optional(),
      hours: EntryHours.optional(),
      note: Note.nullish(),
    }),
  ),
});

const EntryDelete = z.strictObject({ type: z.literal("entry_delete"), id: Id, version: Version });
const EntryRestore = z.strictObject({ type: z.literal("entry_restore"), id: Id });

const week = {
  week_on: Day.describe("Any day in the week"),
  person_id: Id.nullable().describe("null: everyone in the organization"),
};
const WeekLock = z.strictObject({ type: z.literal("week_lock"), ...week });
const WeekUnlock = z.strictObject({ type: z.literal("week_unlock"), ...week });

const TimerStart = z.strictObject({
  type: z.literal("timer_start"),
  project_id: Id,
  task_id: Id.nullish(),
  note: Note.nullish(),
});

const TimerStop = z.strictObject({
  type: z.literal("timer_stop"),
  note: Note.nullish().describe("Replaces the timer's note; if absent, that note stays"),
  ended_at: z.iso
    .datetime({ offset: true })
    .optional()
    .describe("When the work ended, for a timer that was left running; if absent, now"),
});

const TimerDiscard = z.strictObject({ type: z.literal("timer_discard") });

export const TimeAction = z.discriminatedUnion(
  "type",
  [
    EntryCreate,
    EntryUpdate,
    EntryDelete,
    EntryRestore,
    WeekLock,
    WeekUnlock,
    TimerStart,
    TimerStop,
    TimerDiscard,
  ],
  "Specify the type of action",
);
export type TimeAction = z.output<typeof TimeAction>;
export type TimeActionInput = z.input<typeof TimeAction>;

export const TimeEntry = z.object({
  id: Id,
  version: z.int(),
  project_id: Id,
  task_id: Id.nullable(),
  person_id: Id,
  spent_on: z.string(),
  hours: z.number(),
  note: z.string().nullable(),
  managed_by: z.string().nullable().describe("Provider that owns the entry; null: this service"),
  created_at: Instant,
  updated_at: Instant,
});
export type TimeEntry = z.infer<typeof TimeEntry>;

export const Timer = z.object({
  project: ProjectOfHours,
  task: TaskOfHours.nullable(),
  note: z.string().nullable(),
  started_at: Instant,
});
export type Timer = z.infer<typeof Timer>;

export const WeekLockState = z.object({ locked_by: Person, locked_at: Instant });

/** A day of a person's week, against what the organization expects of a weekday. */
export const HoursOfDay = z.object({
  day: z.string(),
  hours: z.number(),
  expected_hours: z.number(),
});

/** A change of a person's hours by another person. */
export const HoursChange = z.object({
  id: Id,
  at: Instant,
  by: Person.nullable(),
  code: z
    .string()
    .describe("time_entry.created, time_entry.updated, time_entry.deleted or time_entry.restored"),
  entry_id: Id,
  project: z.object({ id: Id, name: z.string() }),
  spent_on: z.string().nullable(),
  hours: z.number().nullable().describe("After the change; for a deleted entry, its former hours"),
  fields: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })),
});

export const Timesheet = z.object({
  person: Person,
  week_on: z.string().describe("First day of the week, as the organization counts weeks"),
  today: z.string(),
  time_zone: z.string(),
  days: z.array(HoursOfDay).length(7),
  rows: z
    .array(
      z.object({
        project: ProjectOfHours,
        task: TaskOfHours.nullable(),
        days: z
          .array(z.object({ day: z.string(), hours: z.number(), entries: z.array(TimeEntry) }))
          .length(7),
        hours: z.number(),
      }),
    )
    .describe("One per project and task with hours in the week, by their names"),
  hours: z.number(),
  expected_hours: z.number(),
  hidden_hours: z
    .number()
    .describe("Hours on projects that the caller cannot see: in the totals, not in the rows"),
  lock: WeekLockState.nullable(),
  can_edit: z.boolean(),
  can_lock: z.boolean(),
  changes: z
    .array(HoursChange)
    .describe("The newest 50 changes of these hours by other people, newest first"),
});
export type Timesheet = z.infer<typeof Timesheet>;

const EntryAnswer = <T extends string>(type: T) =>
  z.object({ type: z.literal(type), entry: TimeEntry });
const LockAnswer = <T extends string>(type: T) =>
  z.object({
    type: z.literal(type),
    week_on: z.string(),
    people: z.int().describe("How many people's weeks changed"),
  });

export const time = defineContract({
  slug: "time",
  access: "user",
  get: {
    summary: "A person's hours in a week, and the caller's running timer",
    query: z.strictObject({
      person_id: Id.optional().describe("If absent, the caller; only admins and leads name others"),
      week: Day.optional().describe("Any day in the week; if absent, today"),
    }),
    response: z.object({ timesheet: Timesheet, timer: Timer.nullable() }),
  },
  post: {
    summary: "Logs and corrects hours, runs a timer, locks weeks",
    body: TimeAction,
    response: z.discriminatedUnion("type", [
      EntryAnswer("entry_create"),
      EntryAnswer("entry_update").extend({
        before: z
          .record(z.string(), z.unknown())
          .describe("Former values of the changed fields: sent as `changes`, they undo the change"),
      }),
      EntryAnswer("entry_delete"),
      EntryAnswer("entry_restore"),
      LockAnswer("week_lock"),
      LockAnswer("week_unlock"),
      z.object({ type: z.literal("timer_start"), timer: Timer }),
      z.object({
        type: z.literal("timer_stop"),
        entries: z.array(TimeEntry).describe("One per day, in the organization's zone"),
      }),
      z.object({ type: z.literal("timer_discard"), timer: Timer.describe("The discarded timer") }),
    ]),
  },
});
