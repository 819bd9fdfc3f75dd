import type { AuthoringProfile, EvidenceGroup } from "../drafts/contract.ts";

export const profileKindLabels: Record<AuthoringProfile["kind"], string> = {
  client_readout: "Client readout",
  sow_draft: "Statement of work",
  scope_summary: "Scope summary",
};

/** The groups of an evidence pack, in the order in which a person reads them. */
export const evidenceGroupLabels: Record<EvidenceGroup, string> = {
  period: "Period",
  done: "Done",
  changed: "Changed",
  decided: "Decided",
  at_risk: "At risk",
  planned: "Planned",
  hours: "Hours against budget",
  passage: "Passages",
  fact: "Facts",
};

export const sourceKindLabels: Record<AuthoringProfile["source_kinds"][number], string> = {
  document: "Documents",
  meeting: "Meetings",
  email: "Emails",
  note: "Notes",
};
