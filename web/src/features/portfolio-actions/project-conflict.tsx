import { useState } from "react";
import type { VersionConflict } from "../../api/routes.ts";
import { ServiceError } from "../../api/service-error.ts";
import type { ProjectSummary } from "../../entities/project/queries.ts";
import { notifyFailed, notifyUndoable } from "../../ui/saved-notice.tsx";
import { useDialog } from "./action-dialog.tsx";
import type { ProjectChanges } from "./bulk-projects.ts";
import { updateProject } from "./change-project.ts";
import { changedFields, disagreements } from "./changes.ts";
import { ConflictReview } from "./conflict-review.tsx";
import { labels, ProjectFact } from "./project-fields.tsx";
import { fields, type ProjectField, type ProjectValues, valuesOf } from "./project-values.ts";

interface Props {
  project: ProjectSummary;
  changes: ProjectChanges;
  conflict: VersionConflict;
}

/** Another person changed the project first: the person who edited it in the list chooses field by field. */
export function ProjectConflict({ project, changes, conflict: first }: Props) {
  const dialog = useDialog();
  const [conflict, setConflict] = useState(first);
  const theirs = valuesOf(conflict.current);
  // A row of the list may lack fields, such as the summary of the 1001st project.
  const base = { ...theirs, ...valuesOf({ ...conflict.current, ...present(project) }) };
  const rows = disagreements<ProjectField>({
    fields,
    base,
    mine: { ...base, ...valuesOf({ ...conflict.current, ...present(project), ...changes }) },
    theirs,
    changes: conflict.changes,
  });
  const save = async (chosen: Partial<ProjectValues>) => {
    const changed = changedFields(fields, theirs, { ...theirs, ...chosen });
    if (changed.length === 0) return dialog.finish();
    const valueIn = (values: Partial<ProjectValues>) =>
      Object.fromEntries(
        changed.map((field) => [field, values[field] === "" ? null : values[field]]),
      ) as ProjectChanges;
    try {
      const version = await updateProject(project.id, conflict.version, valueIn(chosen));
      dialog.finish();
      notifyUndoable("Project saved.", () => updateProject(project.id, version, valueIn(theirs)));
    } catch (error) {
      if (error instanceof ServiceError && error.code === "version_conflict") {
        setConflict(error.details as VersionConflict);
      } else {
        notifyFailed("Not saved", error);
      }
    }
  };
  return (
    <ConflictReview<ProjectValues, ProjectField>
      key={conflict.version}
      conflict={{ fields: rows, save, edit: dialog.finish }}
      labels={labels}
      show={(field, value) => <ProjectFact field={field} value={value} />}
      backLabel="Discard my change"
    />
  );
}

function present(project: ProjectSummary): Partial<ProjectSummary> {
  return Object.fromEntries(Object.entries(project).filter(([, value]) => value !== undefined));
}
