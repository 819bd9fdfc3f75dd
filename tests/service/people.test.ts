import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { owner } from "../support/database.ts";
import { type Answer, callRoute, codeOf } from "../support/http.ts";
import {
  makeOrganization,
  makeUser,
  type OwnOrganization,
  type OwnPerson,
  signedIn,
} from "../support/own-organization.ts";
import { people } from "../support/personas.ts";

let own: OwnOrganization;
beforeEach(async () => {
  own = await makeOrganization();
});

const act = (person: OwnPerson, body: object): Promise<Answer> =>
  person.ask("/api/people", { body });

async function change(by: OwnPerson, person: OwnPerson, input: object): Promise<Answer> {
  const [row] = await owner`select version from public.people where id = ${person.id}`;
  return act(by, { action: "change", person_id: person.id, version: row?.version, change: input });
}

const toRole = (role: string, client_id?: string) => ({ to: "role", role, client_id });

async function projectsSeenBy(person: OwnPerson): Promise<string[]> {
  const answer = await person.ask("/rest/v1/projects?select=id&order=id");
  return (answer.json as { id: string }[]).map(({ id }) => id);
}

const statusOf = async (person: OwnPerson, path = "/api/whoami") => {
  const answer = await person.ask(path);
  return answer.status === 200 ? "200" : `${answer.status} ${codeOf(answer)}`;
};

/** Everything that an action on people could write in this organization. */
async function snapshot(): Promise<object> {
  const [row] = await owner`
    select
      (select md5(string_agg(p::text, ',' order by p.id)) from public.people p
       where organization_id = ${own.id}) as people,
      (select md5(string_agg(m::text, ',' order by m::text)) from public.project_members m
       where organization_id = ${own.id}) as members,
      (select count(*)::int from public.invitations where organization_id = ${own.id}) as invitations,
      (select count(*)::int from public.audit_events where organization_id = ${own.id}) as events`;
  return { ...row };
}

describe("the preview matches what happens", () => {
  test.each([
    ["a lead becomes a member", "lead", toRole("member")],
    ["a member becomes a lead", "member", toRole("lead")],
    ["a member becomes a contact", "member", "contact"],
    ["a contact becomes a member", "client", toRole("member")],
    ["a member leaves", "member", { to: "offboarded" }],
    ["a member joins a project", "member", "joins"],
  ] as const)("%s", async (_, role, input) => {
    const { admin } = own.people;
    const person = own.people[role];
    const proposal =
      input === "contact"
        ? toRole("client", own.clientId)
        : input === "joins"
          ? { to: "membership", project_id: own.betaId, is_member: true }
          : input;
    const before = await projectsSeenBy(person);
    const original = await snapshot();
    const preview = await act(admin, { action: "preview", person_id: person.id, change: proposal });
    expect(preview.status).toBe(200);
    expect(await snapshot()).toEqual(original);

    expect((await change(admin, person, proposal)).status).toBe(200);
    const after = await projectsSeenBy(person);
    const { gained, lost, ...rest } = preview.json as {
      gained: { id: string }[];
      lost: { id: string }[];
      before: { project_count: number };
      after: { project_count: number };
    };
    const ids = (list: { id: string }[]) => list.map(({ id }) => id).sort();
    expect(ids(gained)).toEqual(after.filter((id) => !before.includes(id)));
    expect(ids(lost)).toEqual(before.filter((id) => !after.includes(id)));
    expect([rest.before.project_count, rest.after.project_count]).toEqual([
      before.length,
      after.length,
    ]);
  });
});

