import { FileTextIcon, MailIcon, MicIcon, StickyNoteIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { SourceKind } from "../../api/knowledge-routes.ts";
import { Labelled } from "../../ui/labelled.tsx";
import { sourceKindLabels } from "./source-words.ts";

const icon = { size: 16, strokeWidth: 1.8, "aria-hidden": true };

const icons: Record<SourceKind, ReactNode> = {
  document: <FileTextIcon {...icon} />,
  meeting: <MicIcon {...icon} />,
  email: <MailIcon {...icon} />,
  note: <StickyNoteIcon {...icon} />,
};

export function SourceKindLabel({ kind }: { kind: SourceKind }) {
  return <Labelled icon={icons[kind]}>{sourceKindLabels[kind]}</Labelled>;
}
