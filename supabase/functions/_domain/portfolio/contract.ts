import { z } from "zod";
import { defineContract, Id } from "../contract.ts";
import { PersonRole } from "../identity/contract.ts";
import { ProjectHealthValues, ProjectStatusValues, TaskStatusValues } from "./statuses.ts";

export const ProjectStatus = z.enum(ProjectStatusValues);
export const ProjectHealth = z.enum(ProjectHealthValues);
export const TaskStatus = z.enum(TaskStatusValues);

const Day = z.iso.date().describe("Calendar day, YYYY-MM-DD");
const Instant = z.string().describe("Instant with offset, ISO 8601");
const Hours = z.number().describe("Hours");
const Money = z.number().describe("Amount in the organization's currency");
const Named = z.object({ id: Id, name: z.string() });

const ProjectFacts = z.object({
  id: Id,
  code: z.string().nullable(),
  name: z.string(),
  status: ProjectStatus,
  starts_on: Day.nullable(),
  due_on: Day.nullable(),
  budget_hours: Hours.nullable(),
  budget_amount: Money.nullable(),
  estimate_hours: Hours,
  actual_hours: Hours.describe("Sum of the project's time entries"),
  task_count: z.int(),
  open_task_count: z.int(),
  last_activity_on: Day.nullable(),
});

export const FullPortfolio = z.object({
  shape: z.literal("full"),
  clients: z.array(Named),
  accounts: z.array(z.object({ id: Id, client_id: Id, name: z.string() })),
  projects: z.array(
    ProjectFacts.extend({
      account_id: Id,
      health: ProjectHealth.nullable(),
      health_reported_at: Instant.nullable(),
      lead_id: Id.nullable(),
      lead_name: z.string().nullable(),
    }),
  ),
  totals: z.object({
    project_count: z.int(),
    task_count: z.int(),
    open_task_count: z.int(),
    actual_hours: Hours,
  }),
});

/** What a client contact sees: an allow-list, refused (not cut) when the database sends more. */
export const ClientPortfolio = z.strictObject({
  shape: z.literal("client"),
  projects: z.array(
    z.strictObject({
      id: Id,
      name: z.string(),
      account_name: z.string(),
      status: ProjectStatus,
      starts_on: Day.nullable(),
      due_on: Day.nullable(),
    }),
  ),
});

export const portfolio = defineContract({
  slug: "portfolio",
  access: "user",
  get: {
    summary: "Accounts and projects in the caller's scope; narrower for client contacts",
    response: z.discriminatedUnion("shape", [FullPortfolio, ClientPortfolio]),
  },
});

const SpinePerson = z.object({ id: Id, name: z.string(), role: PersonRole });

export const Spine = z.object({
  viewer: SpinePerson,
  as: SpinePerson.nullable().describe("Whose view was taken, where `as` had an effect"),
  organization: Named.extend({ currency: z.string(), time_zone: z.string() }).nullable(),
  projects: z.array(
    ProjectFacts.extend({
      summary: z.string().nullable(),
      account: Named,
      client: Named,
      lead: Named.extend({ name: z.string().nullable() }).nullable(),
      people: z.array(SpinePerson),
      open_tasks: z.array(
        z.object({
          id: Id,
          title: z.string(),
          status: TaskStatus,
          priority: z.int().nullable(),
          assignee: z.string().nullable(),
          due_on: Day.nullable(),
          estimate_hours: Hours.nullable(),
        }),
      ),
      status_updates: z.array(
        z.object({ id: Id, health: ProjectHealth, summary: z.string(), created_at: Instant }),
      ),
    }),
  ),
  left_out: z.object({ projects: z.int(), open_tasks: z.int() }),
});

export const spine = defineContract({
  slug: "spine",
  access: "user",
  get: {
    summary: "What the caller would need to answer for their projects, with ids to cite",
    query: z.strictObject({
      as: Id.optional().describe(
        "Person to view as: admin and lead only, ignored for everyone else",
      ),
    }),
    response: Spine,
  },
});