describe("a change applies to the next request, with the same token", () => {
  test("a lead becomes a member", async () => {
    const { admin, lead } = own.people;
    expect(await statusOf(lead, "/api/portfolio-import")).toBe("200");
    const answer = await change(admin, lead, toRole("member"));
    expect(answer.json).toMatchObject({
      action: "change",
      person: { id: lead.id, role: "member", version: 2 },
      leads: [{ name: "alpha" }, { name: "beta" }],
    });
    expect(await statusOf(lead, "/api/portfolio-import")).toBe("403 role_not_allowed");
    expect(await projectsSeenBy(lead)).toEqual([]);
    expect(codeOf(await act(lead, { action: "invite", ...newPerson() }))).toBe("role_not_allowed");
  });

  test("an offboarded person comes back as a new person", async () => {
    const { admin, member } = own.people;
    expect((await change(admin, member, { to: "offboarded" })).status).toBe(200);
    expect(await statusOf(member)).toBe("403 no_membership");
    expect(await projectsSeenBy(member)).toEqual([]);

    const answer = await act(admin, {
      action: "invite",
      email: member.email,
      name: "Back again",
      role: "member",
    });
    const { invitation } = answer.json as { invitation: { person_id: string; token: string } };
    expect(invitation.person_id).not.toBe(member.id);
    const acceptance = await act(member, { action: "accept_invitation", token: invitation.token });
    expect(acceptance.json).toMatchObject({ organization: { id: own.id } });
    expect(await statusOf(member)).toBe("200");
    // The new membership does not restore the projects of the old one.
    expect(await projectsSeenBy(member)).toEqual([]);
  });

  test("an admin steps down once there is another", async () => {
    const { admin, lead } = own.people;
    const refusal = await change(admin, admin, toRole("member"));
    expect([refusal.status, codeOf(refusal)]).toEqual([409, "last_admin"]);
    expect((await change(admin, lead, toRole("admin"))).status).toBe(200);
    expect((await change(admin, admin, toRole("member"))).status).toBe(200);
    expect(codeOf(await change(admin, admin, toRole("admin")))).toBe("role_not_allowed");
  });
});

describe("an invitation", () => {
  test("a new one invalidates the old link, and a revoked one is invalid", async () => {
    const { admin } = own.people;
    const body = { action: "invite", ...newPerson() };
    const outsider = await signedIn(await withUser(body.email));
    const accept = async (answer: Answer) => {
      const { token } = (answer.json as { invitation: { token: string } }).invitation;
      return outsider.ask("/api/people", { body: { action: "accept_invitation", token } });
    };
    const old = await act(admin, body);
    const renewal = await act(admin, body);
    expect((await accept(old)).status).toBe(404);
    const { id } = (renewal.json as { invitation: { id: string } }).invitation;
    const revocation = await act(admin, { action: "revoke_invitation", invitation_id: id });
    expect(revocation.json).toMatchObject({ action: "revoke_invitation", invitation: { id } });
    expect((await accept(renewal)).status).toBe(404);
    const last = await act(admin, body);
    expect((await accept(last)).status).toBe(200);
    expect(codeOf(await accept(last))).toBe("already_member");
  });
});

describe("a change of an outdated version", () => {
  test("is refused with the changes since, and their authors", async () => {
    const { admin, member } = own.people;
    await change(admin, member, toRole("lead"));
    const answer = await act(admin, {
      action: "change",
      person_id: member.id,
      version: 1,
      change: { to: "offboarded" },
    });
    expect([answer.status, answer.json]).toMatchObject([
      409,
      {
        code: "version_conflict",
        details: {
          version: 2,
          current: { id: member.id, role: "lead" },
          changes: [
            {
              version: 2,
              by: { id: admin.id, name: "admin" },
              fields: { role: { from: "member", to: "lead" } },
            },
          ],
        },
      },
    ]);
    expect(await statusOf(member)).toBe("200");
  });
});

