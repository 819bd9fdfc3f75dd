import { z } from "zod";
import { defineContract, Id } from "../contract.ts";
import { Paragraphs, statusList, Version } from "../normal-forms.ts";
import { approvalKinds } from "../words/approvals.ts";
import * as words from "./words.ts";

const Instant = z.string().describe("Instant with offset, ISO 8601");
const PersonName = z.object({ id: Id, name: z.string() });

export const ApprovalKind = z.enum(approvalKinds);
export const ApprovalStatus = z.enum(words.approvalStatuses);
export const ApprovalGroup = z.enum(words.approvalGroups);
export const Stakes = z.enum(words.stakes);
const Payload = z.record(z.string().max(100), z.json());

/** A reason why a card is not ready, or is no longer valid. */
export const Reason = z.object({
  code: z
    .string()
    .describe(
      "section_missing, section_empty, section_too_short, draft_too_short, placeholder_left, citation_missing, citation_misquoted, source_changed, source_restricted, source_out_of_scope, source_not_citable, file_changed, target_changed, figure_unsourced, date_unsourced, name_unsourced, quote_altered, quote_joined, quote_reattributed",
    ),
  message: z.string(),
  section: z.string().nullish(),
  citation: z.int().nullish(),
  sentence: z.string().nullish().describe("The sentence that the reason is about"),
});

export const ExecutionState = z.enum([
  "none",
  "queued",
  "running",
  "executed",
  "failed",
  "unknown",
]);

export const Execution = z.object({
  state: ExecutionState,
  job_id: Id.nullable().describe("The job that executes the card or settles an unknown result"),
  requested_by: PersonName.nullable(),
  requested_at: Instant.nullable(),
  started_at: Instant.nullable(),
  executed_at: Instant.nullable(),
  error: z.string().nullable(),
  result: z
    .object({
      provider: z.string().nullish(),
      external_id: z.string().nullish(),
      url: z.string().nullish(),
      table: z.string().nullish(),
      id: Id.nullish(),
    })
    .nullable(),
});
export type Execution = z.output<typeof Execution>;

export const Approval = z.object({
  id: Id,
  kind: ApprovalKind,
  kind_title: z.string(),
  group: ApprovalGroup,
  stakes: Stakes,
  status: ApprovalStatus,
  title: z.string(),
  payload: Payload,
  version: z.int(),
  project: PersonName.nullable(),
  is_restricted: z.boolean(),
  proposer: z.object({
    type: z.enum(words.proposers),
    person: PersonName.nullable(),
    agent_session_id: Id.nullable(),
  }),
  assigned_to: PersonName.extend({
    delegate: PersonName.nullable().describe(
      "The colleague who is shown their cards today, during their absence; null if there is none",
    ),
  })
    .nullable()
    .describe("The person who is to decide the card, as long as they may"),
  last_edited_by: PersonName.nullable(),
  decided_by: PersonName.nullable(),
  decided_at: Instant.nullable(),
  reason: z.string().nullable(),
  review: z.object({ checked_at: Instant, reasons: z.array(Reason) }).nullable(),
  execution: Execution,
  undo_of_id: Id.nullable(),
  is_undoable: z.boolean(),
  created_at: Instant,
  updated_at: Instant,
});
export type Approval = z.output<typeof Approval>;

const Paging = {
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z.string().max(300).optional().describe("next_cursor of the previous page"),
};
const NextCursor = z.string().nullable().describe("null at the end");
const Filter = {
  kind: ApprovalKind.optional(),
  project_id: Id.optional(),
};

/** The version of the card that the person saw. If the card has changed since, the answer is 409. */
const SeenVersion = Version.optional().describe(
  "The version that the person saw. Defaults to the version that their session read last; without one, the decision is refused",
);
/** A restricted card creates rows that members read. The rows omit its restricted quotes unless this is true. */
const WithQuotes = z
  .boolean()
  .optional()
  .describe("Execute a restricted card with the restricted text that it quotes; default false");
