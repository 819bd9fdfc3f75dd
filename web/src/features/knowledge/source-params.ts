import type { SearchSchemaInput } from "@tanstack/react-router";
import { isUuid } from "../../format/uuid.ts";

/** What the address of a source says: the passage to open it at. */
export interface SourceSearch {
  chunk: string;
}

export function parseSourceSearch(given: Partial<SourceSearch> & SearchSchemaInput): SourceSearch {
  return { chunk: given.chunk && isUuid(given.chunk) ? given.chunk : "" };
}
