import type { SearchSchemaInput } from "@tanstack/react-router";
import { isUuid } from "../../format/uuid.ts";

/** The search parameters of a new conversation: the person whose scope a lead uses, the project, and the question. */
export interface AskSearch {
  as: string;
  project: string;
  q: string;
}

export const defaultAskSearch: AskSearch = { as: "", project: "", q: "" };

/** Some programs do not accept longer URLs. */
const MAX_ADDRESS_CHARS = 1000;

export function parseAskSearch(input: Partial<AskSearch> & SearchSchemaInput): AskSearch {
  return {
    as: input.as && isUuid(input.as) ? input.as : "",
    project: input.project && isUuid(input.project) ? input.project : "",
    // A URL may contain a number or a list instead of text.
    q: input.q === undefined ? "" : String(input.q).slice(0, MAX_ADDRESS_CHARS),
  };
}
