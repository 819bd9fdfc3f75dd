import { z } from "zod";
import { defineContract, Id } from "../contract.ts";
import {
  atLeastOne,
  Day,
  Hours,
  Line,
  Money,
  Paragraphs,
  Version,
  VersionOrNone,
} from "../normal-forms.ts";
import {
  PortfolioTierValues,
  ProjectHealthValues,
  ProjectStatusValues,
  ReportingCadenceValues,
  RiskLevelValues,
} from "./statuses.ts";

// The portfolio actions that people perform. Each type has a schema that trims and normalizes input and refuses
// malformed input. The database decides who may perform an action on which row.

const statusText = {
  health: z.enum(ProjectHealthValues),
  summary: Paragraphs(4000),
  risks: Paragraphs(4000).nullish(),
  next_steps: Paragraphs(4000).nullish(),
};

export const StatusUpdateAction = z.strictObject({
  type: z.literal("status_update"),
  project_id: Id,
  ...statusText,
});

export const StatusCorrectionAction = z.strictObject({
  type: z.literal("status_correction"),
  status_update_id: Id,
  version: Version,
  ...statusText,
});

export const AccountCreateAction = z.strictObject({
  type: z.literal("account_create"),
  client_id: Id,
  name: Line(200),
});

export const AccountUpdateAction = z.strictObject({
  type: z.literal("account_update"),
  account_id: Id,
  version: Version,
  changes: z.strictObject({ name: Line(200) }),
});

const Website = z
  .string()
  .trim()
  .max(500)
  .refine(isWebAddress, "Enter a web address such as https://example.com")
  .describe("http or https");

export const ClientCreateAction = z.strictObject({
  type: z.literal("client_create"),
  name: Line(200),
  website: Website.nullish(),
  note: Paragraphs(4000).nullish(),
});

export const ClientUpdateAction = z.strictObject({
  type: z.literal("client_update"),
  client_id: Id,
  version: Version,
  changes: atLeastOne(
    z.strictObject({
      name: Line(200).optional(),
      website: Website.nullish(),
      note: Paragraphs(4000).nullish(),
      is_archived: z.boolean().optional(),
    }),
  ),
});

export const AccountContact = z.strictObject({
  name: Line(200),
  role: Line(200).nullable().default(null),
  email: z.email().max(320).toLowerCase().nullable().default(null),
  phone: Line(50).nullable().default(null),
});

export const OperatingProfileUpdateAction = z.strictObject({
  type: z.literal("operating_profile_update"),
  account_id: Id,
  version: VersionOrNone,
  changes: atLeastOne(
    z.strictObject({
      cadence: z.enum(ReportingCadenceValues).nullish(),
      contacts: z.array(AccountContact).max(50).optional(),
      standing_facts: z.array(Line(500)).max(50).optional(),
      definition_of_done: z.array(Line(500)).max(50).optional(),
      shares_hours: z.boolean().optional().describe("Whether the client sees the hours used"),
    }),
  ),
});

export const PortfolioClassificationAction = z.strictObject({
  type: z.literal("portfolio_classification"),
  project_id: Id,
  version: VersionOrNone,
  tier: z.enum(PortfolioTierValues).nullable(),
  service_line: Line(100).nullable(),
  risk: z.enum(RiskLevelValues).nullable(),
  reason: Paragraphs(1000).nullish(),
});

export const ReconciliationResolutionAction = z.strictObject({
  type: z.literal("reconciliation_resolution"),
  finding_code: z.string().regex(/^[a-z][a-z_]{2,59}$/, "There is no such finding code"),
  subject_id: Id,
  version: VersionOrNone,
  facts_hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe("Hash of the facts that the caller saw; if they changed since, 409"),
  state: z.enum(["settled", "reopened"]),
  reason: Paragraphs(1000),
});

export const ProjectUpdateAction = z.strictObject({
  type: z.literal("project_update"),
  project_id: Id,
  version: Version,
  changes: atLeastOne(
    z.strictObject({
      name: Line(200).optional(),
      code: Line(60).nullish(),
      summary: Paragraphs(4000).nullish(),
      status: z.enum(ProjectStatusValues).optional(),
      account_id: Id.optional(),
      lead_id: Id.nullish(),
      starts_on: Day.nullish(),
      due_on: Day.nullish(),
      budget_hours: Hours.nullish(),
      budget_amount: Money.nullish(),
      is_archived: z.boolean().optional(),
    }),
  ),
});

export const ProjectCreateAction = z.strictObject({
  type: z.literal("project_create"),
  account_id: Id,
  name: Line(200),
  code: Line(60).nullish(),
  summary: Paragraphs(4000).nullish(),
  status: z.enum(ProjectStatusValues).default("planned"),
  lead_id: Id.nullish(),
  starts_on: Day.nullish(),
  due_on: Day.nullish(),
  budget_hours: Hours.nullish(),
  budget_amount: Money.nullish(),
});

export const ProjectCopyAction = z.strictObject({
  type: z.literal("project_copy"),
  project_id: Id.describe("The project to copy"),
  account_id: Id,
  name: Line(200),
  code: Line(60).nullish(),
  starts_on: Day.nullish().describe("Days of the project and its tasks move with it"),
  with_tasks: z.boolean().default(true),
  with_team: z.boolean().default(true),
});

export const PersonRateAction = z.strictObject({
  type: z.literal("person_rate"),
  person_id: Id,
  valid_from: Day,
  cost_per_hour: Money.nullable().describe("null removes the rate of this day"),
});

