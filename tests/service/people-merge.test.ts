/** Two entries of one person become one, and two again. */
import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { owner } from "../support/database.ts";
import { codeOf } from "../support/http.ts";
import {
  makeOrganization,
  makeUser,
  type OwnOrganization,
  type OwnPerson,
  signedIn,
} from "../support/own-organization.ts";

const ROUNDS = 6;

let own: OwnOrganization;
beforeAll(async () => {
  own = await makeOrganization();
});

const act = (person: OwnPerson, body: object) => person.ask("/api/people", { body });

/** An imported person: a name and hours, no email and no account. */
async function insertImported(name = `Imported ${randomUUID()}`): Promise<string> {
  const id = randomUUID();
  await owner`
    insert into public.people (id, organization_id, name, role, is_employee)
    values (${id}, ${own.id}, ${name}, 'member', true)`;
  await owner`
    insert into public.project_members (organization_id, project_id, person_id)
    values (${own.id}, ${own.betaId}, ${id})`;
  await owner`
    insert into public.time_entries (organization_id, project_id, person_id, spent_on, hours)
    values (${own.id}, ${own.betaId}, ${id}, '2026-03-02', 2.5)`;
  return id;
}

async function change(id: string, input: object, version?: number) {
  const [row] = await owner`select version from public.people where id = ${id}`;
  return act(own.people.admin, {
    action: "change",
    person_id: id,
    version: version ?? row?.["version"],
    change: input,
  });
}

const hoursOf = async (id: string) => {
  const [row] = await owner`
    select coalesce(sum(hours), 0)::float as hours from public.time_entries where person_id = ${id}`;
  return row?.["hours"];
};

test("an imported person is renamed, gets an email, is merged into an account, and all is undone", async () => {
  const { admin, member } = own.people;
  const id = await insertImported("R. Vale");
  expect((await change(id, { to: "name", name: "Robin Vale" })).json).toMatchObject({
    person: { name: "Robin Vale", version: 2 },
  });
  const email = `${randomUUID()}@new.test`;
  expect((await change(id, { to: "email", email })).json).toMatchObject({ person: { email } });
  expect(codeOf(await change(id, { to: "email", email: member.email }))).toBe("email_present");

  const merge = { to: "merged", into_id: member.id };
  const preview = await act(admin, { action: "preview", person_id: id, change: merge });
  expect(preview.json).toMatchObject({
    gained: [{ id: own.betaId }],
    merge: { survivor: { id: member.id }, memberships: 1, time_entries: 1, hours: 2.5 },
  });
  const before = await hoursOf(member.id);
  const merged = await change(id, merge);
  expect(merged.json).toMatchObject({
    person: { id, merged_into_id: member.id },
    merge: { survivor: { id: member.id }, memberships: 1, time_entries: 1, hours: 2.5 },
  });
  expect([await hoursOf(id), await hoursOf(member.id)]).toEqual([0, before + 2.5]);
  const projects = await member.ask("/rest/v1/projects?select=id");
  expect(projects.json).toContainEqual({ id: own.betaId });
  expect(codeOf(await change(id, merge))).toBe("already_merged");

  const unmerge = await change(id, { to: "unmerged" });
  expect(unmerge.json).toMatchObject({ person: { id, merged_into_id: null, archived_at: null } });
  expect([await hoursOf(id), await hoursOf(member.id)]).toEqual([2.5, before]);
  expect((await member.ask("/rest/v1/projects?select=id")).json).not.toContainEqual({
    id: own.betaId,
  });
});

test("two accounts are not merged, and an account is not merged into an entry without one", async () => {
  const { member, lead } = own.people;
  const id = await insertImported();
  const answers = [
    await change(member.id, { to: "merged", into_id: lead.id }),
    await change(member.id, { to: "merged", into_id: id }),
    await change(member.id, { to: "merged", into_id: member.id }),
  ];
  expect(answers.map((answer) => [answer.status, codeOf(answer)])).toEqual([
    [409, "both_have_accounts"],
    [409, "duplicate_has_account"],
    [400, "same_person"],
  ]);
});

