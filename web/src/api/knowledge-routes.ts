import type { z } from "zod";
import type { search } from "../../../supabase/functions/_domain/knowledge/search-contract.ts";
import { call } from "./client.ts";

export type SearchBody = z.input<typeof search.post.body>;
export type SearchAnswer = z.output<typeof search.post.response>;
export type SearchResult = SearchAnswer["results"][number];
export type SourceKind = SearchResult["source_kind"];

export const searchKnowledge = (body: SearchBody, signal?: AbortSignal) =>
  call<SearchAnswer>("POST", "search", { body, signal });
