import { IconAlertTriangle, IconEqual, IconPencil, IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Labelled } from "../../ui/labelled.tsx";
import type { Disposition } from "./search-params.ts";

const icon = { size: 16, stroke: 1.8, "aria-hidden": true };

const icons: Record<Disposition, ReactNode> = {
  create: <IconPlus {...icon} color="var(--cs-good)" />,
  update: <IconPencil {...icon} color="var(--cs-accent)" />,
  unchanged: <IconEqual {...icon} />,
  skipped: <IconAlertTriangle {...icon} color="var(--cs-warn)" />,
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
