import type { SearchSchemaInput } from "@tanstack/react-router";
import type { PersonState } from "./person-state.ts";
import type { PersonRole } from "./queries.ts";

export const roles: readonly PersonRole[] = ["admin", "lead", "member", "client"];
export const states: readonly PersonState[] = [
  "joined",
  "invited",
  "expired",
  "no_sign_in",
  "offboarded",
  "merged",
];
export const sortKeys = ["name", "role", "state", "projects", "leads"] as const;

export type SortKey = (typeof sortKeys)[number];

/** The search parameters of the list. `role` and `state` are separated by commas; empty shows all. */
export interface PeopleSearch {
  q: string;
  role: string;
  state: string;
  sort: SortKey;
  dir: "asc" | "desc";
}

export const defaultPeopleSearch: PeopleSearch = {
  q: "",
  role: "",
  state: "",
  sort: "name",
  dir: "asc",
};

/** Parses search parameters; an unknown value becomes the default. */
export function parsePeopleSearch(input: Partial<PeopleSearch> & SearchSchemaInput): PeopleSearch {
  return {
    q: input.q ?? "",
    role: namedIn(input.role ?? "", roles).join(","),
    state: namedIn(input.state ?? "", states).join(","),
    sort: sortKeys.find((key) => key === input.sort) ?? defaultPeopleSearch.sort,
    dir: input.dir === "desc" ? "desc" : "asc",
  };
}

export function namedIn<Name extends string>(list: string, names: readonly Name[]): Name[] {
  const input = list.split(",");
  return names.filter((name) => input.includes(name));
}

/** The invited person, unless they are new. */
export interface InviteSearch {
  person?: string;
}

export function parseInviteSearch(input: InviteSearch & SearchSchemaInput): InviteSearch {
  return { person: input.person || undefined };
}
