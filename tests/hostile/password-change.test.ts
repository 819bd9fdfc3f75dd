/** A session is not enough to take over an account: a new password needs the old one, and ends the other sessions. */
import { expect, inject, test } from "vitest";
import { owner } from "../support/database.ts";
import { type Answer, ask, codeOf } from "../support/http.ts";
import { makeOrganization, type OwnPerson } from "../support/own-organization.ts";
import { signInAnswer } from "../support/personas.ts";

const OLD = "countersign-demo";
const NEW = "another-long-password";
const { publishable_key: apikey } = inject("stack");
const headersOf = (token: string) => ({ apikey, authorization: `Bearer ${token}` });
const errorOf = (answer: Answer) => (answer.json as { error_code?: string }).error_code;

async function twoSessions(): Promise<{
  person: OwnPerson;
  tokens: string[];
  refreshTokens: string[];
}> {
  const person = (await makeOrganization()).people.member;
  const sessions = [await signInAnswer(person.email), await signInAnswer(person.email)] as {
    access_token: string;
    refresh_token: string;
  }[];
  return {
    person,
    tokens: sessions.map(({ access_token }) => access_token),
    refreshTokens: sessions.map(({ refresh_token }) => refresh_token),
  };
}
const change = (token: string, body: object) =>
  ask("/auth/v1/user", { method: "PUT", headers: headersOf(token), body });
const whoami = (token: string) => ask("/api/whoami", { headers: headersOf(token) });
/** Makes the person's sessions older, as if they had signed in some time ago. */
const age = (person: OwnPerson) =>
  owner`update auth.sessions set created_at = now() - interval '11 minutes' where user_id = ${person.userId}`;

test("a session alone changes no password", async () => {
  const { person, tokens } = await twoSessions();
  await age(person);
  const attempts = [
    await change(tokens[0] ?? "", { password: NEW }),
    await change(tokens[0] ?? "", { password: NEW, current_password: "" }),
    await change(tokens[0] ?? "", { password: NEW, current_password: "wrong-long-password" }),
    await change(tokens[0] ?? "", { password: NEW, nonce: "000000" }),
  ];
  expect(attempts.map((answer) => [answer.status, errorOf(answer)])).toEqual([
    [400, "current_password_required"],
    [400, "current_password_mismatch"],
    [400, "current_password_mismatch"],
    [400, "current_password_required"],
  ]);
  expect((await signInAnswer(person.email, OLD)).access_token).toBeTruthy();
});

test("guesses at the current password are counted, even with other changes in between", async () => {
  const { person, tokens } = await twoSessions();
  const [token = ""] = tokens;
  await age(person);
  const codes: (string | undefined)[] = [];
  for (let guess = 0; guess < 7; guess++) {
    codes.push(errorOf(await change(token, { password: NEW, current_password: `wrong-${guess}` })));
    await change(token, { data: { harmless: guess } });
  }
  expect(codes.slice(0, 5)).toEqual(Array(5).fill("current_password_mismatch"));
  expect(codes.slice(5)).toEqual(Array(2).fill("over_request_rate_limit"));
});

test("the other sessions end at once, with their access and refresh tokens", async () => {
  const { person, tokens, refreshTokens } = await twoSessions();
  await age(person);
  expect((await Promise.all(tokens.map(whoami))).map(({ status }) => status)).toEqual([200, 200]);
  const answer = await change(tokens[0] ?? "", { password: NEW, current_password: OLD });
  expect(answer.status).toBe(200);

  expect((await whoami(tokens[0] ?? "")).status).toBe(200);
  const refusal = await whoami(tokens[1] ?? "");
  expect([refusal.status, codeOf(refusal)]).toEqual([401, "not_signed_in"]);
  const rows = await ask("/rest/v1/projects?select=id", { headers: headersOf(tokens[1] ?? "") });
  expect(rows.json).toEqual([]);
  const renewals = await Promise.all(
    refreshTokens.map((refresh_token) =>
      ask("/auth/v1/token?grant_type=refresh_token", {
        headers: { apikey },
        body: { refresh_token },
      }),
    ),
  );
  expect(renewals.map(({ status }) => status)).toEqual([200, 400]);
  await expect(signInAnswer(person.email, OLD)).rejects.toThrow("invalid_credentials");
  expect((await signInAnswer(person.email, NEW)).access_token).toBeTruthy();
});

test("right after a sign-in, a new password needs no old one; other data never does", async () => {
  const { person, tokens } = await twoSessions();
  expect((await change(tokens[0] ?? "", { data: { theme: "dark" } })).status).toBe(200);
  expect((await whoami(tokens[1] ?? "")).status).toBe(200);
  expect((await change(tokens[0] ?? "", { password: NEW })).status).toBe(200);
  expect((await signInAnswer(person.email, NEW)).access_token).toBeTruthy();
});
