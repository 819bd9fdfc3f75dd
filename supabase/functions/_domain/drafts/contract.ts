import { z } from "zod";
import { Approval, Reason } from "../approvals/contract.ts";
import { defineContract, Id } from "../contract.ts";
import { Day, Line, Paragraphs, Version } from "../normal-forms.ts";

const PersonName = z.object({ id: Id, name: z.string() });
const Instant = z.string().describe("Instant with offset, ISO 8601");
const DayText = z.string().describe("Calendar day, YYYY-MM-DD");

export const evidenceGroups = [
  "period",
  "changed",
  "done",
  "decided",
  "at_risk",
  "hours",
  "planned",
  "passage",
  "fact",
] as const;
export type EvidenceGroup = (typeof evidenceGroups)[number];

export const EvidenceItem = z.object({
  number: z.int(),
  group: z.enum(evidenceGroups),
  kind: z.enum(["passage", "row", "figure", "fact"]),
  query: z.string().describe("The named query or table behind it"),
  title: z.string(),
  text: z.string(),
  is_internal: z.boolean().default(false).describe("For the author, not for the client"),
  occurred_on: DayText.optional(),
  source_id: Id.optional(),
  source_kind: z.string().optional(),
  passage_id: Id.optional(),
  location: z.json().optional(),
  table: z.string().optional(),
  row_id: Id.optional(),
});
export type EvidenceItem = z.output<typeof EvidenceItem>;

export const EvidencePack = z
  .object({
    id: Id,
    project_id: Id,
    from_on: DayText,
    to_on: DayText,
    is_restricted: z.boolean(),
    items: z.array(EvidenceItem).describe("Passages first, then rows and figures"),
    created_at: Instant,
    created_by: PersonName.nullable(),
  })
  .meta({ id: "EvidencePack" });
export type EvidencePack = z.output<typeof EvidencePack>;

const Export = z.object({
  format: z.enum(["docx", "pdf"]),
  file_name: z.string().describe("Without its extension"),
  includes_revision_history: z.boolean(),
  profile: z.object({ key: z.string(), name: z.string(), version: z.int() }).nullable(),
});

const Drafted = z.object({
  approval: Approval,
  readiness: z.array(Reason).describe("Reasons against approving the draft in its current form"),
  pack: EvidencePack,
  model: z.string().nullable().describe("null: the sentences of the evidence, sorted"),
  export: Export,
});

const period = {
  from_on: Day.optional().describe("Seven days before to_on if absent"),
  to_on: Day.optional().describe("Today if absent"),
};

export const updatesDraft = defineContract({
  slug: "updates-draft",
  path: "updates/draft",
  access: "user",
  post: {
    summary: "Draft a weekly or client update from the evidence of a period (admin and lead)",
    body: z.strictObject({
      project_id: Id,
      kind: z
        .enum(["weekly", "client"])
        .default("weekly")
        .describe("client: a readout by the profile client-readout"),
      ...period,
    }),
    response: Drafted,
  },
});

export const deliverableDrafts = defineContract({
  slug: "deliverable-drafts",
  access: "user",
  get: {
    summary: "The history of a draft: evidence, versions, statements, publication (admin and lead)",
    query: z.strictObject({ approval_id: Id }),
    response: z.object({
      approval: Approval,
      project: z.object({ id: Id, name: z.string(), client: z.string(), agency: z.string() }),
      pack: EvidencePack.nullable(),
      item_numbers: z
        .array(z.int())
        .nullable()
        .describe("The item of the pack behind each marker; [1] is the first"),
      model: z.string().nullable(),
      export: Export,
      statements: z.array(
        z.object({ sentence: z.string(), by: PersonName.nullable(), stated_at: Instant }),
      ),
      publication: z
        .object({
          client: z.string(),
          published_at: Instant.nullable(),
          first_read_at: Instant.nullable(),
          first_read_by: PersonName.nullable(),
        })
        .nullable(),
      events: z.array(
        z.object({
          number: z.int(),
          type: z.string(),
          version: z.int(),
          by: PersonName.nullable(),
          occurred_at: Instant,
          details: z.json().nullable(),
        }),
      ),
      versions: z.array(
        z.object({
          version: z.int(),
          title: z.string(),
          payload: z.record(z.string(), z.json()),
          by: PersonName.nullable(),
          created_at: Instant,
        }),
      ),
    }),
  },
  post: {
    summary: "Draft a deliverable by an authoring profile; it becomes a card (admin and lead)",
    body: z
      .strictObject({
        project_id: Id,
        title: Line(200).optional().describe("The profile's name and the project if absent"),
        authoring_profile_id: Id.optional(),
        profile_key: z.string().max(60).optional().describe("client-readout if both are absent"),
        ...period,
      })
      .refine(
        (body) => !(body.authoring_profile_id && body.profile_key),
        "Name the profile by its id or its key, not both",
      ),
    response: Drafted,
  },
});

