import type { SearchSchemaInput } from "@tanstack/react-router";
import type { EmailScope } from "../../api/email-routes.ts";
import { isUuid } from "../../format/uuid.ts";

export const scopes: readonly EmailScope[] = ["unassigned", "all", "rejected"];

/** The search parameters of Email. `open` is the email beside the list. */
export interface EmailSearch {
  scope: EmailScope;
  open: string;
}

export const defaultEmailSearch: EmailSearch = { scope: "unassigned", open: "" };

/** Parses search parameters; an unknown value becomes the default. */
export function parseEmailSearch(input: Partial<EmailSearch> & SearchSchemaInput): EmailSearch {
  return {
    scope: scopes.find((name) => name === input.scope) ?? defaultEmailSearch.scope,
    open: input.open && isUuid(input.open) ? input.open : "",
  };
}
