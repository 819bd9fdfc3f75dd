import type { ProjectSummary } from "../../entities/project/queries.ts";
import { roleLabels, stateLabels } from "./labels.ts";
import { type PersonState, stateOf } from "./person-state.ts";
import type { Invitation, PersonRow } from "./queries.ts";
import { namedIn, type PeopleSearch, roles, type SortKey, states } from "./search-params.ts";

// What the list of people shows for its address: decided here, drawn elsewhere.

export interface ListedPerson extends PersonRow {
  state: PersonState;
  invitation: Invitation | undefined;
  clientName: string | undefined;
  /** The entry that this duplicate was merged into. */
  mergedInto: { id: string; name: string } | undefined;
  /** Duplicates that were merged into this entry. */
  duplicates: { id: string; name: string }[];
  /** Live projects they are a member of. */
  projectIds: string[];
  /** Live projects they answer for. */
  ledProjectIds: string[];
}

interface Facts {
  people: PersonRow[];
  invitations: Map<string, Invitation>;
  memberships: Map<string, string[]>;
  projects: Pick<ProjectSummary, "id" | "lead_id">[];
  clients: { id: string; name: string }[];
}

/** Joins what was read table by table. */
export function listPeople(facts: Facts, now = new Date()): ListedPerson[] {
  const live = new Set<string>();
  const led = new Map<string, string[]>();
  for (const { id, lead_id } of facts.projects) {
    live.add(id);
    if (lead_id) led.set(lead_id, [...(led.get(lead_id) ?? []), id]);
  }
  const names = new Map(facts.people.map(({ id, name }) => [id, { id, name }]));
  const duplicates = new Map<string, { id: string; name: string }[]>();
  for (const { id, name, merged_into_id } of facts.people) {
    if (!merged_into_id) continue;
    duplicates.set(merged_into_id, [...(duplicates.get(merged_into_id) ?? []), { id, name }]);
  }
  const clientNames = new Map(facts.clients.map((client) => [client.id, client.name]));
  return facts.people.map((person) => {
    const invitation = person.archived_at ? undefined : facts.invitations.get(person.id);
    return {
      ...person,
      invitation,
      state: stateOf(person, invitation, now),
      clientName: person.client_id ? clientNames.get(person.client_id) : undefined,
      mergedInto: person.merged_into_id ? names.get(person.merged_into_id) : undefined,
      duplicates: duplicates.get(person.id) ?? [],
      projectIds: (facts.memberships.get(person.id) ?? []).filter((id) => live.has(id)),
      ledProjectIds: led.get(person.id) ?? [],
    };
  });
}

export interface PeopleGroup {
  key: "internal" | "client";
  label: string;
  people: ListedPerson[];
}

/** Filters and sorts; the organization's own people first, then its clients' contacts. */
export function viewPeople(people: ListedPerson[], search: PeopleSearch): PeopleGroup[] {
  const shown = people
    .filter(matcher(search))
    .sort(comparer(search.sort, search.dir === "desc" ? -1 : 1));
  const groups: PeopleGroup[] = [
    { key: "internal", label: "Your team", people: shown.filter((p) => p.role !== "client") },
    { key: "client", label: "Client contacts", people: shown.filter((p) => p.role === "client") },
  ];
  return groups.filter((group) => group.people.length > 0);
}

function matcher({ q, role, state }: PeopleSearch): (person: ListedPerson) => boolean {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const wantedRoles = namedIn(role, roles);
  const wantedStates = namedIn(state, states);
  return (person) => {
    if (wantedRoles.length > 0 && !wantedRoles.includes(person.role)) return false;
    if (wantedStates.length > 0 && !wantedStates.includes(person.state)) return false;
    // A duplicate is found under the entry that it was merged into.
    if (person.state === "merged" && !wantedStates.includes("merged")) return false;
    const text = [
      person.name,
      person.email,
      person.clientName,
      roleLabels[person.role],
      stateLabels[person.state],
    ]
      .join(" ")
      .toLowerCase();
    return words.every((word) => text.includes(word));
  };
}

const sortValues: Record<SortKey, (person: ListedPerson) => number> = {
  name: () => 0,
  role: (person) => roles.indexOf(person.role),
  state: (person) => states.indexOf(person.state),
  projects: (person) => person.projectIds.length,
  leads: (person) => person.ledProjectIds.length,
};

/** Equal ones stand by name. */
function comparer(key: SortKey, direction: 1 | -1): (a: ListedPerson, b: ListedPerson) => number {
  const valueIn = sortValues[key];
  return (a, b) =>
    (valueIn(a) - valueIn(b)) * direction ||
    a.name.localeCompare(b.name) * (key === "name" ? direction : 1) ||
    a.id.localeCompare(b.id);
}

/** A line of the list: the head of a group, or a person. */
export interface Line {
  group: PeopleGroup;
  person?: ListedPerson;
}

export function linesOf(groups: PeopleGroup[]): Line[] {
  return groups.flatMap((group): Line[] => [
    { group },
    ...group.people.map((person) => ({ group, person })),
  ]);
}
