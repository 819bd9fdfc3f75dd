import { IconFileText, IconMail, IconMicrophone, IconNote } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { SourceKind } from "../../api/knowledge-routes.ts";
import { Labelled } from "../../shell/labelled.tsx";

const icon = { size: 16, stroke: 1.8, "aria-hidden": true };

const icons: Record<SourceKind, ReactNode> = {
  document: <IconFileText {...icon} />,
  meeting: <IconMicrophone {...icon} />,
  email: <IconMail {...icon} />,
  note: <IconNote {...icon} />,
};

export const sourceKindLabels: Record<SourceKind, string> = {
  document: "Document",
  meeting: "Meeting",
  email: "Email",
  note: "Note",
};

/** "Documents" and its sisters, for a choice among them. */
export const sourceKindPlurals: Record<SourceKind, string> = {
  document: "Documents",
  meeting: "Meetings",
  email: "Emails",
  note: "Notes",
};

export function SourceKindLabel({ kind }: { kind: SourceKind }) {
  return <Labelled icon={icons[kind]}>{sourceKindLabels[kind]}</Labelled>;
}
