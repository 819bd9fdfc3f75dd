import type {
  AllowedAction,
  Approval,
  ApprovalKind,
  ApprovalStatus,
  CardEvent,
  Evidence,
} from "../../api/approval-routes.ts";
import { hasValue } from "./payload-values.ts";

export const statusLabels: Record<ApprovalStatus, string> = {
  pending: "Waiting",
  approved: "Approved",
  rejected: "Rejected",
  executing: "Executing",
  executed: "Executed",
  failed: "Failed",
  unknown: "Result unknown",
};

export const stakesLabels: Record<Approval["stakes"], string> = {
  low: "Low stakes",
  medium: "Medium stakes",
  high: "High stakes",
};

export const eventLabels: Record<CardEvent["type"], string> = {
  proposed: "Proposed",
  edited: "Edited",
  approved: "Approved",
  rejected: "Rejected",
  lapsed: "Approval lapsed: target or evidence changed",
  execution_requested: "Execution requested",
  execution_started: "Execution started",
  vendor_called: "Sent to the connected system",
  vendor_confirmed: "Confirmed by the connected system",
  executed: "Executed",
  failed: "Failed",
  unknown: "Result unknown",
  reviewed: "Rechecked",
  assigned: "Assignment changed",
  stated: "Stated by the author",
  statement_withdrawn: "Statement withdrawn",
};

export const sourceLabels: Record<NonNullable<Evidence["source_kind"]>, string> = {
  document: "document",
  meeting: "meeting transcript",
  email: "email",
  note: "note",
};

export const evidenceLabels: Record<Evidence["state"], string> = {
  verified: "Verified",
  misquoted: "Quote not found in the source",
  changed: "Source has changed",
  missing: "Source deleted",
  restricted: "Restricted source",
  out_of_scope: "Outside your projects",
};

interface Effect {
  does: string;
  back: string;
}

/** The effect of executing a card, and whether it can be undone. */
export function effectOf({ kind, group, payload, undo_of_id }: Approval): Effect {
  if (undo_of_id && group === "sync") {
    return {
      does: "Restores the records that the earlier card removed. From then on, no vendor manages them.",
      back: "Archive the records one by one to remove them again.",
    };
  }
  if (undo_of_id) {
    return {
      does: "Withdraws what the earlier card released, or restores it.",
      back: "Another card can release it again.",
    };
  }
  switch (group) {
    case "external":
      return externalEffects[kind] ?? externalEffect;
    case "portal":
      return {
        does: "Publishes this in the client's portal, where its contacts read it.",
        back: "To withdraw it later, open the executed card and choose “Propose undo”.",
      };
    case "prompt":
      return {
        does: "Changes the assistant's instructions from its next answer on.",
        back: "The previous version is kept and can be restored.",
      };
    case "sync":
      return {
        does: "Removes exactly these records here. Nothing changes at the vendor. Reject the card to keep the records; from then on, no vendor manages them.",
        back: "Where records are archived, the executed card offers an undo. Hours, events, meetings and busy times are deleted for good.",
      };
    case "record":
      if (kind === "client_request") return replyEffect(payload);
      return {
        does: "Records the decision. Nothing is sent and no other system is changed.",
        back: "There is nothing to undo.",
      };
  }
}

// The client's portal shows the request and its reply as soon as the card is executed.
function replyEffect(payload: Approval["payload"]): Effect {
  const answer = hasValue(payload, "reply")
    ? "Marks the request as answered and shows your reply in the client's portal."
    : "Marks the request as answered without a reply. To reply, edit the card first.";
  return {
    does: `${answer} Files that the client attached become documents of the project.`,
    back: "It can't be undone from here.",
  };
}

const externalEffect = {
  does: "Writes to a connected system.",
  back: "It can't be undone from here.",
};
// An event that belongs to no connected calendar is stored only here, and its attendees are not notified.
const attendees = (verb: string) =>
  `Google Calendar ${verb} the attendees; Countersign itself notifies nobody.`;
const externalEffects: Partial<Record<ApprovalKind, typeof externalEffect>> = {
  task_create: {
    does: "Creates one task: in ClickUp if it is connected, otherwise in Countersign.",
    back: "It can't be undone from here: close the task where it was created.",
  },
  calendar_event_create: {
    does: `Creates one event: in Google Calendar if it is connected, otherwise in Countersign. ${attendees("invites")}`,
    back: "It can't be undone from here, but another card can cancel the event.",
  },
  calendar_event_update: {
    does: `Changes the event where it is stored, in Google Calendar or in Countersign. ${attendees("notifies")}`,
    back: "It can't be undone from here, but another card can change it again.",
  },
  calendar_event_cancel: {
    does: `Cancels the event where it is stored, in Google Calendar or in Countersign. ${attendees("notifies")}`,
    back: "A cancelled event can't be restored.",
  },
};

/** Why the viewer may not decide a card, and who can. */
export function refusalInWords(refusal: string): string {
  switch (refusal) {
    case "prompt_owner_only":
      return "Only a prompt owner can decide this card. An admin can make you one.";
    case "self_approval_forbidden":
      return "You proposed or edited this card. Your organization requires someone else to decide it.";
    case "role_not_allowed":
      return "Only admins and leads can decide cards. You see this one because it concerns your project.";
    default:
      return "You can't decide this card. Ask an admin or a lead to decide it.";
  }
}

/** The proposer: a person by name, an agent on behalf of a person, or the service itself. */
export function proposerInWords({ proposer }: Pick<Approval, "proposer">): string {
  const name = proposer.person?.name;
  switch (proposer.type) {
    case "person":
      return name ?? "Someone";
    case "agent":
      return name ? `The assistant, asked by ${name}` : "The assistant";
    case "background":
      return "Countersign (automatic)";
  }
}

/** The assignee of a card, and their delegate of today; empty if unassigned. */
export function assigneeInWords(
  { assigned_to }: Pick<Approval, "assigned_to">,
  viewerId: string,
): string {
  if (!assigned_to) return "";
  const { id, name, delegate } = assigned_to;
  if (delegate?.id === viewerId) return `For ${name}, who is out of office`;
  const assignee = `Assigned to ${id === viewerId ? "you" : name}`;
  return delegate ? `${assignee}, out of office: ${delegate.name} decides` : assignee;
}

/** The message after an action. */
export const doneLabels: Record<AllowedAction, string> = {
  approve: "Approved",
  approve_and_execute: "Approved, executing",
  reject: "Rejected",
  edit: "Saved as a new version",
  execute: "Executing",
  propose_undo: "Undo proposed",
};

export const rejectionReasons = [
  "No longer needed.",
  "Already done elsewhere.",
  "Wrong project.",
  "The evidence does not support it.",
  "Not agreed with the client yet.",
];
