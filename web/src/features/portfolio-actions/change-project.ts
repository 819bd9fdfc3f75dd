import { portfolioAction, type VersionConflict } from "../../api/routes.ts";
import { ServiceError } from "../../api/service-error.ts";
import { type ProjectSummary, projectSummaries } from "../../entities/project/queries.ts";
import { queryClient } from "../../query-client.ts";
import { notifyFailed, notifyUndoable } from "../../ui/saved-notice.tsx";
import type { ProjectChanges } from "./bulk-projects.ts";
import { openAction } from "./open-action.ts";

/** Updates the values of a project in the lists on the screen. */
function showProject(id: string, shown: Partial<ProjectSummary>): void {
  queryClient.setQueryData(projectSummaries.queryKey, (rows) =>
    rows?.map((row) => (row.id === id ? { ...row, ...shown } : row)),
  );
}

/** Changes of one project run one after the other, each on the version that the previous one created. */
const running = new Map<string, Promise<unknown>>();
const savedVersions = new Map<string, number>();

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

/**
 * Saves a change that is shown at once, and offers its inverse. A refusal shows the former values again;
 * a conflict opens its review. `shown` are the values that the row shows under other names.
 */
export function changeProject(
  project: ProjectSummary,
  changes: ProjectChanges,
  message: string,
  shown: Partial<ProjectSummary> = {},
): Promise<void> {
  const { id } = project;
  const fields = Object.keys(changes) as (keyof ProjectChanges & keyof ProjectSummary)[];
  const before = Object.fromEntries(fields.map((field) => [field, project[field]]));
  void queryClient.cancelQueries({ queryKey: projectSummaries.queryKey });
  showProject(id, { ...changes, ...shown } as Partial<ProjectSummary>);
  const save = async () => {
    const from = Math.max(project.version, savedVersions.get(id) ?? 0);
    try {
      const version = await updateProject(id, from, changes);
      savedVersions.set(id, version);
      showProject(id, { version });
      notifyUndoable(message, () => updateProject(id, version, before));
    } catch (error) {
      showProject(id, project);
      void queryClient.invalidateQueries({ queryKey: projectSummaries.queryKey });
      if (error instanceof ServiceError && error.code === "version_conflict") {
        const conflict = error.details as VersionConflict;
        openAction({ kind: "project-conflict", about: project.name, project, changes, conflict });
      } else {
        notifyFailed("Not saved", error);
      }
    }
  };
  const next = (running.get(id) ?? Promise.resolve()).then(save);
  running.set(id, next);
  return next;
}
