import { z } from "zod";
import { defineContract, Id, PersonToReadAs } from "../contract.ts";
import { PersonRole } from "../identity/contract.ts";
import {
  PortfolioTierValues,
  ProjectHealthValues,
  ProjectStatusValues,
  ReportingCadenceValues,
  RiskLevelValues,
  TaskStatusValues,
} from "./statuses.ts";

const Day = z.iso.date().describe("Calendar day, YYYY-MM-DD");
const Instant = z.string().describe("Instant with offset, ISO 8601");
const Hours = z.number().describe("Hours");
const Money = z.number().describe("Amount in the organization's currency");
const Health = z.enum(ProjectHealthValues);
const NameRef = z.object({ id: Id, name: z.string() });
/** A person in a row. A viewer who may see the row but not the person gets only the id. */
const Mentioned = z.object({ id: Id, name: z.string().nullable() });
const Viewer = NameRef.extend({ role: PersonRole });

const Account = NameRef.extend({
  client: NameRef,
  operating_profile: z
    .object({
      version: z.int(),
      cadence: z.enum(ReportingCadenceValues).nullable(),
      contacts: z.array(
        z.object({
          name: z.string(),
          role: z.string().nullable(),
          email: z.string().nullable(),
          phone: z.string().nullable(),
        }),
      ),
      standing_facts: z.array(z.string()),
      definition_of_done: z.array(z.string()),
      updated_by: Mentioned.nullable(),
      updated_at: Instant,
    })
    .nullable()
    .describe("How the account is run; cited by the account's id"),
});

const Classification = z.object({
  id: Id,
  version: z.int(),
  tier: z.enum(PortfolioTierValues).nullable(),
  service_line: z.string().nullable(),
  risk: z.enum(RiskLevelValues).nullable(),
  reason: z.string().nullable(),
  by: Mentioned,
  since: Instant,
});

const Burn = z.object({
  budget_hours: Hours.nullable(),
  budget_amount: Money.nullable(),
  estimate_hours: Hours,
  actual_hours: Hours.describe("Sum of the project's time entries"),
  hours_last_30_days: Hours.describe("Today included"),
  percent_of_budget: z
    .number()
    .nullable()
    .describe("Actual hours as a share of budgeted hours; null without a budget"),
  last_entry: z
    .object({ id: Id, spent_on: Day, hours: Hours, person: Mentioned, task_id: Id.nullable() })
    .nullable(),
});

const OpenItems = z.object({
  open: z.int().describe("All tasks that are neither done nor cancelled"),
  blocked: z.int(),
  past_due: z.int(),
  without_assignee: z.int(),
  stale: z.int().describe("The last activity is older than VERIFY_WINDOW_DAYS"),
  unverified: z.int().describe("No recorded activity"),
});

const OpenTask = z.object({
  id: Id,
  title: z.string(),
  status: z.enum(TaskStatusValues),
  priority: z.int().nullable(),
  assignee: Mentioned.nullable(),
  due_on: Day.nullable(),
  is_past_due: z.boolean(),
  estimate_hours: Hours.nullable(),
});

const ActivityBase = z.object({ on: Day, person: Mentioned.nullable() });
const Activity = z.discriminatedUnion("kind", [
  ActivityBase.extend({
    kind: z.literal("hours"),
    hours: Hours.describe("Hours of one person on one day"),
    time_entry_ids: z.array(Id).describe("The first 10"),
    time_entry_count: z.int(),
  }),
  ActivityBase.extend({ kind: z.literal("task_completed"), task_id: Id, title: z.string() }),
  ActivityBase.extend({ kind: z.literal("status_update"), status_update_id: Id, health: Health }),
  ActivityBase.extend({
    kind: z.literal("classification"),
    classification_id: Id,
    version: z.int(),
  }),
]);

const SpineProject = z.object({
  id: Id,
  code: z.string().nullable(),
  name: z.string(),
  summary: z.string().nullable(),
  status: z.enum(ProjectStatusValues),
  account_id: Id.describe("One of accounts"),
  lead: Mentioned.nullable(),
  starts_on: Day.nullable(),
  due_on: Day.nullable(),
  last_activity_on: Day.nullable(),
  classification: Classification.nullable(),
  burn: Burn,
  task_count: z.int(),
  open_items: OpenItems,
  open_tasks: z
    .array(OpenTask)
    .describe(
      "At most 10: blocked tasks first, then by due date (overdue first), then by priority",
    ),
  people: z
    .array(NameRef.extend({ role: z.enum(["lead", "member"]), hours_last_30_days: Hours }))
    .describe("At most 20: the lead, then by hours"),
  status_updates: z
    .array(
      z.object({
        id: Id,
        author: Mentioned,
        health: Health,
        summary: z.string(),
        risks: z.string().nullable(),
        next_steps: z.string().nullable(),
        created_at: Instant,
      }),
    )
    .describe("The 3 newest"),
  activity: z.array(Activity).describe("The 8 newest of the last 30 days"),
  left_out: z.object({
    open_tasks: z.int(),
    people: z.int(),
    status_updates: z.int(),
    activity: z.int().describe("More within the 30 days"),
  }),
});

export const Spine = z.object({
  viewer: Viewer,
  as: Viewer.nullable().describe("The person whose view was used, if `as` had an effect"),
  organization: NameRef.extend({ currency: z.string(), time_zone: z.string() }),
  today: Day.describe("In the organization's time zone; past due and recent are counted from it"),
  accounts: z.array(Account).describe("Totals of the projects shown"),
  projects: z
    .array(SpineProject)
    .describe("At most 200: planned, active and on hold first, then by last activity"),
  left_out: z
    .object({
      projects: z.int(),
      open_tasks: z.int().describe("In all projects of the scope, those not shown included"),
      people: z.int(),
      status_updates: z.int(),
      activity: z.int(),
    })
    .describe("How much was left out; people, status updates and activity of the projects shown"),
});

export const spine = defineContract({
  slug: "spine",
  access: "user",
  get: {
    summary: "Everything the caller needs to report on their projects, with ids to cite",
    query: z.strictObject({
      as: PersonToReadAs.optional().describe(
        "Person to view as: admin and lead only, ignored for everyone else",
      ),
    }),
    response: Spine,
  },
});
