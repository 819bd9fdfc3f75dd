import { describe, expect, it } from "vitest";
import {
  byName,
  compareGroups,
  filterPeople,
  groupOf,
  listPeople,
  sortValues,
} from "../../../web/src/features/people/people-view.ts";
import { stateOf } from "../../../web/src/features/people/person-state.ts";
import type { Invitation, PersonRow } from "../../../web/src/features/people/queries.ts";
import {
  defaultPeopleSearch,
  type PeopleSearch,
  parsePeopleSearch,
  sortKeys,
} from "../../../web/src/features/people/search-params.ts";
import { arrangedTable } from "../../support/arranged-table.ts";

const now = new Date("2026-11-21T10:00:00Z");

function person(name: string, facts: Partial<PersonRow> = {}): PersonRow {
  return {
    id: name,
    name,
    email: `${name.toLowerCase()}@demo.test`,
    role: "member",
    is_employee: true,
    is_prompt_owner: false,
    client_id: null,
    user_id: "user",
    version: 1,
    created_at: "2026-01-01T00:00:00Z",
    archived_at: null,
    merged_into_id: null,
    client: null,
    project_count: 0,
    led_project_count: 0,
    ...facts,
  };
}

function invitationTo(personId: string, expires_at: string): Invitation {
  return {
    id: `for ${personId}`,
    person_id: personId,
    email: "x@demo.test",
    invited_by: null,
    project_ids: [],
    created_at: "2026-11-01T00:00:00Z",
    expires_at,
  };
}

describe("stateOf", () => {
  const openInvitation = { expires_at: "2026-11-21T10:00:01Z" };
  const entry = { archived_at: null, user_id: null, merged_into_id: null };
  const archivedFields = { archived_at: "2026-01-01T00:00:00Z" };
  const expiredInvitation = { expires_at: "2026-11-21T10:00:00Z" };

  it("distinguishes people with a sign-in, with an invitation and with neither", () => {
    expect(stateOf({ ...entry, user_id: "u" }, undefined, now)).toBe("joined");
    expect(stateOf(entry, openInvitation, now)).toBe("invited");
    expect(stateOf(entry, undefined, now)).toBe("no_sign_in");
  });

  it("an invitation expires exactly at its expiry", () => {
    expect(stateOf(entry, expiredInvitation, now)).toBe("expired");
  });

  it("an offboarded person stays offboarded, whatever else is stored", () => {
    expect(stateOf({ ...entry, ...archivedFields }, openInvitation, now)).toBe("offboarded");
  });

  it("a merged person is merged, whatever else is stored", () => {
    expect(stateOf({ ...entry, ...archivedFields, merged_into_id: "x" }, openInvitation, now)).toBe(
      "merged",
    );
  });
});

const listedPeople = listPeople(
  {
    people: [
      person("Mira", { project_count: 2 }),
      person("Ada", { role: "admin", is_prompt_owner: true, led_project_count: 2 }),
      person("Lou", { user_id: null, project_count: 1 }),
      person("Ivo", { user_id: null, email: "new@demo.test" }),
      person("Cora", {
        role: "client",
        client_id: "acme",
        client: { name: "Acme" },
        is_employee: false,
      }),
      person("Gone", { user_id: null, archived_at: "2026-05-01T00:00:00Z" }),
      person("Twin", {
        user_id: null,
        archived_at: "2026-05-01T00:00:00Z",
        merged_into_id: "Mira",
      }),
    ],
    invitations: new Map([
      ["Lou", invitationTo("Lou", "2026-11-28T00:00:00Z")],
      ["Gone", invitationTo("Gone", "2026-11-28T00:00:00Z")],
    ]),
  },
  now,
);

const find = (name: string) => listedPeople.find((one) => one.name === name);

describe("listPeople", () => {
  it("links a merged entry and its survivor to each other", () => {
    expect(find("Twin")?.mergedInto).toEqual({ id: "Mira", name: "Mira" });
    expect(find("Mira")?.duplicates).toEqual([{ id: "Twin", name: "Twin" }]);
  });

  it("shows no open invitation of an offboarded person", () => {
    expect(find("Gone")).toMatchObject({ state: "offboarded", invitation: undefined });
    expect(find("Lou")?.state).toBe("invited");
  });
});

describe("the list of people", () => {
  const view = (search: Partial<PeopleSearch>) => {
    const full = { ...defaultPeopleSearch, ...search };
    return arrangedTable({
      columns: sortKeys.map((id) => ({ id, label: id, sort: "asc", order: sortValues[id] })),
      rows: filterPeople(listedPeople, full),
      rowId: ({ id }) => id,
      sort: { key: full.sort, direction: full.dir },
      tie: byName,
      grouping: { keyOf: groupOf, compare: compareGroups, head: ({ key }) => key },
    }).groups.map(({ key, rows }) => [key, rows.map(({ name }) => name)]);
  };

  it("puts the contacts of clients after the team", () => {
    expect(view({})).toEqual([
      ["internal", ["Ada", "Gone", "Ivo", "Lou", "Mira"]],
      ["client", ["Cora"]],
    ]);
  });

  it("filters by role, by state and by words of name, address, client and role", () => {
    expect(view({ role: "admin,client" })).toEqual([
      ["internal", ["Ada"]],
      ["client", ["Cora"]],
    ]);
    expect(view({ state: "invited,no_sign_in" })).toEqual([["internal", ["Ivo", "Lou"]]]);
    expect(view({ q: "acme contact" })).toEqual([["client", ["Cora"]]]);
    expect(view({ q: "ivo" })).toEqual([["internal", ["Ivo"]]]);
    expect(view({ q: "mira@" })).toEqual([["internal", ["Mira"]]]);
    expect(view({ q: "nobody" })).toEqual([]);
  });

  it("sorts by every column, and equal rows by name in both directions", () => {
    expect(view({ sort: "projects", dir: "desc" })[0]).toEqual([
      "internal",
      ["Mira", "Lou", "Ada", "Gone", "Ivo"],
    ]);
    expect(view({ sort: "name", dir: "desc" })[0]).toEqual([
      "internal",
      ["Mira", "Lou", "Ivo", "Gone", "Ada"],
    ]);
    expect(view({ sort: "state" })[0]).toEqual(["internal", ["Ada", "Mira", "Lou", "Ivo", "Gone"]]);
    expect(view({ sort: "role", dir: "desc" })[0]).toEqual([
      "internal",
      ["Gone", "Ivo", "Lou", "Mira", "Ada"],
    ]);
    expect(view({ sort: "leads" })[0]).toEqual(["internal", ["Gone", "Ivo", "Lou", "Mira", "Ada"]]);
  });
});

describe("parsePeopleSearch", () => {
  it("keeps known values, and replaces others with the defaults", () => {
    const input = { q: "a", role: "lead,boss,admin", state: "invited", sort: "leads", dir: "desc" };
    expect(parsePeopleSearch(input as never)).toEqual({
      q: "a",
      role: "admin,lead",
      state: "invited",
      sort: "leads",
      dir: "desc",
    });
    expect(parsePeopleSearch({ sort: "age" } as never)).toEqual(defaultPeopleSearch);
  });
});
