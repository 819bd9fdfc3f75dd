import { IconFileText, IconMail, IconMicrophone, IconNote } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { SourceKind } from "../../api/knowledge-routes.ts";
import { Labelled } from "../../ui/labelled.tsx";
import { sourceKindLabels } from "./source-words.ts";

const icon = { size: 16, stroke: 1.8, "aria-hidden": true };

const icons: Record<SourceKind, ReactNode> = {
  document: <IconFileText {...icon} />,
  meeting: <IconMicrophone {...icon} />,
  email: <IconMail {...icon} />,
  note: <IconNote {...icon} />,
};

export function SourceKindLabel({ kind }: { kind: SourceKind }) {
  return <Labelled icon={icons[kind]}>{sourceKindLabels[kind]}</Labelled>;
}
