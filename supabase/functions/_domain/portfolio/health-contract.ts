import { z } from "zod";
import { defineContract, Id } from "../contract.ts";
import {
  type EvidenceFacts,
  type EvidenceType,
  evidenceFacts,
  type FindingCode,
  type FindingFacts,
  findingFacts,
} from "./finding-facts.ts";
import {
  FindingSeverityValues,
  FindingStateValues,
  FindingSubjectValues,
  ResolutionStateValues,
} from "./statuses.ts";

const Instant = z.string().describe("Instant with offset, ISO 8601");
const Day = z.string().describe("Calendar day, YYYY-MM-DD");

export const FindingState = z
  .enum(FindingStateValues)
  .describe("unverified: an input is missing, so the state is unknown");
export const FindingSeverity = z.enum(FindingSeverityValues);

const codes = Object.keys(findingFacts) as [FindingCode, ...FindingCode[]];
const evidenceTypes = Object.keys(evidenceFacts) as [EvidenceType, ...EvidenceType[]];

const EvidenceBase = z.object({
  id: Id,
  label: z.string(),
  detail: z.string().nullable(),
  project_id: Id.nullable(),
});
type EvidenceBase = z.infer<typeof EvidenceBase>;
export type Evidence = {
  [Type in EvidenceType]: EvidenceBase & { type: Type; facts: EvidenceFacts[Type] };
}[EvidenceType];

/** The compiler cannot infer this union from the table of schemas, so its type is declared separately. */
function unionBy<Of>(key: string, [first, ...rest]: z.ZodObject[]): z.ZodType<Of, Of> {
  return z.discriminatedUnion(key, [first as z.ZodObject, ...rest]) as unknown as z.ZodType<Of, Of>;
}

const Evidence = unionBy<Evidence>(
  "type",
  evidenceTypes.map((type) =>
    EvidenceBase.extend({ type: z.literal(type), facts: z.object(evidenceFacts[type]) }),
  ),
).meta({ id: "FindingEvidence" });

const Subject = z
  .object({
    type: z.enum(FindingSubjectValues),
    id: Id,
    name: z.string(),
    project_id: Id.nullable(),
  })
  .meta({ id: "FindingSubject" });

const Resolution = z
  .object({
    version: z.int(),
    state: z.enum(ResolutionStateValues),
    reason: z.string(),
    decided_by: z.object({ id: Id, name: z.string() }),
    created_at: Instant,
    facts_changed: z.boolean().describe("The facts have changed since the finding was settled"),
  })
  .nullable()
  .meta({ id: "FindingResolution" });

const FindingBase = z.object({
  title: z.string().describe("The rule in a few words"),
  severity: FindingSeverity,
  state: FindingState,
  subject: Subject,
  why: z
    .string()
    .describe("A sentence with the figures, its days in ISO 8601 and its instants in UTC"),
  facts_hash: z
    .string()
    .describe(
      "Hash of the facts that a resolution is for. If they change, the finding is open again",
    ),
  evidence: z.object({ total: z.int(), rows: z.array(Evidence).describe("The first 20") }),
  settled_by: z.string().describe("How to settle it"),
  fix: z
    .object({ action: z.string(), fields: z.array(z.string()) })
    .nullable()
    .describe("Type of portfolio action that fixes it, if any"),
  resolution: Resolution,
});
type FindingBase = z.infer<typeof FindingBase>;
export type Finding = {
  [Code in FindingCode]: FindingBase & { code: Code; facts: FindingFacts[Code] };
}[FindingCode];

export const Finding = unionBy<Finding>(
  "code",
  codes.map((code) =>
    FindingBase.extend({ code: z.literal(code), facts: z.object(findingFacts[code]) }),
  ),
);

export const portfolioHealth = defineContract({
  slug: "portfolio-health",
  access: "user",
  get: {
    summary:
      "Board coverage, open-item verification and findings, computed on read (admin and lead)",
    query: z.strictObject({
      project_id: Id.optional(),
      code: z.string().max(60).optional(),
      state: FindingState.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
      cursor: z.string().max(500).optional(),
    }),
    response: z.object({
      computed_at: Instant,
      today: Day.describe("In the organization's time zone"),
      verification_window_days: z.int(),
      board: z.object({
        project_count: z.int().describe("Planned, active and on hold"),
        with_tasks: z.int(),
        with_lead: z.int(),
        with_owned_tasks: z.int().describe("Every open task has an assignee"),
        with_recent_activity: z.int(),
        with_recent_status: z.int(),
        gaps: z.array(
          z.object({
            project_id: Id,
            name: z.string(),
            missing: z.array(
              z.enum(["tasks", "lead", "task_owners", "recent_activity", "recent_status"]),
            ),
          }),
        ),
        gaps_left_out: z.int(),
      }),
      open_items: z.object({
        open: z.int(),
        verified: z.int().describe("Activity within the window"),
        stale: z.int().describe("The last activity is older"),
        unverified: z.int().describe("No recorded activity"),
      }),
      stale_count: z.int(),
      totals: z
        .object({ open: z.int(), unverified: z.int(), settled: z.int() })
        .describe("Counts of the whole scope, regardless of the requested code and state"),
      counts: z.array(
        z.object({
          code: z.enum(codes),
          title: z.string(),
          severity: FindingSeverity,
          open: z.int(),
          unverified: z.int(),
          settled: z.int(),
        }),
      ),
      findings: z.array(Finding).describe("Highest severity first"),
      next_cursor: z.string().nullable(),
    }),
  },
});
