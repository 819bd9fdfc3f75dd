import type { SearchSchemaInput } from "@tanstack/react-router";
import { isUuid } from "../../format/uuid.ts";

/** What the address of a new conversation says: in whose scope a lead asks, and what stands in the field. */
export interface AskSearch {
  as: string;
  q: string;
}

export const defaultAskSearch: AskSearch = { as: "", q: "" };

/** An address that is longer is not taken everywhere. */
const MAX_ADDRESS_CHARS = 1000;

export function parseAskSearch(given: Partial<AskSearch> & SearchSchemaInput): AskSearch {
  return {
    as: given.as && isUuid(given.as) ? given.as : "",
    // An address may hold a number or a list where words are meant.
    q: given.q === undefined ? "" : String(given.q).slice(0, MAX_ADDRESS_CHARS),
  };
}
