import { queryOptions, skipToken } from "@tanstack/react-query";
import { actOnPeople } from "../../api/routes.ts";

export interface TeamChange {
  add: string[];
  remove: string[];
}

export type TeamPreview = Awaited<ReturnType<typeof actOnPeople<"preview_team">>>;

/** The effect of a change to a project's team on each person it names. */
export const teamPreview = (projectId: string, { add, remove }: TeamChange) =>
  queryOptions({
    queryKey: ["form", "team-preview", projectId, add, remove],
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryFn:
      add.length + remove.length > 0
        ? () => actOnPeople({ action: "preview_team", project_id: projectId, add, remove })
        : skipToken,
  });

export const changeTeam = (projectId: string, change: TeamChange) =>
  actOnPeople({ action: "change_team", project_id: projectId, ...change });
