import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { listState } from "../../ui/list-state.ts";
import { useProjectNames } from "./names.ts";
import { type ProjectSummary, projectSummaries } from "./queries.ts";

/**
 * The projects that a field offers. All are read when the field is first focused; until then only the chosen one, for
 * its name.
 */
export function useProjectChoices(
  chosen: string,
  labelOf: (project: ProjectSummary) => string = ({ name }) => name,
) {
  const [isWanted, setIsWanted] = useState(false);
  const list = useQuery({ ...projectSummaries, enabled: isWanted });
  const projects = list.data;
  const name = useProjectNames([projects ? null : chosen || null]).get(chosen);
  const data = projects
    ? projects.map((project) => ({ value: project.id, label: labelOf(project) }))
    : name
      ? [{ value: chosen, label: name }]
      : [];
  return {
    data,
    ...listState(list, "No project has this name."),
    onFocus: () => setIsWanted(true),
  };
}
