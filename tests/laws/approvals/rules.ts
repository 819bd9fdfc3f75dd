/**
 * The vocabulary of the state machine of approvals, and its rules for deciders: written from the design, not from the
 * SQL.
 */

export type Kind =
  | "task_create"
  | "weekly_update"
  | "client_readout"
  | "prompt_update"
  | "scope_flag";
export type Status =
  | "pending"
  | "approved"
  | "rejected"
  | "executing"
  | "executed"
  | "failed"
  | "unknown";
export type Name = "admin" | "lead" | "lead2" | "member";
export type Role = "admin" | "lead" | "member";

/** A request that a person may make; `version` is the one they saw. */
export type Decision =
  | { do: "edit"; card: number; text: number; version?: number | undefined }
  | { do: "approve" | "approve_and_execute" | "reject"; card: number; version?: number | undefined }
  | { do: "execute"; card: number };

export interface Person {
  role: Role;
  isPromptOwner: boolean;
}

/** The facts outside the card that an answer depends on. */
export interface Circumstances {
  forbidsSelfApproval: boolean;
  /** The source of some cards was restricted after they were proposed. */
  isSourceRestricted: boolean;
}

export interface Card {
  kind: Kind;
  status: Status;
  version: number;
  text: number;
  /** Cites the source that may become restricted. */
  cites: boolean;
  proposedBy: Name;
  lastEditedBy: Name | null;
  /** Everyone who wrote a version of it. */
  authors: Name[];
  decidedBy: Name | null;
  job: Job | null;
  attempt: number | null;
  isCalled: boolean;
  events: string[];
}

export interface Job {
  kind: string;
  card: Card;
  version: number;
  state: "waiting" | "leased" | "dead";
  attempt: number;
  max: number;
  /** The earlier job is taken first. */
  order: number;
  isDue: boolean;
  isLeaseOver: boolean;
}

export const jobKinds = ["approval_act", "approval_review", "task_act", "task_reconcile"];

export class Refusal extends Error {}

const leads = (person: Person) => person.role !== "member";
/** A restricted source no longer supports a card, and a readout needs a source. */
export const isReady = ({ kind, cites }: Card, { isSourceRestricted }: Circumstances) =>
  cites ? !isSourceRestricted : kind !== "client_readout";

/** Why this person may not decide this card. */
export function deciderRefusal(
  card: Card,
  name: Name,
  person: Person,
  { forbidsSelfApproval }: Circumstances,
): string | undefined {
  if (!leads(person)) return "role_not_allowed";
  if (card.kind === "prompt_update" && !person.isPromptOwner) return "prompt_owner_only";
  const isAuthor = card.authors.includes(name);
  return isAuthor && forbidsSelfApproval ? "self_approval_forbidden" : undefined;
}

/** The refusal that a decision gets on a card in this state; undefined if it succeeds or repeats a decision. */
export function refusalOf(
  decision: Decision,
  card: Card,
  name: Name,
  person: Person,
  circumstances: Circumstances,
): string | undefined {
  if (!leads(person)) return "OPDEN role_not_allowed";
  const refusal = deciderRefusal(card, name, person, circumstances);
  const isDeciding = decision.do !== "edit" && decision.do !== "execute";
  // Editing and executing do not approve one's own card.
  if (refusal && (isDeciding || refusal === "prompt_owner_only")) return `OPDEN ${refusal}`;
  if (decision.do === "execute") {
    if (card.status === "pending") return "OPSTA approval_not_approved";
    return card.status === "rejected" ? "OPSTA approval_already_decided" : undefined;
  }
  const isRejecting = decision.do === "reject";
  if (isRejecting ? !["pending", "rejected"].includes(card.status) : card.status === "rejected") {
    return "OPSTA approval_already_decided";
  }
  if (decision.do === "edit" && !["pending", "approved", "failed"].includes(card.status)) {
    return "OPSTA approval_in_execution";
  }
  if (decision.version !== undefined && decision.version !== card.version) {
    return "OPSTA version_conflict";
  }
  const isApproving = decision.do === "approve" || decision.do === "approve_and_execute";
  if (isApproving && card.status === "pending" && decision.version === undefined) {
    return "OPSTA version_required";
  }
  if (isApproving && card.status === "pending" && !isReady(card, circumstances)) {
    return "OPSTA draft_not_ready";
  }
  return undefined;
}

export const steps = [
  "lease",
  "carry_out",
  "review",
  "mark",
  "finish",
  "fail",
  "retry",
  "park",
  "lease_reconciliation",
  "found",
  "absent",
  "die",
] as const;
export type Step = (typeof steps)[number];

/** The steps that a worker takes with a job of a kind; the others belong to another executor. */
export const stepsFor: Record<string, readonly Step[]> = {
  approval_act: ["carry_out", "die"],
  approval_review: ["review", "die"],
  task_act: ["lease", "mark", "finish", "fail", "retry", "park", "die"],
  task_reconcile: ["lease_reconciliation", "found", "absent", "die"],
};

export function executorOf(card: Card): string {
  return card.kind === "task_create" ? "task_act" : "approval_act";
}
