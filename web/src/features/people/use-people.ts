import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { projectSummaries } from "../../entities/project/queries.ts";
import { listPeople } from "./people-view.ts";
import { clients, memberships, openInvitations, peopleRows } from "./queries.ts";

/** Everyone in the organization, with the facts from other queries. */
export function usePeople() {
  const people = useQuery(peopleRows);
  const invitations = useQuery(openInvitations);
  const members = useQuery(memberships);
  const projects = useQuery(projectSummaries);
  const clientNames = useQuery(clients);

  const listed = useMemo(
    () =>
      people.data && invitations.data && members.data && projects.data && clientNames.data
        ? listPeople({
            people: people.data,
            invitations: invitations.data,
            memberships: members.data,
            projects: projects.data,
            clients: clientNames.data,
          })
        : undefined,
    [people.data, invitations.data, members.data, projects.data, clientNames.data],
  );
  const failed = [people, invitations, members, projects, clientNames].find(
    (query) => query.isError && !query.data,
  );
  return {
    people: listed,
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
  };
}
