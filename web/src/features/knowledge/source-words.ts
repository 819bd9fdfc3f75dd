import type { SourceKind } from "../../api/knowledge-routes.ts";

export const sourceKindLabels: Record<SourceKind, string> = {
  document: "Document",
  meeting: "Meeting",
  email: "Email",
  note: "Note",
};

/** The plural of each kind, such as "Documents", for a choice among them. */
export const sourceKindPlurals: Record<SourceKind, string> = {
  document: "Documents",
  meeting: "Meetings",
  email: "Emails",
  note: "Notes",
};
