/** A password link works once, in time and for one person, and never silently. */
import { expect, inject, test } from "vitest";
import { owner } from "../support/database.ts";
import { type Answer, ask, codeOf } from "../support/http.ts";
import {
  makeOrganization,
  type OwnOrganization,
  type OwnPerson,
} from "../support/own-organization.ts";
import { signInAnswer } from "../support/personas.ts";

const { publishable_key: apikey, secret_key } = inject("stack");
const OLD = "countersign-demo";
const NEW = "another-long-password";

async function createLink({ people }: OwnOrganization, person: OwnPerson): Promise<string> {
  const answer = await people.admin.ask("/api/people", {
    body: { action: "create_password_link", person_id: person.id },
  });
  expect(answer.status).toBe(200);
  expect(answer.json).toMatchObject({ email: person.email });
  return (answer.json as { token: string }).token;
}
const redeem = (token: string, password = NEW) =>
  ask("/api/password", { body: { token, password } });
const outcome = (answer: Answer) => [answer.status, codeOf(answer)];
const signsIn = async (person: OwnPerson, password: string) =>
  Boolean((await signInAnswer(person.email, password).catch(() => undefined))?.access_token);

test("the person chooses a password, once, and every earlier session ends", async () => {
  const own = await makeOrganization();
  const { member } = own.people;
  const { access_token } = await signInAnswer(member.email, OLD);
  const token = await createLink(own, member);
  expect(outcome(await redeem(token, "short"))).toEqual([400, "weak_password"]);
  const redemption = await redeem(token);
  expect([redemption.status, redemption.json]).toEqual([200, { email: member.email }]);
  const headers = { apikey, authorization: `Bearer ${access_token}` };
  expect((await ask("/api/whoami", { headers })).status).toBe(401);
  expect([await signsIn(member, OLD), await signsIn(member, NEW)]).toEqual([false, true]);
  expect(outcome(await redeem(token, "a replayed long password"))).toEqual([404, "link_not_valid"]);
  expect(await signsIn(member, NEW)).toBe(true);
});

test("only one of ten concurrent users of a link sets the password", async () => {
  const own = await makeOrganization();
  const token = await createLink(own, own.people.lead);
  const passwords = Array.from({ length: 10 }, (_, index) => `password number ${index}`);
  const answers = await Promise.all(passwords.map((password) => redeem(token, password)));
  const winners = passwords.filter((_, index) => answers[index]?.status === 200);
  expect(winners).toHaveLength(1);
  expect(await signsIn(own.people.lead, winners[0] ?? "")).toBe(true);
});

test("an expired link, a replaced one and a forged one are refused alike", async () => {
  const own = await makeOrganization();
  const { member, lead } = own.people;
  const expiredToken = await createLink(own, member);
  await owner`
    update private.password_links
    set created_at = created_at - interval '2 hours', expires_at = expires_at - interval '2 hours'
    where person_id = ${member.id}`;
  const replacedToken = await createLink(own, lead);
  await createLink(own, lead);
  const answers = await Promise.all(
    [expiredToken, replacedToken, "f".repeat(64)].map((token) => redeem(token)),
  );
  expect(new Set(answers.map(({ text, status }) => `${status} ${text}`)).size).toBe(1);
  expect(answers.map(outcome)).toEqual(Array(3).fill([404, "link_not_valid"]));
  expect([await signsIn(member, OLD), await signsIn(lead, OLD)]).toEqual([true, true]);
});

test("only an admin creates links, and none for themselves", async () => {
  const own = await makeOrganization();
  const stranger = (await makeOrganization()).people.admin;
  const body = { action: "create_password_link", person_id: own.people.member.id };
  const { admin, lead, member, client } = own.people;
  const refusals = [
    await lead.ask("/api/people", { body }),
    await member.ask("/api/people", { body }),
    await client.ask("/api/people", { body }),
    await stranger.ask("/api/people", { body }),
    await admin.ask("/api/people", { body: { ...body, person_id: admin.id } }),
    await ask("/rest/v1/rpc/create_password_link", {
      headers: { apikey: secret_key, authorization: `Bearer ${secret_key}` },
      body: { person_id: member.id },
    }),
  ];
  expect(refusals.map(({ status }) => status)).toEqual([403, 403, 403, 404, 403, 403]);
  const rows = await owner`select from private.password_links where organization_id = ${own.id}`;
  expect(rows).toHaveLength(0);
});

test("the person learns of a link at the next sign-in, even if another person used it", async () => {
  const own = await makeOrganization();
  const { member } = own.people;
  await redeem(await createLink(own, member));
  const { access_token } = await signInAnswer(member.email, NEW);
  const headers = { apikey, authorization: `Bearer ${access_token}` };
  const whoami = (await ask("/api/whoami", { headers })).json;
  expect(whoami).toMatchObject({ unread_account_notices: 2 });
  const { account } = (await ask("/api/account", { headers })).json as {
    account: { notices: { kind: string; by_name: string | null; at: string }[] };
  };
  expect(account.notices.map(({ kind, by_name }) => [kind, by_name])).toEqual([
    ["password_link_used", null],
    ["password_link_created", "admin"],
  ]);
  const readNotices = { action: "read_notices", until: account.notices[0]?.at };
  const after = (await ask("/api/account", { headers, body: readNotices })).json;
  expect(after).toMatchObject({ account: { notices: [{ is_read: true }, { is_read: true }] } });
});
