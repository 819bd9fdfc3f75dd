import type { ApprovalKind } from "../approvals/kinds.ts";

/** The name of each kind of approval, in the order in which lists show the kinds. */
export const approvalKindLabels: Record<ApprovalKind, string> = {
  task_create: "Create a task",
  calendar_event_create: "Create an event",
  calendar_event_update: "Change an event",
  calendar_event_cancel: "Cancel an event",
  weekly_update: "Weekly update",
  scope_change: "Scope change",
  sow_draft: "Statement of work",
  client_readout: "Client readout",
  deliverable_release: "Release a deliverable",
  scope_summary: "Scope summary",
  email_draft: "Email draft",
  scope_flag: "Scope risk",
  sow_estimate: "Estimate",
  client_request: "Client request",
  prompt_update: "Prompt rule",
  prompt_base_update: "Base prompt",
  skill_update: "Skill",
  sync_removal: "Remove synced records",
};

export const approvalKinds = Object.keys(approvalKindLabels) as [ApprovalKind, ...ApprovalKind[]];
