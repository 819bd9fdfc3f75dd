import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { projectSummaries } from "../../entities/project/queries.ts";
import { administers, useViewer } from "../../session/viewer.ts";
import { listPeople } from "./people-view.ts";
import { clients, openInvitations, peopleRows } from "./queries.ts";

const noClients: { id: string; name: string }[] = [];

/** Everyone in the organization, with the facts from other queries. */
export function usePeople() {
  const people = useQuery(peopleRows);
  const mayInvite = administers(useViewer());
  const invitations = useQuery({ ...openInvitations, enabled: mayInvite });
  const projects = useQuery(projectSummaries);
  const withProjects = useMemo(
    () => new Map(projects.data?.map(({ client_id, client_name }) => [client_id, client_name])),
    [projects.data],
  );
  // Most contacts belong to a client with a project, which names it.
  const isUnnamed =
    projects.data !== undefined &&
    people.data?.some(({ client_id }) => client_id !== null && !withProjects.has(client_id));
  const everyClient = useQuery({ ...clients, enabled: isUnnamed === true });
  const allClients = isUnnamed ? everyClient.data : noClients;

  const listed = useMemo(
    () =>
      people.data && (invitations.data || !mayInvite) && projects.data && allClients
        ? listPeople({
            people: people.data,
            invitations: invitations.data ?? new Map(),
            projects: projects.data,
            clientNames: new Map([
              ...withProjects,
              ...allClients.map(({ id, name }) => [id, name] as const),
            ]),
          })
        : undefined,
    [people.data, invitations.data, mayInvite, projects.data, withProjects, allClients],
  );
  const failed = [people, invitations, projects, everyClient].find(
    (query) => query.isError && !query.data,
  );
  return {
    people: listed,
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
  };
}
