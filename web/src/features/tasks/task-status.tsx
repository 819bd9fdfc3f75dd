import {
  IconCircle,
  IconCircleCheck,
  IconCircleX,
  IconHandStop,
  IconProgress,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { priorityLabels } from "../../../../supabase/functions/_domain/portfolio/import-words.ts";
import { Labelled } from "../../ui/labelled.tsx";
import type { TaskStatus } from "./search-params.ts";

const icon = { size: 16, stroke: 1.8, "aria-hidden": true };

const icons: Record<TaskStatus, ReactNode> = {
  open: <IconCircle {...icon} />,
  in_progress: <IconProgress {...icon} color="var(--cs-accent)" />,
  blocked: <IconHandStop {...icon} color="var(--cs-bad)" />,
  done: <IconCircleCheck {...icon} color="var(--cs-good)" />,
  cancelled: <IconCircleX {...icon} />,
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
