import type { z } from "zod";
import type { Find } from "../../../supabase/functions/_domain/knowledge/find-contract.ts";
import type { search } from "../../../supabase/functions/_domain/knowledge/search-contract.ts";
import { call, searchOf } from "./client.ts";

export type SearchBody = z.input<typeof search.post.body>;
export type SearchAnswer = z.output<typeof search.post.response>;
export type SearchResult = SearchAnswer["results"][number];
export type SourceKind = SearchResult["source_kind"];

export const searchKnowledge = (body: SearchBody, signal?: AbortSignal) =>
  call<SearchAnswer>("POST", "search", { body, signal });

export type FoundGroup = Find["groups"][number];
export type FoundKind = FoundGroup["kind"];
export type FoundRow = FoundGroup["rows"][number];

/** Finds rows by name. */
export const findRows = (q: string, limit: number, signal?: AbortSignal) =>
  call<Find>("GET", `find${searchOf({ q, limit })}`, signal ? { signal } : {});
