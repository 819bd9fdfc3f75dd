import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { projectSummaries } from "../../entities/project/queries.ts";
import { administers, useViewer } from "../../session/viewer.ts";
import { listPeople } from "./people-view.ts";
import { openInvitations, peopleRows } from "./queries.ts";

/** Everyone in the organization, with the facts from other queries. */
export function usePeople() {
  const people = useQuery(peopleRows);
  const mayInvite = administers(useViewer());
  const invitations = useQuery({ ...openInvitations, enabled: mayInvite });
  const projects = useQuery(projectSummaries);
  const listed = useMemo(
    () =>
      people.data && (invitations.data || !mayInvite) && projects.data
        ? listPeople({
            people: people.data,
            invitations: invitations.data ?? new Map(),
            projects: projects.data,
          })
        : undefined,
    [people.data, invitations.data, mayInvite, projects.data],
  );
  const failed = [people, invitations, projects].find((query) => query.isError && !query.data);
  return {
    people: listed,
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
  };
}
