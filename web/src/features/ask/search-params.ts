import type { SearchSchemaInput } from "@tanstack/react-router";
import { isUuid } from "../../format/uuid.ts";

/** The address of a new conversation: the person whose scope a lead uses, the project, and the question. */
export interface AskSearch {
  as: string;
  project: string;
  q: string;
}

export const defaultAskSearch: AskSearch = { as: "", project: "", q: "" };

/** An address that is longer is not taken everywhere. */
const MAX_ADDRESS_CHARS = 1000;

export function parseAskSearch(input: Partial<AskSearch> & SearchSchemaInput): AskSearch {
  return {
    as: input.as && isUuid(input.as) ? input.as : "",
    project: input.project && isUuid(input.project) ? input.project : "",
    // An address may hold a number or a list where words are meant.
    q: input.q === undefined ? "" : String(input.q).slice(0, MAX_ADDRESS_CHARS),
  };
}
