import type { SearchSchemaInput } from "@tanstack/react-router";
import { isUuid } from "../../format/uuid.ts";

/** The address of a source: the passage to open it at. */
export interface SourceSearch {
  chunk: string;
}

export function parseSourceSearch(input: Partial<SourceSearch> & SearchSchemaInput): SourceSearch {
  return { chunk: input.chunk && isUuid(input.chunk) ? input.chunk : "" };
}
