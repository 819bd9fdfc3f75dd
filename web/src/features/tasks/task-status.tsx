import {
  CircleCheckIcon,
  CircleDotDashedIcon,
  CircleIcon,
  CircleXIcon,
  HandIcon,
} from "lucide-react";
import type { ReactNode } from "react";
import { priorityLabels } from "../../../../supabase/functions/_domain/portfolio/import-words.ts";
import { Labelled } from "../../ui/labelled.tsx";
import type { TaskStatus } from "./search-params.ts";

const icon = { size: 16, strokeWidth: 1.8, "aria-hidden": true };

const icons: Record<TaskStatus, ReactNode> = {
  open: <CircleIcon {...icon} />,
  in_progress: <CircleDotDashedIcon {...icon} color="var(--cs-accent)" />,
  blocked: <HandIcon {...icon} color="var(--cs-bad)" />,
  done: <CircleCheckIcon {...icon} color="var(--cs-good)" />,
  cancelled: <CircleXIcon {...icon} />,
};

export const taskStatusLabels: Record<TaskStatus, string> = {
  open: "Open",
  in_progress: "In progress",
  blocked: "Blocked",
  done: "Done",
  cancelled: "Cancelled",
};

export function TaskStatusLabel({ status }: { status: TaskStatus }) {
  return <Labelled icon={icons[status]}>{taskStatusLabels[status]}</Labelled>;
}

/** A priority in words; imports may bring others than these five. */
export function priorityName(priority: number): string {
  return priorityLabels[priority - 1] ?? String(priority);
}
