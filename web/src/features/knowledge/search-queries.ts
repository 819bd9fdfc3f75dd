import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { findRows, searchKnowledge } from "../../api/knowledge-routes.ts";
import { read, supabase } from "../../supabase/client.ts";
import { isBackwards, type KnowledgeSearch } from "./search-params.ts";

/** The best passages; a newer search cancels the previous one. */
export const searchAnswer = (search: KnowledgeSearch, limit: number) => {
  const body = {
    query: search.q.trim(),
    ...(search.project && { project_id: search.project }),
    ...(search.kind && { source_kinds: [search.kind] }),
    ...(search.from && { occurred_from: search.from }),
    ...(search.to && { occurred_to: search.to }),
    limit,
  };
  return queryOptions({
    queryKey: ["knowledge-search", body],
    enabled: body.query !== "" && !isBackwards(search),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => ({
      answeredSearch: search,
      limit,
      ...(await searchKnowledge(body, signal)),
    }),
  });
};

/** The service refuses longer names. */
const MAX_NAME = 200;

/** Rows with matching names, by kind; a newer search cancels the previous one. */
export const foundRows = (query: string, limit: number) => {
  const q = query.trim().slice(0, MAX_NAME);
  return queryOptions({
    queryKey: ["found-rows", q, limit],
    enabled: q !== "",
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => findRows(q, limit, signal),
  });
};

/** The ids of the sources that only admins and leads see. */
export const restrictedAmong = (sourceIds: string[]) =>
  queryOptions({
    queryKey: ["restricted-sources", sourceIds],
    enabled: sourceIds.length > 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = supabase().from("sources").select("id").eq("is_restricted", true);
      const { data } = await read(query.in("id", sourceIds).abortSignal(signal));
      return new Set(data.map(({ id }) => id));
    },
  });
