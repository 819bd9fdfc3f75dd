import type { VersionConflict } from "../../api/routes.ts";
import type { ProjectSummary } from "../../entities/project/queries.ts";
import type { ProjectChanges } from "./bulk-projects.ts";
import { updateProject } from "./change-project.ts";
import { InPlaceConflict } from "./in-place-conflict.tsx";
import { labels, ProjectFact } from "./project-fields.tsx";
import { fields, valuesOf } from "./project-values.ts";

interface Props {
  project: ProjectSummary;
  changes: ProjectChanges;
  conflict: VersionConflict;
}

/** For a change of a project in the list, after another person changed the project. */
export function ProjectConflict({ project, changes, conflict }: Props) {
  return (
    <InPlaceConflict
      fields={fields}
      labels={labels}
      show={(field, value) => <ProjectFact field={field} value={value} />}
      valuesOf={valuesOf}
      row={project}
      changes={changes}
      conflict={conflict}
      update={(version, values) => updateProject(project.id, version, values as ProjectChanges)}
      message="Project saved."
    />
  );
}
