import type { SearchSchemaInput } from "@tanstack/react-router";

/** The search parameters of the prompt: the numbers of two versions to compare. */
export interface PromptSearch {
  from: string;
  to: string;
}

export const defaultPromptSearch: PromptSearch = { from: "", to: "" };

const numberPattern = /^[1-9]\d{0,8}$/;
const number = (input: string | undefined) => (input && numberPattern.test(input) ? input : "");

/** Parses search parameters; an unknown value becomes the default. */
export function parsePromptSearch(input: Partial<PromptSearch> & SearchSchemaInput): PromptSearch {
  return { from: number(input.from), to: number(input.to) };
}
