import type { SearchSchemaInput } from "@tanstack/react-router";
import { isUuid } from "../../format/uuid.ts";

/** The search parameters of a source: the passage at which it opens. */
export interface SourceSearch {
  passage: string;
}

export function parseSourceSearch(input: Partial<SourceSearch> & SearchSchemaInput): SourceSearch {
  return { passage: input.passage && isUuid(input.passage) ? input.passage : "" };
}