test("an invitation names an imported person, who joins with their hours and a project", async () => {
  const { admin } = own.people;
  const id = await insertImported("Kim Oduya");
  const email = `${randomUUID()}@new.test`;
  const answer = await act(admin, {
    action: "invite",
    email,
    name: "Kim Oduya",
    role: "member",
    person_id: id,
    project_ids: [own.alphaId],
  });
  const { person_id, token } = (answer.json as { invitation: { person_id: string; token: string } })
    .invitation;
  expect(person_id).toBe(id);
  await makeUser(email);
  const kim = await signedIn(email);
  expect((await kim.ask("/rest/v1/projects?select=id")).json).toEqual([]);
  await kim.ask("/api/people", { body: { action: "accept_invitation", token } });
  const projects = (await kim.ask("/rest/v1/projects?select=id")).json as { id: string }[];
  expect(projects.map((project) => project.id).sort()).toEqual([own.alphaId, own.betaId].sort());
  expect((await kim.ask("/api/whoami")).json).toMatchObject({ viewer: { id } });
});

test(`two merges at once: one succeeds, and no hour is lost, ${ROUNDS} times`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [one, other, third] = [
      await insertImported(),
      await insertImported(),
      await insertImported(),
    ] as const;
    const into = round % 2 === 0 ? one : third;
    const answers = await Promise.all([
      change(one, { to: "merged", into_id: other }, 1),
      change(into === one ? other : one, { to: "merged", into_id: into }, 1),
    ]);
    const words = answers.map((answer) => (answer.status === 200 ? "done" : codeOf(answer)));
    expect(words.filter((word) => word === "done")).toHaveLength(1);
    expect(["person_archived", "version_conflict"]).toContain(
      words.find((word) => word !== "done"),
    );
    expect((await hoursOf(one)) + (await hoursOf(other)) + (await hoursOf(third))).toBe(7.5);
    const [row] = await owner`
      select count(*)::int as count from public.time_entries
      join public.people on people.id = time_entries.person_id
      where people.id in (${one}, ${other}, ${third}) and people.archived_at is not null`;
    expect(row?.["count"]).toBe(0);
  }
});

test(`a person is merged while they accept: one live person has the account, ${ROUNDS} times`, async () => {
  const { admin } = own.people;
  for (let round = 0; round < ROUNDS; round++) {
    const [id, survivor] = [await insertImported(), await insertImported()] as const;
    const email = `${randomUUID()}@new.test`;
    const userId = await makeUser(email);
    const outsider = await signedIn(email);
    const invite = { action: "invite", email, name: "New", role: "member", person_id: id };
    const { token } = ((await act(admin, invite)).json as { invitation: { token: string } })
      .invitation;
    const [row] = await owner`select version from public.people where id = ${id}`;
    const accept = () =>
      outsider.ask("/api/people", { body: { action: "accept_invitation", token } });
    const [acceptance, merge] = await Promise.all([
      accept(),
      change(id, { to: "merged", into_id: survivor }, row?.["version"]),
    ]);
    if (acceptance.status === 404) expect((await accept()).status).toBe(200);
    const people = await owner`
      select id, archived_at from public.people where user_id = ${userId}`;
    expect(people).toEqual([{ id: merge.status === 200 ? survivor : id, archived_at: null }]);
    expect(await hoursOf(people[0]?.["id"])).toBe(merge.status === 200 ? 5 : 2.5);
  }
});

test("a person who is being merged cannot become the lead of a project in the meantime", async () => {
  const { lead, admin } = own.people;
  const duplicate = await insertImported();
  const [project] = await owner`select version from public.projects where id = ${own.betaId}`;
  const become = () =>
    lead.ask("/api/portfolio-actions", {
      body: {
        type: "project_update",
        project_id: own.betaId,
        version: project?.["version"],
        changes: { lead_id: duplicate },
      },
    });
  const isWaiting = async () => {
    const waiting = await owner`
      select from pg_stat_activity where wait_event_type = 'Lock' and query like '%update_project%'`;
    return waiting.length > 0;
  };
  const { answer } = await owner.begin(async (sql) => {
    await sql`
      update public.people set archived_at = now(), merged_into_id = ${admin.id} where id = ${duplicate}`;
    const answer = become();
    await expect.poll(isWaiting).toBe(true);
    return { answer };
  });
  expect(codeOf(await answer)).toBe("lead_not_found");
  const [after] = await owner`select lead_id from public.projects where id = ${own.betaId}`;
  expect(after?.["lead_id"]).not.toBe(duplicate);
});
