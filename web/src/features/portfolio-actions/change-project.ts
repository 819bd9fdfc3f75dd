import { portfolioAction } from "../../api/routes.ts";
import { type ProjectSummary, projectSummaries } from "../../entities/project/queries.ts";
import { queryClient } from "../../query-client.ts";
import type { ProjectChanges } from "./bulk-projects.ts";
import { openAction } from "./open-action.ts";
import { saveInPlace } from "./save-in-place.ts";

/** Updates the values of a project in the lists on the screen. */
function showProject(id: string, values: Partial<ProjectSummary>): void {
  queryClient.setQueryData(projectSummaries.queryKey, (rows) =>
    rows?.map((row) => (row.id === id ? { ...row, ...values } : row)),
  );
}

/** Sends a change; returns the new version. */
export async function updateProject(
  project_id: string,
  version: number,
  changes: ProjectChanges,
): Promise<number> {
  const answer = await portfolioAction({ type: "project_update", project_id, version, changes });
  if (answer.type !== "project_update") throw new Error(`Not a project: ${answer.type}`);
  return answer.project.version;
}

/** Changes a project in the list. `rowValues` are values that the row stores under other names. */
export function changeProject(
  project: ProjectSummary,
  changes: ProjectChanges,
  message: string,
  rowValues: Partial<ProjectSummary> = {},
): Promise<void> {
  const { id } = project;
  const fields = Object.keys(changes) as (keyof ProjectChanges & keyof ProjectSummary)[];
  const before = Object.fromEntries(fields.map((field) => [field, project[field]]));
  return saveInPlace({
    row: project,
    values: { ...changes, ...rowValues } as Partial<ProjectSummary>,
    list: projectSummaries.queryKey,
    show: (values) => showProject(id, values),
    send: (version) => updateProject(id, version, changes),
    restore: (version) => updateProject(id, version, before),
    message,
    review: (conflict) =>
      openAction({ kind: "project-conflict", about: project.name, project, changes, conflict }),
  });
}
