import type { FoundKind, FoundRow } from "../../api/knowledge-routes.ts";
import type { Viewer } from "../../api/routes.ts";
import { statusLabels as projectStatusLabels } from "../../entities/project/labels.ts";
import { leads } from "../../session/viewer.ts";
import { statusLabels as cardStatusLabels } from "../inbox/words.ts";
import { roleLabels } from "../people/labels.ts";
import { taskStatusLabels } from "../tasks/task-status.tsx";

export const foundKindLabels: Record<FoundKind, string> = {
  project: "Projects",
  client: "Clients",
  account: "Accounts",
  person: "People",
  task: "Tasks",
  card: "Cards",
  document: "Documents",
};

const statusLabels: Partial<Record<FoundKind, Record<string, string>>> = {
  project: projectStatusLabels,
  person: roleLabels,
  task: taskStatusLabels,
  card: cardStatusLabels,
};

/** The context and status of a row, in words. */
export function foundFacts(kind: FoundKind, { context, status, is_restricted }: FoundRow): string {
  const label = status && (statusLabels[kind]?.[status] ?? status);
  return [context, label, is_restricted && "Restricted"].filter(Boolean).join(" · ");
}

/** The page of a row; a task has none, since its panel opens over any page. */
export function foundAddress(kind: FoundKind, id: string, viewer: Viewer): string | null {
  switch (kind) {
    case "task":
      return null;
    case "person":
      return leads(viewer) ? `/settings/people/${id}` : `/tasks?assignee=${id}`;
    case "card":
      return `/approvals/${id}`;
    default:
      return `/${foundKindLabels[kind].toLowerCase()}/${id}`;
  }
}
