import { queryOptions } from "@tanstack/react-query";
import type { SourceKind } from "../../api/knowledge-routes.ts";
import { read, supabase } from "../../supabase/client.ts";
import { type Location, locationOf } from "../knowledge/location.ts";
import { askKey } from "./queries.ts";
import type { AnswerCitation } from "./turn.ts";

/** The locations of cited passages and their sources that the viewer may currently see. */
export interface CitationLocations {
  /** By the id of the passage. Passages of older versions are missing. */
  locations: ReadonlyMap<string, Location>;
  /** By source. */
  sources: ReadonlyMap<string, { kind: SourceKind; occurred_at: string | null }>;
}

/** The number of ids that fit into a URL. */
const MAX_IDS = 50;

export const citationLocations = (citations: AnswerCitation[]) => {
  const passages = citations.filter(({ kind }) => kind === "chunk").slice(0, MAX_IDS);
  const passageIds = passages.map(({ id }) => id).sort();
  const sourceIds = [...new Set(passages.flatMap(({ source_id }) => source_id ?? []))].sort();
  return queryOptions({
    queryKey: [...askKey, "locations", passageIds],
    enabled: passageIds.length > 0,
    queryFn: async ({ signal }): Promise<CitationLocations> => {
      const [passages, sources] = await Promise.all([
        read(
          supabase()
            .from("passages")
            .select("id, location")
            .in("id", passageIds)
            .abortSignal(signal),
        ),
        read(
          supabase()
            .from("sources")
            .select("id, kind, occurred_at")
            .in("id", sourceIds)
            .abortSignal(signal),
        ),
      ]);
      return {
        locations: new Map(passages.data.map(({ id, location }) => [id, locationOf(location)])),
        sources: new Map(sources.data.map(({ id, ...source }) => [id, source])),
      };
    },
  });
};
