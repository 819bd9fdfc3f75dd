import { EqualIcon, PencilIcon, PlusIcon, TriangleAlertIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Labelled } from "../../ui/labelled.tsx";
import type { Disposition } from "./search-params.ts";

const icon = { size: 16, strokeWidth: 1.8, "aria-hidden": true };

const icons: Record<Disposition, ReactNode> = {
  create: <PlusIcon {...icon} color="var(--cs-good)" />,
  update: <PencilIcon {...icon} color="var(--cs-accent)" />,
  unchanged: <EqualIcon {...icon} />,
  skipped: <TriangleAlertIcon {...icon} color="var(--cs-warn)" />,
};

export const dispositionLabels: Record<Disposition, string> = {
  create: "Create",
  update: "Update",
  unchanged: "Unchanged",
  skipped: "Skipped",
};

export function DispositionLabel({ disposition }: { disposition: Disposition }) {
  return <Labelled icon={icons[disposition]}>{dispositionLabels[disposition]}</Labelled>;
}
