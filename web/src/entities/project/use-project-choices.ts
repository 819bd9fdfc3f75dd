import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type ProjectSummary, projectSummaries } from "./queries.ts";

/** The projects that a field offers. They are read when the field is first focused, or to name the chosen one. */
export function useProjectChoices(
  chosen: string,
  labelOf: (project: ProjectSummary) => string = ({ name }) => name,
) {
  const [isWanted, setIsWanted] = useState(false);
  const projects = useQuery({ ...projectSummaries, enabled: isWanted || chosen !== "" }).data;
  return {
    data: (projects ?? []).map((project) => ({ value: project.id, label: labelOf(project) })),
    nothingFoundMessage: projects ? "No project has this name." : "Loading projects…",
    onFocus: () => setIsWanted(true),
  };
}
