import { queryOptions } from "@tanstack/react-query";
import type { Proposal } from "../../api/approval-routes.ts";
import { searchKnowledge } from "../../api/knowledge-routes.ts";
import { ServiceError } from "../../api/service-error.ts";
import { read, supabase } from "../../supabase/client.ts";

/** A passage that a card cites. */
export interface Citation {
  passageId: string;
  sourceId: string;
  title: string;
  quote: string;
}

const MAX_QUOTE = 4000;
const OFFERED = 5;

export const citationOf = ({ passageId, sourceId, quote }: Citation) =>
  ({ role: "evidence", source_id: sourceId, chunk_id: passageId, quote }) satisfies NonNullable<
    Proposal["citations"]
  >[number];

/** Passages of a project that match a query. */
export const passagesFor = (projectId: string, words: string) =>
  queryOptions({
    queryKey: ["passages-to-cite", projectId, words],
    enabled: words !== "",
    queryFn: async ({ signal }) =>
      (await searchKnowledge({ query: words, project_id: projectId, limit: OFFERED }, signal))
        .results,
  });

/** The full text of a passage, to quote it word for word. A search result is only an excerpt. */
export async function quoteOf(passageId: string): Promise<string> {
  const query = supabase().from("passages").select("content").eq("id", passageId);
  const content = (await read(query)).data[0]?.content;
  if (content === undefined) {
    throw new ServiceError(404, "source_not_found", "This passage no longer exists. Search again.");
  }
  return content.slice(0, MAX_QUOTE);
}
