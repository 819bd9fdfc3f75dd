import { z } from "zod";
import { defineContract, Id } from "../contract.ts";
import { ImportMapping } from "./import-mapping.ts";
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
const Named = z.object({ id: Id, name: z.string() });

const Version = z.int().describe("To be sent along with a change");

export const FullPortfolio = z.object({
  shape: z.literal("full"),
  clients: z.array(Named.extend({ version: Version })),
  accounts: z.array(Named.extend({ client_id: Id, version: Version })),
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
      classification_version: z.int().describe("0 when nobody classified the project"),
      version: Version,
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

const ImportDisposition = z.enum(["create", "update", "unchanged", "skipped"]);
const ImportCounts = z.object({
  create: z.int(),
  update: z.int(),
  unchanged: z.int(),
  skipped: z.int(),
});

export const ImportRun = z.object({
  id: Id,
  mode: z.enum(["dryRun", "apply"]),
  status: z.enum(["pending", "running", "succeeded", "failed"]),
  file_name: z.string(),
  parser_version: z.string(),
  plan_hash: z.string().nullable(),
  counts: z
    .partialRecord(
      z.enum(["rows", "clients", "accounts", "projects", "people", "tasks", "time_entries"]),
      ImportCounts,
    )
    .nullable(),
  validation: z
    .object({
      problem_count: z.int(),
      problems: z.array(z.object({ line: z.int(), message: z.string() })),
    })
    .nullable(),
  error: z.string().nullable(),
  created_at: Instant,
  finished_at: Instant.nullable(),
});
export type ImportRun = z.infer<typeof ImportRun>;

export const ImportRow = z.object({
  line: z.int().describe("Line in the file, the header being line 1"),
  disposition: ImportDisposition,
  project_code: z.string().nullable(),
  task_key: z.string().nullable(),
  reason: z.string().nullable().describe("Why the line is skipped"),
  changes: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })).nullable(),
});

/** 10 MB of file; base64 makes a third more of it. */
export const MAX_IMPORT_FILE_BYTES = 10_000_000;

export const portfolioImport = defineContract({
  slug: "portfolio-import",
  access: "user",
  get: {
    summary: "The last 20 import runs of the caller's organization (admin and lead)",
    response: z.object({ runs: z.array(ImportRun) }),
  },
  post: {
    summary: "Previews (dryRun) or carries out (apply) an import of one file (admin and lead)",
    body: z.strictObject({
      mode: z.enum(["dryRun", "apply"]),
      file_name: z.string().trim().min(1).max(200),
      content_base64: z.base64().min(1, "The file is empty"),
      mapping: ImportMapping.optional(),
      plan_hash: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .optional()
        .describe("Plan of the dry run: apply refuses (409) when it no longer fits"),
    }),
    response: z.object({
      run: ImportRun,
      mapping: ImportMapping,
      columns: z.array(z.object({ name: z.string(), samples: z.array(z.string()) })),
      rows: z.array(ImportRow).describe("The first 200 lines of the plan"),
    }),
    maxBodyBytes: Math.ceil((MAX_IMPORT_FILE_BYTES * 4) / 3) + 100_000,
  },
});
