import type { z } from "zod";
import type {
  ApprovalAction,
  Approval as ApprovalSchema,
  approvals,
  Card as CardSchema,
  Evidence as EvidenceSchema,
  InboxAction,
  inbox,
  Material as MaterialSchema,
  Reason as ReasonSchema,
} from "../../../supabase/functions/_domain/approvals/contract.ts";
import { call, searchOf } from "./client.ts";

export type Approval = z.output<typeof ApprovalSchema>;
export type ApprovalStatus = Approval["status"];
export type ApprovalKind = Approval["kind"];
export type Payload = Approval["payload"];
export type Card = z.output<typeof CardSchema>;
export type CardEvent = NonNullable<Card["events"]>[number];
export type CardVersion = NonNullable<Card["versions"]>[number];
export type AllowedAction = Card["allowed_actions"][number];
export type Evidence = z.output<typeof EvidenceSchema>;
export type Material = z.output<typeof MaterialSchema>;
export type Reason = z.output<typeof ReasonSchema>;
export type InboxAnswer = z.output<typeof inbox.get.response>;
export type ApprovalPage = z.output<typeof approvals.get.response>;
type InboxQuery = Partial<z.output<typeof inbox.get.query>>;
type ApprovalsQuery = Partial<Omit<z.output<typeof approvals.get.query>, "status">> & {
  /** One status, or several with commas between them. */
  status?: string | undefined;
};

type Input = z.input<typeof ApprovalAction>;
export type BatchAction = Extract<Input, { action: "batch_approve" }>;
export type Statement = Extract<Input, { action: "state_sentence" }>;
export type CardAction = Exclude<Input, BatchAction | Statement>;
type Answer = z.output<typeof approvals.post.response>;
export type BatchResult = Extract<Answer, { results: unknown }>["results"][number];

type InboxInput = z.input<typeof InboxAction>;
export type Proposal = Extract<InboxInput, { action: "propose" }>;
export type Assignment = Extract<InboxInput, { action: "assign" }>;

export const getInbox = (query: InboxQuery, signal?: AbortSignal) =>
  call<InboxAnswer>("GET", `inbox${searchOf(query)}`, { signal });

export const getApprovals = (query: ApprovalsQuery, signal?: AbortSignal) =>
  call<ApprovalPage>("GET", `approvals${searchOf(query)}`, { signal });

/** Raises 400 invalid_payload with the problem of each field. */
export const proposeCard = (body: Proposal) =>
  call<{ approval: Approval }>("POST", "inbox", { body });

/** Raises 409 assignment_changed if another person has assigned the card in the meantime. */
export const assignCard = (body: Assignment) =>
  call<{ approval: Approval }>("POST", "inbox", { body });

/**
 * Decides, edits or executes one card. Raises 409 version_conflict when the card has a newer version,
 * approval_already_decided with the decider and the time, draft_not_ready with the reasons.
 */
export const actOnCard = (body: CardAction) =>
  call<Extract<Answer, { approval: unknown }>>("POST", "approvals", { body });

/** States a sentence of a pending card on the viewer's own account, or withdraws the statement. */
export const stateSentence = (body: Omit<Statement, "action">) =>
  call<Extract<Answer, { approval: unknown }>>("POST", "approvals", {
    body: { action: "state_sentence", ...body },
  });

export const approveTogether = (body: BatchAction) =>
  call<Extract<Answer, { results: unknown }>>("POST", "approvals", { body });
