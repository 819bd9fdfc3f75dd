import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { queryClient } from "../../query-client.ts";
import { read, supabase } from "../../supabase/client.ts";
import { projectSummaries } from "./queries.ts";

/** The number of ids that fit into an address. */
const IDS_AT_ONCE = 100;

type Ids = readonly (string | null | undefined)[];

const noNames: ReadonlyMap<string, string> = new Map();

const distinct = (ids: Ids) => [...new Set(ids.filter((id) => id !== null && id !== undefined))];

/**
 * The names of these projects by id, also of archived ones; those that the viewer can't see are absent. Without this,
 * a page that needs only names would wait for the list of all projects.
 */
export async function readProjectNames(
  ids: Ids,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const list = queryClient.getQueryState(projectSummaries.queryKey);
  const projects = (!list?.isInvalidated && list?.data) || [];
  const names = new Map(projects.map(({ id, name }) => [id, name]));
  const missingIds = distinct(ids).filter((id) => !names.has(id));
  for (let from = 0; from < missingIds.length; from += IDS_AT_ONCE) {
    const query = supabase()
      .from("projects")
      .select("id, name")
      .in("id", missingIds.slice(from, from + IDS_AT_ONCE));
    const { data } = await read(signal ? query.abortSignal(signal) : query);
    for (const { id, name } of data) names.set(id, name);
  }
  return names;
}

/** The same names as a hook; empty until they are loaded. */
export function useProjectNames(ids: Ids): ReadonlyMap<string, string> {
  const sortedIds = distinct(ids).sort();
  const names = useQuery({
    queryKey: ["project-names", sortedIds],
    queryFn: ({ signal }) => readProjectNames(sortedIds, signal),
    enabled: sortedIds.length > 0,
    placeholderData: keepPreviousData,
  });
  return names.data ?? noNames;
}