export const ProjectRateAction = z.strictObject({
  type: z.literal("project_rate"),
  project_id: Id,
  valid_from: Day,
  revenue_per_hour: Money.nullable().describe("null removes the rate of this day"),
  cost_per_hour: Money.nullish().describe("For people without their own rate"),
});

export const PortfolioAction = z.discriminatedUnion(
  "type",
  [
    StatusUpdateAction,
    StatusCorrectionAction,
    AccountCreateAction,
    AccountUpdateAction,
    ClientCreateAction,
    ClientUpdateAction,
    OperatingProfileUpdateAction,
    PortfolioClassificationAction,
    ReconciliationResolutionAction,
    ProjectUpdateAction,
    ProjectCreateAction,
    ProjectCopyAction,
    PersonRateAction,
    ProjectRateAction,
  ],
  "Specify the type of action",
);
export type PortfolioAction = z.output<typeof PortfolioAction>;
/** The caller's input before it is normalized. */
export type PortfolioActionInput = z.input<typeof PortfolioAction>;

const Instant = z.string().describe("Instant with offset, ISO 8601");
const NullableNumber = z.number().nullable();

export const StatusUpdate = z.object({
  id: Id,
  project_id: Id,
  author_id: Id,
  health: z.enum(ProjectHealthValues),
  summary: z.string(),
  risks: z.string().nullable(),
  next_steps: z.string().nullable(),
  created_at: Instant,
  version: z.int(),
  corrected_at: Instant.nullable().describe("null: unchanged since it was posted"),
});

export const Account = z.object({
  id: Id,
  client_id: Id,
  name: z.string(),
  version: z.int(),
  created_at: Instant,
  archived_at: Instant.nullable(),
});

export const Client = z.object({
  id: Id,
  name: z.string(),
  website: z.string().nullable(),
  note: z.string().nullable(),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
  archived_at: Instant.nullable(),
});

export const OperatingProfile = z.object({
  account_id: Id,
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
  shares_hours: z.boolean(),
  updated_by: Id.nullable(),
  version: z.int(),
  updated_at: Instant,
});

export const PortfolioClassification = z.object({
  id: Id,
  project_id: Id,
  version: z.int(),
  tier: z.enum(PortfolioTierValues).nullable(),
  service_line: z.string().nullable(),
  risk: z.enum(RiskLevelValues).nullable(),
  reason: z.string().nullable(),
  classified_by: Id,
  created_at: Instant,
});

export const ReconciliationResolution = z.object({
  id: Id,
  finding_code: z.string(),
  subject_type: z.string(),
  subject_id: Id,
  version: z.int(),
  state: z.enum(["settled", "reopened"]),
  facts_hash: z.string(),
  reason: z.string(),
  decided_by: Id,
  created_at: Instant,
});

export const Project = z.object({
  id: Id,
  account_id: Id,
  code: z.string().nullable(),
  name: z.string(),
  summary: z.string().nullable(),
  status: z.enum(ProjectStatusValues),
  lead_id: Id.nullable(),
  starts_on: z.string().nullable(),
  due_on: z.string().nullable(),
  budget_hours: NullableNumber,
  budget_amount: NullableNumber,
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
  archived_at: Instant.nullable(),
});

const rate = { id: Id, valid_from: z.string(), version: z.int() };
export const PersonRate = z.object({ ...rate, person_id: Id, cost_per_hour: z.number() });
export const ProjectRate = z.object({
  ...rate,
  project_id: Id,
  revenue_per_hour: z.number(),
  cost_per_hour: NullableNumber,
});

/** The changes since the version that a refused update named: `details` of a 409 `version_conflict`. */
export const VersionConflict = z.object({
  version: z.int().describe("The current version"),
  current: z.record(z.string(), z.unknown()).describe("The current row"),
  changes: z
    .array(
      z.object({
        version: z.int(),
        at: Instant,
        by: z.object({ id: Id, name: z.string() }).nullable(),
        fields: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })),
      }),
    )
    .describe("Oldest first"),
});

export const portfolioActions = defineContract({
  slug: "portfolio-actions",
  access: "user",
  post: {
    summary: "Changes the portfolio: one of fourteen types, each returning its row",
    body: PortfolioAction,
    response: z.discriminatedUnion("type", [
      z.object({ type: z.literal("status_update"), status_update: StatusUpdate }),
      z.object({ type: z.literal("status_correction"), status_update: StatusUpdate }),
      z.object({ type: z.literal("account_create"), account: Account }),
      z.object({ type: z.literal("account_update"), account: Account }),
      z.object({ type: z.literal("client_create"), client: Client }),
      z.object({ type: z.literal("client_update"), client: Client }),
      z.object({
        type: z.literal("operating_profile_update"),
        operating_profile: OperatingProfile,
      }),
      z.object({
        type: z.literal("portfolio_classification"),
        classification: PortfolioClassification,
      }),
      z.object({
        type: z.literal("reconciliation_resolution"),
        resolution: ReconciliationResolution,
      }),
      z.object({ type: z.literal("project_update"), project: Project }),
      z.object({ type: z.literal("project_create"), project: Project }),
      z.object({
        type: z.literal("project_copy"),
        project: Project,
        copied: z.object({ tasks: z.int(), people: z.int() }),
      }),
      z.object({
        type: z.literal("person_rate"),
        rate: PersonRate.nullable().describe("null: removed"),
      }),
      z.object({
        type: z.literal("project_rate"),
        rate: ProjectRate.nullable().describe("null: removed"),
      }),
    ]),
  },
});

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s/]+/.test(text) && URL.canParse(text);
}
