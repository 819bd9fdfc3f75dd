/**
 * The tools with which the assistant proposes changes. Each call creates one card, which records the conversation and
 * the sources that the assistant had seen in it so far. Nothing is executed before a person approves it.
 */
import { z } from "zod";
import { callFunction } from "../_db/call.ts";
import { AppError } from "../_domain/app-error.ts";
import { type ApprovalKind, type PayloadField, payloadFields } from "../_domain/approvals/kinds.ts";
import { Recurrence } from "../_domain/calendar/recurrence.ts";
import type { References } from "../_domain/chat/references.ts";
import { Id } from "../_domain/contract.ts";
import type { Json } from "../_schema/database.types.ts";
import { defineTool, type Tool, type ToolCallContext, type ToolResult } from "./tool.ts";

/** The maximum number of a card's citations. The sources that were found first are used. */
const MAX_CITATIONS = 200;

const toolNames: Partial<Record<ApprovalKind, { name: string; description: string }>> = {
  task_create: { name: "propose_task", description: "Propose a task for a project" },
  calendar_event_create: { name: "propose_event", description: "Propose an event for a project" },
  calendar_event_update: {
    name: "propose_event_change",
    description: "Propose a new time, place or text for an event",
  },
  calendar_event_cancel: {
    name: "propose_event_cancellation",
    description: "Propose to cancel an event",
  },
  weekly_update: {
    name: "propose_weekly_update",
    description: "Propose a weekly update for the client of a project",
  },
  scope_change: {
    name: "propose_scope_change",
    description: "Propose a change to a project's scope, hours or amount",
  },
  sow_draft: {
    name: "propose_sow_draft",
    description: "Propose a statement of work with Scope, Deliverables, Timeline and Price",
  },
  client_readout: {
    name: "propose_readout",
    description: "Propose a readout for the client, with Summary and Next steps",
  },
  scope_summary: {
    name: "propose_scope_summary",
    description: "Propose a summary of a project's scope, with In scope and Out of scope",
  },
  deliverable_release: {
    name: "propose_release",
    description: "Propose to release a file or a note to the client of a project",
  },
  sow_estimate: {
    name: "propose_estimate",
    description: "Propose an estimate in hours for a project",
  },
  scope_flag: {
    name: "propose_scope_flag",
    description: "Propose to flag a risk to the scope of a project",
  },
  email_draft: {
    name: "propose_email",
    description: "Propose a draft of an email about a project, such as a reply to an email",
  },
  prompt_update: {
    name: "propose_prompt_rule",
    description: "Propose a rule for how the assistant answers from now on",
  },
  prompt_base_update: {
    name: "propose_base_prompt",
    description: "Propose a new base prompt for the assistant",
  },
  skill_update: {
    name: "propose_skill_change",
    description: "Propose a new text for a skill, or a new skill",
  },
};
const kindsWithoutProject: ReadonlySet<ApprovalKind> = new Set([
  "prompt_update",
  "prompt_base_update",
  "skill_update",
]);
/** Kinds whose text can be approved only if each number, date and name in it has a source. */
const kindsWithSources: ReadonlySet<ApprovalKind> = new Set([
  "weekly_update",
  "scope_change",
  "sow_draft",
  "client_readout",
  "scope_summary",
  "deliverable_release",
]);

const Quotes = z.array(z.strictObject({ n: z.int(), quote: z.string().max(4_000) })).max(50);
const Evidence = Quotes.describe(
  "Word-for-word quotes from passages, each with the n of its passage. The text marks the sentences they support with [1], [2] and so on, in this order; a number, date or name without a source is not approved",
);
/** The text of an email has no citation marks, because its readers don't see the sources. */
const EvidenceOfEmail = Quotes.describe(
  "Word-for-word quotes from the email or meeting that the draft answers, each with the n of its passage. The text doesn't mark them",
);

