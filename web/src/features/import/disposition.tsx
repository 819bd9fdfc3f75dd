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

const previewLabels: Record<Disposition, string> = {
  create: "Create",
  update: "Update",
  unchanged: "Unchanged",
  skipped: "Skipped",
};

const receiptLabels: Record<Disposition, string> = {
  ...previewLabels,
  create: "Created",
  update: "Updated",
};

/** The effect of an import on a line: planned in a preview, done in the receipt. */
export function dispositionLabel(disposition: Disposition, isApplied: boolean): string {
  return (isApplied ? receiptLabels : previewLabels)[disposition];
}

interface Props {
  disposition: Disposition;
  isApplied: boolean;
}

export function DispositionLabel({ disposition, isApplied }: Props) {
  return <Labelled icon={icons[disposition]}>{dispositionLabel(disposition, isApplied)}</Labelled>;
}