export const ApprovalAction = z.discriminatedUnion(
  "action",
  [
    z.strictObject({
      action: z.literal("approve"),
      id: Id,
      version: SeenVersion,
      with_quotes: WithQuotes,
    }),
    z.strictObject({
      action: z.literal("approve_and_execute"),
      id: Id,
      version: SeenVersion,
      with_quotes: WithQuotes,
    }),
    z.strictObject({
      action: z.literal("reject"),
      id: Id,
      reason: Paragraphs(2000),
      version: SeenVersion,
    }),
    z.strictObject({ action: z.literal("edit"), id: Id, payload: Payload, version: SeenVersion }),
    z.strictObject({
      action: z.literal("batch_approve"),
      ids: z.array(Id).min(1).max(100),
      versions: z.record(Id, Version).optional().describe("Versions that the person saw, by id"),
    }),
    z.strictObject({ action: z.literal("execute"), id: Id }),
    z.strictObject({
      action: z.literal("state_sentence"),
      id: Id,
      version: SeenVersion,
      sentence: z
        .string()
        .min(1)
        .max(20_000)
        .describe("The sentence that a readiness reason quotes"),
      is_stated: z
        .boolean()
        .default(true)
        .describe("false withdraws the caller's or a colleague's statement"),
    }),
    z.strictObject({
      action: z.literal("propose_undo"),
      id: Id.describe(
        "An executed card that can be undone; returns the new card that would undo it",
      ),
    }),
  ],
  "Specify the action",
);
export type ApprovalAction = z.output<typeof ApprovalAction>;

const OneApproval = z.object({ approval: Approval });
const Refusal = z.object({
  statusCode: z.int(),
  code: z.string(),
  message: z.string(),
  details: z.json().optional(),
});

export const approvals = defineContract({
  slug: "approvals",
  access: "user",
  get: {
    summary: "The cards that the caller may see, newest first",
    query: z.strictObject({
      status: statusList(words.approvalStatuses).optional(),
      ...Filter,
      ...Paging,
    }),
    response: z.object({ approvals: z.array(Approval), next_cursor: NextCursor }),
  },
  post: {
    summary: "Decides, edits and executes cards (admin and lead)",
    body: ApprovalAction,
    response: z.union([
      OneApproval,
      z.object({
        results: z.array(
          z.object({
            id: Id,
            ok: z.boolean(),
            approval: Approval.optional(),
            error: Refusal.optional(),
          }),
        ),
      }),
    ]),
  },
});

/** A field that the card would change. Texts and lists are compared as a whole, and the reader sees both versions. */
export const DiffField = z.object({
  field: z.string(),
  label: z.string(),
  before: z.json().nullable().describe("null: there is no value yet"),
  after: z.json().nullable(),
});

export const Evidence = z.object({
  number: z.int(),
  role: z.enum(words.citationRoles),
  source_id: Id,
  source_kind: z.enum(words.sourceKinds).nullable(),
  title: z.string().nullable().describe("null: out of the viewer's scope"),
  project_id: Id.nullable(),
  chunk_id: Id.nullable(),
  quote: z.string().nullable(),
  passage: z.string().nullable().describe("The current text around the quote"),
  location: z.json().nullable(),
  occurred_at: Instant.nullable(),
  state: z.enum(["verified", "misquoted", "changed", "missing", "restricted", "out_of_scope"]),
});

/** Something that the assistant had read when it proposed the card. */
export const Material = z.object({
  kind: z.enum(["organization", "project", "source"]),
  id: Id,
  name: z.string(),
  is_beyond_project: z.boolean().describe("Members of the card's project may not see it"),
});

/** A file that a client attached to the request behind the card. */
export const ClientFile = z.object({
  id: Id,
  name: z.string(),
  size_bytes: z.int(),
  is_changed: z
    .boolean()
    .describe("Storage has different bytes than the client sent, so the file can't be opened"),
  document_id: Id.nullable().describe("Its document, once the card is executed"),
});

export const AllowedAction = z.enum([
  "approve",
  "approve_and_execute",
  "reject",
  "edit",
  "execute",
  "propose_undo",
]);

