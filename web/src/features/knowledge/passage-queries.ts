import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { isUuid } from "../../format/uuid.ts";
import { read, supabase } from "../../supabase/client.ts";
import { locationOf, type PartName } from "./location.ts";
import type { Passage } from "./parts.ts";

/** Passages that are read at a time. */
export const PASSAGES_AT_ONCE = 100;

export interface Wanted {
  passageId: string;
  part: PartName | null;
}

export interface Opening {
  /** Position of the passage to begin with. */
  first: number;
  /** The number and the location of the last passage. */
  last: number;
  lastPart: unknown;
  /** Whether the requested passage or part is in this version. */
  isFound: boolean;
}

/** Where to begin reading a version of a source. */
export const sourceOpening = (sourceId: string, version: number, { passageId, part }: Wanted) =>
  queryOptions({
    queryKey: ["source-text", sourceId, "opening", version, passageId, part],
    // The version may be replaced in the meantime.
    staleTime: 0,
    queryFn: async ({ signal }): Promise<Opening> => {
      // The last passage comes with the requested one.
      const passages = () =>
        supabase()
          .from("passages")
          .select("position, source:sources(last:passages(position, location))")
          .eq("source_id", sourceId)
          .eq("source_version", version)
          .eq("source.last.source_version", version)
          .order("position", { referencedTable: "source.last", ascending: false })
          .limit(1, { referencedTable: "source.last" });
      const target = isUuid(passageId)
        ? passages().eq("id", passageId)
        : part && passages().contains("location", { [part.field]: part.value });
      const rows =
        target && (await read(target.order("position").limit(1).abortSignal(signal))).data[0];
      const last =
        rows?.source.last[0] ??
        (
          await read(
            supabase()
              .from("passages")
              .select("position, location")
              .eq("source_id", sourceId)
              .eq("source_version", version)
              .order("position", { ascending: false })
              .limit(1)
              .abortSignal(signal),
          )
        ).data[0];
      return {
        first: rows?.position ?? 0,
        last: last?.position ?? -1,
        lastPart: last?.location ?? null,
        isFound: rows !== undefined && rows !== null,
      };
    },
  });

/** The passages of one version of a source, read in both directions from a starting point. */
export const sourcePassages = (sourceId: string, version: number, first: number, last: number) =>
  infiniteQueryOptions({
    queryKey: ["source-text", sourceId, "passages", version, Math.floor(first / PASSAGES_AT_ONCE)],
    initialPageParam: Math.floor(first / PASSAGES_AT_ONCE),
    queryFn: async ({ pageParam, signal }): Promise<Passage[]> => {
      const { data } = await read(
        supabase()
          .from("passages")
          .select("id, position, content, location")
          .eq("source_id", sourceId)
          .eq("source_version", version)
          .gte("position", pageParam * PASSAGES_AT_ONCE)
          .lt("position", (pageParam + 1) * PASSAGES_AT_ONCE)
          .order("position")
          .abortSignal(signal),
      );
      return data.map((passage) => ({ ...passage, location: locationOf(passage.location) }));
    },
    getNextPageParam: (_, __, page) =>
      (page + 1) * PASSAGES_AT_ONCE <= last ? page + 1 : undefined,
    getPreviousPageParam: (_, __, page) => (page > 0 ? page - 1 : undefined),
  });
