import type { SearchSchemaInput } from "@tanstack/react-router";

/** What the address of the prompt says: the numbers of two versions that are compared. */
export interface PromptSearch {
  from: string;
  to: string;
}

export const defaultPromptSearch: PromptSearch = { from: "", to: "" };

const numberPattern = /^[1-9]\d{0,8}$/;
const number = (given: string | undefined) => (given && numberPattern.test(given) ? given : "");

/** Reads an address; what it does not know falls back to the default. */
export function parsePromptSearch(given: Partial<PromptSearch> & SearchSchemaInput): PromptSearch {
  return { from: number(given.from), to: number(given.to) };
}
