/** Two people change people at the same time: the rules apply in any order. */
import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { owner } from "../support/database.ts";
import { type Answer, codeOf } from "../support/http.ts";
import {
  makeOrganization,
  makeUser,
  type OwnOrganization,
  type OwnPerson,
  signedIn,
} from "../support/own-organization.ts";

const ROUNDS = 10;

const act = (person: OwnPerson, body: object) => person.ask("/api/people", { body });

let own: OwnOrganization;
beforeAll(async () => {
  own = await makeOrganization();
});

/** Makes both admins, in whatever state they are, and returns their current versions. */
async function twoAdmins(): Promise<{ admin: number; lead: number }> {
  const { admin, lead } = own.people;
  for (const { id, userId } of [admin, lead]) {
    await owner`
      update public.people set role = 'admin', archived_at = null, user_id = ${userId}
      where id = ${id}`;
  }
  const versions = await owner`
    select id, version from public.people where id in (${admin.id}, ${lead.id})`;
  const versionOf = (id: string) => versions.find((row) => row["id"] === id)?.["version"];
  return { admin: versionOf(admin.id), lead: versionOf(lead.id) };
}

const outcomes = (answers: Answer[]) =>
  answers.map((answer) => (answer.status === 200 ? "done" : codeOf(answer))).sort();

async function admins(): Promise<number> {
  const [row] = await owner`
    select count(*)::int as count from public.people
    where organization_id = ${own.id} and role = 'admin' and user_id is not null`;
  return row?.["count"];
}

test.each([
  ["demote each other", { to: "role", role: "member" }],
  ["offboard each other", { to: "offboarded" }],
])(`two admins %s at once: one remains, ${ROUNDS} times`, async (_, change) => {
  for (let round = 0; round < ROUNDS; round++) {
    const version = await twoAdmins();
    const { admin, lead } = own.people;
    const answers = await Promise.all([
      act(admin, { action: "change", person_id: lead.id, version: version.lead, change }),
      act(lead, { action: "change", person_id: admin.id, version: version.admin, change }),
    ]);
    const words = outcomes(answers);
    expect(words).toContain("done");
    // The second admin is no longer an admin.
    expect(["role_not_allowed", "no_membership"]).toContain(words.find((word) => word !== "done"));
    expect(await admins()).toBe(1);
  }
});

test(`both step down at once: one stays, ${ROUNDS} times`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const version = await twoAdmins();
    const { admin, lead } = own.people;
    const change = { to: "role", role: "member" };
    const answers = await Promise.all([
      act(admin, { action: "change", person_id: admin.id, version: version.admin, change }),
      act(lead, { action: "change", person_id: lead.id, version: version.lead, change }),
    ]);
    expect(outcomes(answers)).toEqual(["done", "last_admin"]);
    expect(await admins()).toBe(1);
  }
});

test("the first of many changes of one version wins, and the others learn of it", async () => {
  await twoAdmins();
  const { admin, member } = own.people;
  const answers = await Promise.all(
    ["lead", "admin", "lead", "admin"].map((role) =>
      act(admin, {
        action: "change",
        person_id: member.id,
        version: 1,
        change: { to: "role", role },
      }),
    ),
  );
  expect(outcomes(answers)).toEqual(["done", ...Array(3).fill("version_conflict")]);
  const [row] = await owner`select version from public.people where id = ${member.id}`;
  expect(row?.["version"]).toBe(2);
});

test(`a link that is used while it is revoked and renewed, and its person leaves, ends in a consistent state, ${ROUNDS} times`, async () => {
  await twoAdmins();
  const { admin } = own.people;
  for (let round = 0; round < ROUNDS; round++) {
    const email = `${randomUUID()}@new.test`;
    await makeUser(email);
    const outsider = await signedIn(email);
    const invite = { action: "invite", email, name: "New", role: "member" };
    const { invitation } = (await act(admin, invite)).json as {
      invitation: { id: string; person_id: string; token: string };
    };
    const answers = await Promise.all([
      outsider.ask("/api/people", {
        body: { action: "accept_invitation", token: invitation.token },
      }),
      act(admin, { action: "revoke_invitation", invitation_id: invitation.id }),
      act(admin, invite),
      act(admin, {
        action: "change",
        person_id: invitation.person_id,
        version: 1,
        change: { to: "offboarded" },
      }),
    ]);
    // The requests do not deadlock.
    expect(outcomes(answers)).not.toContain("try_again");
    expect(answers.every(({ status }) => status < 500)).toBe(true);
    const [accepted] = answers;
    const whoami = await outsider.ask("/api/whoami");
    if (accepted.status === 404) expect(codeOf(whoami)).toBe("no_membership");
    const [row] = await owner`
      select count(*)::int as count from public.people
      where email = ${email} and (user_id is null) <> (id not in (
        select person_id from public.invitations where accepted_at is not null)) and archived_at is null`;
    expect(row?.["count"]).toBe(0);
  }
});
