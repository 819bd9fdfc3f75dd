import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { targetOf } from "../conformance/target.ts";
import { dataDir, sql, stack } from "./own-model-service.ts";

const target = () => targetOf(stack, dataDir);
const PASSWORD = "a long enough password";

interface Invitation {
  email: string;
  token: string;
  invitationId: string;
}

async function invite(email = `${randomUUID()}@new.test`): Promise<Invitation> {
  const admin = await target().as("admin@demo.test");
  const { data, error } = await admin.rpc("invite_person", {
    email,
    name: "New Person",
    role: "member",
  });
  expect(error).toBeNull();
  return { email, token: data.token, invitationId: data.invitation_id };
}

function auth(path: string, body: unknown): Promise<Response> {
  return fetch(`${target().url}/auth/v1/${path}`, {
    method: "POST",
    headers: { apikey: target().publishable_key, "content-type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

function signUp(email: unknown, token: unknown, password: unknown = PASSWORD): Promise<Response> {
  return auth("signup", { email, password, data: { invitation_token: token } });
}

async function userCount(email: string): Promise<number> {
  const [row] =
    await sql`select count(*)::int as count from auth.users where lower(email) = ${email}`;
  return row?.count;
}

test("an invited person chooses a password, is signed in at once, and accepts", async () => {
  const { email, token } = await invite();
  const client = target().anonymous();
  const { data, error } = await client.auth.signUp({
    email: email.toUpperCase(),
    password: PASSWORD,
    options: { data: { invitation_token: token } },
  });
  expect(error).toBeNull();
  expect(data.session?.user).toMatchObject({ email });
  expect(data.session?.user.email_confirmed_at).toBeTruthy();
  const acceptance = await client.rpc("accept_invitation", { token });
  expect(acceptance.data).toMatchObject({ viewer: { email, role: "member" } });

  const again = await target().anonymous().auth.signInWithPassword({ email, password: PASSWORD });
  expect(again.error).toBeNull();
  // Auth does not store the token.
  const [row] =
    await sql`select raw_user_meta_data::text as meta from auth.users where email = ${email}`;
  expect(row?.meta).not.toContain(token);
});

test("every other sign-up gets the same response, and creates no user", async () => {
  const openInvitation = await invite();
  const otherInvitation = await invite();
  const revokedInvitation = await invite();
  const expiredInvitation = await invite();
  const admin = await target().as("admin@demo.test");
  await admin.rpc("revoke_invitation", { invitation_id: revokedInvitation.invitationId });
  await sql`
    update public.invitations set created_at = now() - interval '8 days', expires_at = now()
    where id = ${expiredInvitation.invitationId}`;
  const existingUser = await invite("outsider@demo.test");

  const attempts: [string, unknown, unknown, unknown?][] = [
    ["a wrong token", openInvitation.email, "0".repeat(64)],
    ["somebody else's token", openInvitation.email, otherInvitation.token],
    ["another address", `${randomUUID()}@new.test`, openInvitation.token],
    ["a revoked invitation", revokedInvitation.email, revokedInvitation.token],
    ["an expired invitation", expiredInvitation.email, expiredInvitation.token],
    ["an address that has a user", existingUser.email, existingUser.token],
    ["no token", openInvitation.email, undefined],
    ["a token that is not text", openInvitation.email, { $ne: null }],
    ["a short password with a wrong token", openInvitation.email, "0".repeat(64), "x"],
  ];
  const before = await sql`select count(*)::int as count from auth.users`;
  const answers = await Promise.all(
    attempts.map(async ([, email, token, password]) => {
      const answer = await signUp(email, token, password);
      return `${answer.status} ${await answer.text()}`;
    }),
  );
  const words = '"error_code":"signup_disabled"';
  expect(answers[0]).toContain(words);
  for (const [index, [reason]] of attempts.entries())
    expect(answers[index], reason).toBe(answers[0]);
  for (const body of ["", "{}", '{"data":null}']) {
    const answer = await auth("signup", body);
    expect(`${answer.status} ${await answer.text()}`, body).toBe(answers[0]);
  }
  for (const body of [
    "{",
    "null",
    "[]",
    '"x"',
    JSON.stringify({ email: [openInvitation.email] }),
    '{"password":null}',
  ]) {
    expect([body, (await auth("signup", body)).status]).toEqual([body, 400]);
  }
  for (const email of [openInvitation.email, `${randomUUID()}@new.test`]) {
    const answer = await signUp(`${email}\0`, `${openInvitation.token}\0`);
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { error_code: "validation_failed" },
    ]);
  }
  expect(await sql`select count(*)::int as count from auth.users`).toEqual(before);
  expect((await signUp(openInvitation.email, openInvitation.token)).status).toBe(200);
});

test("the holder of a valid link learns when only the password is at fault", async () => {
  const { email, token } = await invite();
  for (const password of ["elevenchars", "x".repeat(73), "é".repeat(37)]) {
    const answer = await signUp(email, token, password);
    expect([answer.status, await answer.json()]).toMatchObject([
      422,
      { error_code: "weak_password" },
    ]);
  }
  expect(await userCount(email)).toBe(0);
  expect((await signUp(email, token, "x".repeat(72))).status).toBe(200);
});

test("a link that is used twice at once creates one user", async () => {
  const { email, token } = await invite();
  const answers = await Promise.all(Array.from({ length: 5 }, () => signUp(email, token)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403, 403]);
  expect(await userCount(email)).toBe(1);
});

test("a sign-up needs the API key, like every other request", async () => {
  const { email, token } = await invite();
  const answer = await fetch(`${target().url}/auth/v1/signup`, {
    method: "POST",
    body: JSON.stringify({ email, password: PASSWORD, data: { invitation_token: token } }),
  });
  expect(answer.status).toBe(401);
  expect(await userCount(email)).toBe(0);
});

test.each([
  ["a password", (email: string) => auth("token?grant_type=password", { email, password: "no" })],
  ["a code", (email: string) => auth("verify", { email, type: "email", token: "000000000000" })],
  ["an invitation's token", (email: string) => signUp(email, "0".repeat(64))],
])("a client that guesses %s five times waits, and learns how long", async (_, guess) => {
  const email = `${randomUUID()}@new.test`;
  for (let i = 0; i < 5; i++) {
    const { status } = await guess(email);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(429);
  }
  // Each wait is twice as long as the one before: soon one is longer than a request takes.
  const refusal = await untilRefused(() => guess(email));
  expect(Number(refusal.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await refusal.json()).toMatchObject({ error_code: "over_request_rate_limit" });
});

test("the right password of a guessed address waits too, whatever codes are requested in between", async () => {
  const email = "member2@demo.test";
  const guess = (password: string) => auth("token?grant_type=password", { email, password });
  expect((await guess("countersign-demo")).status).toBe(200);
  for (let i = 0; i < 4; i++) {
    expect((await guess("wrong")).status).toBe(400);
    expect((await auth("otp", { email })).status).toBe(200);
  }
  await untilRefused(() => guess("wrong"));
  expect((await guess("countersign-demo")).status).toBe(429);
  const neighbor = { email: "member@demo.test", password: "countersign-demo" };
  expect((await auth("token?grant_type=password", neighbor)).status).toBe(200);
});

async function untilRefused(guess: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const answer = await guess();
    if (answer.status === 429) return answer;
  }
}
