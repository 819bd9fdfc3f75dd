import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useProjectNames } from "./names.ts";
import { projectListState } from "./project-list-state.ts";
import { type ProjectSummary, projectSummaries } from "./queries.ts";

/**
 * The projects that a field offers. All are read when the field is first focused; until then only the chosen one, for
 * its name.
 */
export function useProjectChoices(
  projectId: string,
  labelOf: (project: ProjectSummary) => string = ({ name }) => name,
  noMatch?: string,
) {
  const [isWanted, setIsWanted] = useState(false);
  const list = useQuery({ ...projectSummaries, enabled: isWanted });
  const projects = list.data;
  const name = useProjectNames([projects ? null : projectId || null]).get(projectId);
  const data = projects
    ? projects.map((project) => ({ value: project.id, label: labelOf(project) }))
    : name
      ? [{ value: projectId, label: name }]
      : [];
  return {
    data,
    ...projectListState(list, noMatch),
    onFocus: () => setIsWanted(true),
  };
}
