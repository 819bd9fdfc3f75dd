import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { ServiceError } from "../../api/service-error.ts";
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
  /** The version whose text readers see; null if there is none yet. */
  version: number | null;
  /** Position of the passage to begin with. */
  first: number;
  /** The number and the location of the last passage. */
  last: number;
  lastPart: unknown;
  /** Whether the requested passage or part is in this version. */
  isFound: boolean;
}

/** Where to begin reading a source. Missing and foreign ids are the same 404. */
export const sourceOpening = (sourceId: string, { passageId, part }: Wanted) =>
  queryOptions({
    queryKey: ["source-text", sourceId, "opening", passageId, part],
    // A new version may be published in the meantime; the passages of one version do not change.
    staleTime: 0,
    queryFn: async ({ signal }): Promise<Opening> => {
      const source = supabase().from("sources").select("published_version").eq("id", sourceId);
      const found = isUuid(sourceId) ? (await read(source.abortSignal(signal))).data[0] : undefined;
      if (!found) throw new ServiceError(404, "source_not_found", "There is no such source.");
      const version = found.published_version;
      if (version === null) {
        return { version, first: 0, last: 0, lastPart: null, isFound: false };
      }
      const passages = () =>
        supabase()
          .from("passages")
          .select("position, location")
          .eq("source_id", sourceId)
          .eq("source_version", version);
      const last = read(
        passages().order("position", { ascending: false }).limit(1).abortSignal(signal),
      );
      const wanted = isUuid(passageId)
        ? read(passages().eq("id", passageId).limit(1).abortSignal(signal))
        : part &&
          read(
            passages()
              .contains("location", { [part.field]: part.value })
              .order("position")
              .limit(1)
              .abortSignal(signal),
          );
      const [end, begin] = await Promise.all([last, wanted]);
      const at = begin?.data[0]?.position;
      return {
        version,
        first: at ?? 0,
        last: end.data[0]?.position ?? -1,
        lastPart: end.data[0]?.location ?? null,
        isFound: at !== undefined,
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