export const draftFile = defineContract({
  slug: "draft-file",
  access: "user",
  get: {
    summary: "The approved version of a draft as a file with a unique name (admin and lead)",
    query: z.strictObject({
      approval_id: Id,
      format: z.enum(["docx", "pdf"]).optional().describe("The canonical format if absent"),
    }),
    isFile: true,
    response: z.string().describe("The bytes of the file"),
  },
});

export const profileKinds = ["client_readout", "sow_draft", "scope_summary"] as const;
export const sourceKinds = ["document", "meeting", "email", "note"] as const;

export const ProfileSection = z.object({
  heading: z.string(),
  guidance: z.string().optional(),
  collects: z.array(z.enum(evidenceGroups)).default([]),
});
export type ProfileSection = z.output<typeof ProfileSection>;

export const AuthoringProfile = z
  .object({
    id: Id,
    key: z.string(),
    name: z.string(),
    kind: z.enum(profileKinds),
    sections: z.array(ProfileSection),
    source_kinds: z.array(z.enum(sourceKinds)),
    max_source_age_days: z.int().nullable(),
    max_passages: z.int(),
    includes_restricted: z.boolean(),
    standing_facts: z.array(z.string()),
    rubric: z.string().nullable(),
    export_format: z.enum(["docx", "pdf"]),
    export_name: z.string(),
    includes_revision_history: z.boolean(),
    version: z.int(),
    updated_at: Instant,
    archived_at: Instant.nullable(),
  })
  .meta({ id: "AuthoringProfile" });
export type AuthoringProfile = z.output<typeof AuthoringProfile>;

export const authoringProfiles = defineContract({
  slug: "authoring-profiles",
  access: "user",
  get: {
    summary: "The authoring profiles of the organization (admin and lead)",
    response: z.object({ profiles: z.array(AuthoringProfile) }),
  },
  post: {
    summary: "Change an authoring profile (admin and lead); add or delete one (admin)",
    body: z.union([
      z.strictObject({
        id: Id,
        version: Version.describe("The version that the caller saw"),
        is_deleted: z.literal(true).describe("Delete a profile that no draft used (admin)"),
      }),
      z.strictObject({
        id: Id.optional().describe("Absent: a new profile"),
        version: Version.optional().describe("The version that the caller saw; with id"),
        changes: z.strictObject({
          key: z
            .string()
            .max(60)
            .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Use lowercase letters, digits and single hyphens")
            .optional(),
          name: Line(200).optional(),
          kind: z.enum(profileKinds).optional(),
          sections: z
            .array(
              z.strictObject({
                heading: Line(200),
                guidance: Paragraphs(2000).optional(),
                collects: z.array(z.enum(evidenceGroups)).default([]),
              }),
            )
            .min(1)
            .max(30)
            .optional(),
          source_kinds: z.array(z.enum(sourceKinds)).min(1).max(4).optional(),
          max_source_age_days: z.int().min(1).max(3650).nullable().optional(),
          max_passages: z.int().min(0).max(40).optional(),
          includes_restricted: z.boolean().optional(),
          standing_facts: z.array(Paragraphs(2000)).max(50).optional(),
          rubric: Paragraphs(4000).nullable().optional(),
          export_format: z.enum(["docx", "pdf"]).optional(),
          export_name: Line(200).optional(),
          includes_revision_history: z.boolean().optional(),
          archived: z.boolean().optional(),
        }),
      }),
    ]),
    response: z.object({ profile: AuthoringProfile }),
  },
});
