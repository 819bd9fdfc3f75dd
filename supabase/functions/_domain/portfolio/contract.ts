import { z } from "zod";
import { defineContract, Id } from "../contract.ts";
import {
  PortfolioTierValues,
  ProjectHealthValues,
  ProjectStatusValues,
  RiskLevelValues,
} from "./statuses.ts";

export const ProjectStatus = z.enum(ProjectStatusValues);
export const ProjectHealth = z.enum(ProjectHealthValues);

const Day = z.iso.date().describe("Calendar day, YYYY-MM-DD");
const Instant = z.string().describe("Instant with offset, ISO 8601");
const Hours = z.number().describe("Hours");
const Money = z.number().describe("Amount in the organization's currency");
const NameRef = z.object({ id: Id, name: z.string() });

const Version = z.int().describe("Send it with a change");

export const FullPortfolio = z.object({
  shape: z.literal("full"),
  clients: z.array(NameRef.extend({ version: Version })),
  accounts: z.array(NameRef.extend({ client_id: Id, version: Version })),
  projects: z.array(
    z.object({
      id: Id,
      account_id: Id,
      code: z.string().nullable(),
      name: z.string(),
      status: ProjectStatus,
      health: ProjectHealth.nullable(),
      health_reported_at: Instant.nullable(),
      lead_id: Id.nullable(),
      lead_name: z.string().nullable(),
      starts_on: Day.nullable(),
      due_on: Day.nullable(),
      budget_hours: Hours.nullable(),
      budget_amount: Money.nullable(),
      estimate_hours: Hours,
      actual_hours: Hours.describe("Sum of the project's time entries"),
      task_count: z.int(),
      open_task_count: z.int(),
      last_activity_on: Day.nullable(),
      tier: z.enum(PortfolioTierValues).nullable(),
      service_line: z.string().nullable(),
      risk: z.enum(RiskLevelValues).nullable(),
      classification_version: z.int().describe("0 before the first classification"),
      version: Version,
    }),
  ),
  next_cursor: z.string().nullable().describe("null at the end"),
  totals: z.object({
    project_count: z.int(),
    task_count: z.int(),
    open_task_count: z.int(),
    actual_hours: Hours,
  }),
});

/**
 * The fields that a client contact sees. If the database sends another field, the response fails instead of being
 * cut.
 */
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
    query: z.strictObject({
      limit: z.coerce.number().int().min(1).max(1000).default(1000),
      cursor: z.string().max(2000).optional().describe("next_cursor of the previous page"),
    }),
    response: z.discriminatedUnion("shape", [FullPortfolio, ClientPortfolio]),
  },
});
