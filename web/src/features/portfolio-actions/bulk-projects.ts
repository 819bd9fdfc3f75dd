import type { PortfolioActionInput } from "../../api/routes.ts";
import type { ProjectStatus, ProjectSummary } from "../../entities/project/queries.ts";
import { type DueEdit, dueFor, noDueEdit, problemInDue } from "../tasks/bulk-changes.ts";

/** Changes to several projects; an empty field leaves each project's own value. */
export interface ProjectsEdit extends DueEdit {
  status: ProjectStatus | "";
  /** A person's id. */
  lead: string;
  archive: "" | "archive";
}

export const noProjectsEdit: ProjectsEdit = { ...noDueEdit, status: "", lead: "", archive: "" };

export type ProjectChanges = Extract<PortfolioActionInput, { type: "project_update" }>["changes"];

/** Why the edit can't be previewed; null when it can. */
export function problemIn(edit: ProjectsEdit): string | null {
  const isEmpty = !edit.status && !edit.lead && !edit.due && !edit.archive;
  return problemInDue(edit) ?? (isEmpty ? "Choose at least one change." : null);
}

/** The changes that an edit makes to one project, and the values before; null if there are none. */
export function changesFor(
  project: ProjectSummary,
  edit: ProjectsEdit,
): { changes: ProjectChanges; before: ProjectChanges } | null {
  const changes: ProjectChanges = {};
  const before: ProjectChanges = {};
  if (edit.status && edit.status !== project.status) {
    changes.status = edit.status;
    before.status = project.status;
  }
  if (edit.lead && edit.lead !== project.lead_id) {
    changes.lead_id = edit.lead;
    before.lead_id = project.lead_id;
  }
  const dueOn = dueFor(project.due_on, edit);
  if (dueOn !== project.due_on) {
    changes.due_on = dueOn;
    before.due_on = project.due_on;
  }
  if (edit.archive) {
    changes.is_archived = true;
    before.is_archived = false;
  }
  return Object.keys(changes).length > 0 ? { changes, before } : null;
}
