import type { SearchSchemaInput } from "@tanstack/react-router";

export const lists = ["clients", "accounts"] as const;
export const sortKeys = ["name", "client", "accounts", "active", "hours", "status"] as const;
const states = ["", "archived", "all"] as const;

export type SortKey = (typeof sortKeys)[number];

/**
 * The search parameters of the lists of clients and accounts. Archived clients appear only if `state` asks for them.
 */
export interface ClientsSearch {
  list: (typeof lists)[number];
  q: string;
  state: (typeof states)[number];
  sort: SortKey;
  dir: "asc" | "desc";
}

export const defaultClientsSearch: ClientsSearch = {
  list: "clients",
  q: "",
  state: "",
  sort: "name",
  dir: "asc",
};

/** Parses search parameters; an unknown value becomes the default. */
export function parseClientsSearch(
  input: Partial<ClientsSearch> & SearchSchemaInput,
): ClientsSearch {
  return {
    list: lists.find((name) => name === input.list) ?? defaultClientsSearch.list,
    q: input.q ?? "",
    state: states.find((name) => name === input.state) ?? "",
    sort: sortKeys.find((key) => key === input.sort) ?? defaultClientsSearch.sort,
    dir: input.dir === "desc" ? "desc" : "asc",
  };
}
