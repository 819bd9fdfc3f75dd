import { roleLabels, stateLabels } from "./labels.ts";
import { type PersonState, stateOf } from "./person-state.ts";
import type { Invitation, PersonRow } from "./queries.ts";
import { namedIn, type PeopleSearch, roles, type SortKey, states } from "./search-params.ts";

// Decides which people the list shows for its search parameters; components only render them.

export interface ListedPerson extends PersonRow {
  state: PersonState;
  invitation: Invitation | undefined;
  /** The entry that this duplicate was merged into. */
  mergedInto: { id: string; name: string } | undefined;
  /** Duplicates that were merged into this entry. */
  duplicates: { id: string; name: string }[];
}

interface Facts {
  people: PersonRow[];
  invitations: Map<string, Invitation>;
}

/** Joins rows that were read table by table. */
export function listPeople(facts: Facts, now = new Date()): ListedPerson[] {
  const names = new Map(facts.people.map(({ id, name }) => [id, { id, name }]));
  const duplicates = new Map<string, { id: string; name: string }[]>();
  for (const { id, name, merged_into_id } of facts.people) {
    if (!merged_into_id) continue;
    duplicates.set(merged_into_id, [...(duplicates.get(merged_into_id) ?? []), { id, name }]);
  }
  return facts.people.map((person) => {
    const invitation = person.archived_at ? undefined : facts.invitations.get(person.id);
    return {
      ...person,
      invitation,
      state: stateOf(person, invitation, now),
      mergedInto: person.merged_into_id ? names.get(person.merged_into_id) : undefined,
      duplicates: duplicates.get(person.id) ?? [],
    };
  });
}

export function filterPeople(people: ListedPerson[], search: PeopleSearch): ListedPerson[] {
  return people.filter(matcher(search));
}

export const groupLabels = { internal: "Your team", client: "Client contacts" };

export function groupOf({ role }: ListedPerson): keyof typeof groupLabels {
  return role === "client" ? "client" : "internal";
}

/** The organization's own people come before the contacts of its clients. */
export function compareGroups(a: ListedPerson, b: ListedPerson): number {
  return groupOf(b).localeCompare(groupOf(a));
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
      person.client?.name,
      roleLabels[person.role],
      stateLabels[person.state],
    ]
      .join(" ")
      .toLowerCase();
    return words.every((word) => text.includes(word));
  };
}

/** Value to sort by. */
export const sortValues: Record<SortKey, (person: ListedPerson) => string | number> = {
  name: (person) => person.name,
  role: (person) => roles.indexOf(person.role),
  state: (person) => states.indexOf(person.state),
  projects: (person) => person.project_count,
  leads: (person) => person.led_project_count,
};

/** The order of people whose sorted fact is equal. */
export function byName(a: ListedPerson, b: ListedPerson): number {
  return a.name.localeCompare(b.name) || a.id.localeCompare(b.id);
}
