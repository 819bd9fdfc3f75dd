import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { administers, useViewer } from "../../session/viewer.ts";
import { listPeople } from "./people-view.ts";
import { openInvitations, peopleRows } from "./queries.ts";

/** Everyone in the organization, with the facts from other queries. */
export function usePeople() {
  const people = useQuery(peopleRows);
  const mayInvite = administers(useViewer());
  const invitations = useQuery({ ...openInvitations, enabled: mayInvite });
  const rows = useMemo(
    () =>
      people.data && (invitations.data || !mayInvite)
        ? listPeople({ people: people.data, invitations: invitations.data ?? new Map() })
        : undefined,
    [people.data, invitations.data, mayInvite],
  );
  const failedQuery = [people, invitations].find((query) => query.isError && !query.data);
  return {
    people: rows,
    error: failedQuery?.error ?? null,
    retry: () => void failedQuery?.refetch(),
  };
}