/** Rules and skills are proposed like any other card of prompt governance, within the same project boundary. */
export const proposingTools: readonly Tool[] = Object.entries(toolNames).map(
  ([kind, { name, description }]) => proposingTool(kind as ApprovalKind, name, description),
);

function proposingTool(kind: ApprovalKind, name: string, description: string): Tool {
  const payload = z.strictObject(
    Object.fromEntries(payloadFields[kind].map((field) => [field.name, inputOf(field)])),
  );
  const inputOfKind = kindsWithoutProject.has(kind) ? payload : payload.extend({ project_id: Id });
  const evidence =
    kind === "email_draft" ? EvidenceOfEmail : kindsWithSources.has(kind) ? Evidence : undefined;
  const input = evidence ? inputOfKind.extend({ evidence: evidence.optional() }) : inputOfKind;
  return defineTool({
    name,
    description: `${description}. It waits for a person's approval.`,
    input,
    run: ({ project_id, evidence, ...fields }, context) =>
      propose(
        kind,
        (project_id as string | undefined) ?? null,
        fields,
        (evidence as z.output<typeof Evidence> | undefined) ?? [],
        context,
      ),
  });
}

async function propose(
  kind: ApprovalKind,
  projectId: string | null,
  payload: Record<string, unknown>,
  evidence: z.output<typeof Evidence>,
  { db, chatSessionId, references, fence, isLead }: ToolCallContext,
): Promise<ToolResult> {
  const card = (await callFunction(db, "propose_approval", {
    kind,
    project_id: projectId as string,
    payload: payload as Json,
    citations: [
      ...evidence.map((citation) => evidenceOf(citation, references)),
      ...references
        .sourceIds()
        .slice(0, MAX_CITATIONS - evidence.length)
        .map((source_id) => ({ role: "influence", source_id })),
    ],
    proposer: "agent",
    agent_session_id: chatSessionId,
  })) as { id: string; title: string; is_restricted: boolean };
  const title = fence.line(card.title);
  // Only admins and leads open restricted cards and cards without a project.
  const isVisible = isLead || (projectId !== null && !card.is_restricted);
  const describeCard = () => {
    const text = `Waits for approval: ${title}`;
    const n = isVisible
      ? references.add({ kind: "row", table: "approvals", id: card.id, title, text })
      : undefined;
    return { n, approval_id: card.id, title: card.title };
  };
  return {
    text: () => `Proposed as a card that waits for approval: ${JSON.stringify(describeCard())}`,
    summary: card.title,
    approvalId: card.id,
  };
}

/** A quote of a passage that the model was shown; the database compares it with the passage. */
function evidenceOf({ n, quote }: { n: number; quote: string }, references: References) {
  const reference = references.get(n);
  if (reference?.kind !== "chunk") {
    throw new AppError(400, "invalid_citations", `${n} is not the number of a passage`);
  }
  return { role: "evidence", source_id: reference.sourceId, chunk_id: reference.id, quote };
}

/** The description of a field for the model; the database checks the value and reports errors. */
function inputOf({ label, type, max, choices, required }: PayloadField): z.ZodType {
  const base = (() => {
    switch (type) {
      case "hours":
      case "signed_hours":
      case "money":
      case "signed_money":
        return z.number();
      case "day":
        return z.string().describe("YYYY-MM-DD");
      case "instant":
        return z.string().describe("ISO 8601 with offset");
      case "emails":
        return z.array(z.string()).max(max ?? 100);
      case "sections":
        return z.array(z.strictObject({ heading: z.string(), body: z.string() })).max(max ?? 50);
      case "recurrence":
        return Recurrence;
      case "choice":
        return z.enum(choices as [string, ...string[]]);
      case "person":
      case "source":
      case "event":
      case "card":
        return z.string().describe("id");
      default:
        return z.string().max(max ?? 8_000);
    }
  })();
  const input = base.description ? base : base.describe(label);
  return required ? input : input.optional();
}