export const Card = z.object({
  approval: Approval,
  diff: z.array(DiffField),
  evidence: z.array(Evidence).optional().describe("Only for a request of one card"),
  materials: z.array(Material).optional().describe("Only for a request of one card"),
  files: z
    .array(ClientFile)
    .optional()
    .describe("Files of a client's request, for admins and leads; only for a request of one card"),
  effect: z
    .object({
      is_read_by_members: z
        .boolean()
        .describe("The card is restricted, but members of its project can read its result"),
      payload_without_quotes: Payload.nullable().describe(
        "The payload that is executed unless the decider keeps the quotes; null: nothing is left out",
      ),
    })
    .optional()
    .describe("Only for a request of one card"),
  draft_pack_id: Id.nullish().describe(
    "The evidence pack that the card was drafted from; only for a request of one card",
  ),
  readiness: z
    .array(Reason)
    .describe(
      "Reasons against approving; empty if there are none. In a list, as of the time of the payload",
    ),
  freshness: z.object({
    proposed_at: Instant,
    target_changed: z.boolean().describe("Since the payload was written"),
    evidence_changed: z.boolean().nullable().describe("null in a list: open the card to check"),
  }),
  allowed_actions: z.array(AllowedAction).describe("For this caller, now"),
  refusal: z
    .string()
    .nullable()
    .describe(
      "Why the caller may not decide: role_not_allowed, prompt_owner_only, self_approval_forbidden",
    ),
  events: z
    .array(
      z.object({
        number: z.int(),
        type: z.enum(words.approvalEventTypes),
        status: ApprovalStatus,
        version: z.int(),
        by: PersonName.nullable(),
        occurred_at: Instant,
        decided_card: z.json().nullable(),
        details: z.json().nullable(),
      }),
    )
    .optional()
    .describe("Only for a request of one card"),
  versions: z
    .array(
      z.object({
        version: z.int(),
        title: z.string(),
        payload: Payload,
        by: PersonName.nullable(),
        created_at: Instant,
      }),
    )
    .optional()
    .describe("Only for a request of one card"),
});
export type Card = z.output<typeof Card>;

/** A passage or source that a proposed card names, numbered from 1 in its text. */
const Citation = z.strictObject({
  role: z.enum(words.citationRoles),
  source_id: Id,
  chunk_id: Id.optional().describe("The passage; found by its quote if absent"),
  quote: Paragraphs(4000).optional().describe("Required as evidence"),
});

export const InboxAction = z.discriminatedUnion(
  "action",
  [
    z.strictObject({
      action: z.literal("propose"),
      kind: ApprovalKind,
      project_id: Id.nullable().describe("null for kinds of the prompt"),
      payload: Payload,
      citations: z.array(Citation).max(200).default([]),
    }),
    z.strictObject({
      action: z.literal("assign"),
      id: Id,
      person_id: Id.nullable().describe(
        "An admin or lead who may decide the card; null unassigns it",
      ),
      current_person_id: Id.nullable().describe(
        "The assignee that the caller saw; if it has changed since, 409",
      ),
    }),
  ],
  "Specify the action",
);
export type InboxAction = z.output<typeof InboxAction>;

const count = z.int().describe("At most 1,000 are counted");

export const inbox = defineContract({
  slug: "inbox",
  access: "user",
  get: {
    summary:
      "Pending cards with everything that a person needs to decide, oldest first by default; or one card by its id",
    query: z.strictObject({
      approval_id: Id.optional(),
      ...Filter,
      sort: z
        .enum(words.inboxSorts)
        .optional()
        .describe(
          "oldest (default), stakes or due. Stakes: by the kind's stakes, then external before portal, prompt and record, then cards with an amount of money first, then by due date",
        ),
      q: z.string().trim().max(200).optional().describe("In titles and names of projects"),
      assigned_to_me: z
        .enum(["true", "false"])
        .optional()
        .describe(
          "Only cards that are assigned to the caller, or to a person who delegates to them today",
        ),
      decidable: z
        .enum(["true", "false"])
        .optional()
        .describe("Only cards that the caller may decide, among the 1000 oldest"),
      ...Paging,
    }),
    response: z.object({
      cards: z.array(Card),
      counts: z
        .object({
          pending: count,
          approved: count,
          executing: count,
          failed: count,
          unknown: count,
          decidable: count.describe("Pending cards among them that the caller may decide"),
        })
        .describe("All cards that the caller may see"),
      next_cursor: NextCursor,
    }),
  },
  post: {
    summary: "Proposes a card, or assigns one to a person (admin and lead)",
    body: InboxAction,
    response: OneApproval,
  },
});
