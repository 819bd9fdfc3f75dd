import type { SearchSchemaInput } from "@tanstack/react-router";
import { isUuid } from "../../format/uuid.ts";

/** What the address of a new conversation says: in whose scope a lead asks. */
export interface AskSearch {
  as: string;
}

export const defaultAskSearch: AskSearch = { as: "" };

export function parseAskSearch(given: Partial<AskSearch> & SearchSchemaInput): AskSearch {
  return { as: given.as && isUuid(given.as) ? given.as : "" };
}
