import type { SearchSchemaInput } from "@tanstack/react-router";
import { isUuid } from "../../format/uuid.ts";

/** What the address of a new conversation says: whose scope a lead asks in, about which project, and the question. */
export interface AskSearch {
  as: string;
  project: string;
  q: string;
}

export const defaultAskSearch: AskSearch = { as: "", project: "", q: "" };

/** An address that is longer is not taken everywhere. */
const MAX_ADDRESS_CHARS = 1000;

export function parseAskSearch(given: Partial<AskSearch> & SearchSchemaInput): AskSearch {
  return {
    as: given.as && isUuid(given.as) ? given.as : "",
    project: given.project && isUuid(given.project) ? given.project : "",
    // An address may hold a number or a list where words are meant.
    q: given.q === undefined ? "" : String(given.q).slice(0, MAX_ADDRESS_CHARS),
  };
}