describe("foreign ids", () => {
  test("look like unknown ids, in every field, and nothing is written", async () => {
    const { admin, member } = own.people;
    const foreign = {
      person: people.member.personId,
      project: people.member.projectIds[0],
      client: "00000002-0000-4000-8000-000000100001",
    };
    const bodies = (ids: typeof foreign) => [
      { action: "change", person_id: ids.person, version: 1, change: toRole("lead") },
      { action: "change", person_id: ids.person, version: 1, change: { to: "offboarded" } },
      {
        action: "change",
        person_id: ids.person,
        version: 1,
        change: { to: "prompt_owner", is_prompt_owner: true },
      },
      { action: "preview", person_id: ids.person, change: { to: "offboarded" } },
      ...[
        { to: "name", name: "Forged" },
        { to: "email", email: "forged@demo.test" },
        { to: "merged", into_id: member.id },
        { to: "unmerged" },
      ].map((change) => ({ action: "change", person_id: ids.person, version: 1, change })),
      {
        action: "change",
        person_id: member.id,
        version: 1,
        change: { to: "merged", into_id: ids.person },
      },
      { action: "preview", person_id: member.id, change: { to: "merged", into_id: ids.person } },
      { action: "invite", ...newPerson(), person_id: ids.person },
      { action: "invite", ...newPerson(), project_ids: [own.alphaId, ids.project] },
      { action: "change", person_id: member.id, version: 1, change: toRole("client", ids.client) },
      { action: "preview", person_id: member.id, change: toRole("client", ids.client) },
      ...["change", "preview"].map((action) => ({
        action,
        person_id: member.id,
        ...(action === "change" && { version: 1 }),
        change: { to: "membership", project_id: ids.project, is_member: true },
      })),
      {
        action: "change",
        person_id: ids.person,
        version: 1,
        change: { to: "membership", project_id: own.alphaId, is_member: true },
      },
      { action: "invite", ...newPerson(), role: "client", client_id: ids.client },
    ];
    const nothing = { person: randomUUID(), project: randomUUID(), client: randomUUID() };
    const before = await snapshot();
    const [theirs] = await owner`select md5(string_agg(p::text, ',' order by id)) as people
      from public.people p where email like '%@demo.test'`;
    const unknown = bodies(nothing);
    for (const [index, body] of bodies(foreign).entries()) {
      const request = JSON.stringify(body);
      const answer = await act(admin, body);
      expect(answer.status, request).toBe(404);
      expect(answer.text, request).toBe((await act(admin, unknown[index] ?? {})).text);
    }
    expect(await snapshot()).toEqual(before);
    const [after] = await owner`select md5(string_agg(p::text, ',' order by id)) as people
      from public.people p where email like '%@demo.test'`;
    expect(after).toEqual(theirs);
  });

  test("an invitation of another organization cannot be revoked", async () => {
    const other = await makeOrganization();
    const invitation = await act(other.people.admin, { action: "invite", ...newPerson() });
    const { id } = (invitation.json as { invitation: { id: string } }).invitation;
    const answer = await act(own.people.admin, { action: "revoke_invitation", invitation_id: id });
    expect([answer.status, codeOf(answer)]).toEqual([404, "invitation_not_found"]);
    const [row] = await owner`select revoked_at from public.invitations where id = ${id}`;
    expect(row?.["revoked_at"]).toBeNull();
  });
});

describe("every action beyond their role is refused to", () => {
  const actions = (): [string, object][] => [
    ["invite", { action: "invite", ...newPerson() }],
    ["revoke", { action: "revoke_invitation", invitation_id: randomUUID() }],
    ["preview", changing("preview", { to: "offboarded" })],
    ["role", changing("change", toRole("admin"))],
    ["offboard", changing("change", { to: "offboarded" })],
    ["rename", changing("change", { to: "name", name: "Forged" })],
    ["email", changing("change", { to: "email", email: "forged@demo.test" })],
    ["merge", changing("change", { to: "merged", into_id: own.people.lead.id })],
    ["undo a merge", changing("change", { to: "unmerged" })],
    ["invite to a project", { action: "invite", ...newPerson(), project_ids: [own.alphaId] }],
    ["prompt", changing("change", { to: "prompt_owner", is_prompt_owner: true })],
    [
      "membership",
      changing("change", { to: "membership", project_id: own.betaId, is_member: true }),
    ],
  ];
  const changing = (action: string, input: object) => ({
    action,
    person_id: own.people.member.id,
    ...(action === "change" && { version: 1 }),
    change: input,
  });

  test.each(["lead", "member", "client"] as const)("%s", async (role) => {
    const before = await snapshot();
    for (const [name, body] of actions()) {
      if (role === "lead" && name === "membership") continue;
      const answer = await act(own.people[role], body);
      expect([name, answer.status, codeOf(answer)]).toEqual([name, 403, "role_not_allowed"]);
    }
    expect(await snapshot()).toEqual(before);
  });

  test("outsiders and anonymous callers", async () => {
    for (const [name, body] of actions()) {
      const outsider = await callRoute("outsider", "people", { body });
      expect([name, codeOf(outsider)]).toEqual([name, "no_membership"]);
      expect((await callRoute("anonymous", "people", { body })).status).toBe(401);
      expect((await callRoute("secret_key", "people", { body })).status).toBe(401);
    }
  });
});

test("a read of people names the client of each contact, even one without a project", async () => {
  const [client] = await owner`
    insert into public.clients (organization_id, name) values (${own.id}, 'No project yet') returning id`;
  await owner`
    insert into public.people (organization_id, email, name, role, is_employee, client_id)
    values (${own.id}, ${`${randomUUID()}@new.test`}, 'New Contact', 'client', false, ${client?.id})`;
  const answer = await own.people.lead.ask(
    "/rest/v1/people?select=name,client:clients!people_client_fkey(name)&name=eq.New%20Contact",
  );
  expect(answer.json).toEqual([{ name: "New Contact", client: { name: "No project yet" } }]);
});

function newPerson() {
  return { email: `${randomUUID()}@new.test`, name: "Somebody New", role: "member" };
}

async function withUser(email: string): Promise<string> {
  await makeUser(email);
  return email;
}
