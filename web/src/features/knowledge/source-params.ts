import type { SearchSchemaInput } from "@tanstack/react-router";
import { isUuid } from "../../format/uuid.ts";

/** The address of a source: the passage to open it at. */
export interface SourceSearch {
  passage: string;
}

export function parseSourceSearch(input: Partial<SourceSearch> & SearchSchemaInput): SourceSearch {
  return { passage: input.passage && isUuid(input.passage) ? input.passage : "" };
}
