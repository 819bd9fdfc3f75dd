/** A sign-in with a real password at its real cost, compared with the tokens of the other tests. */
import { randomUUID } from "node:crypto";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { beforeEach, describe, expect, inject, test } from "vitest";
import { owner } from "../support/database.ts";
import { ask } from "../support/http.ts";
import { makeUser } from "../support/own-organization.ts";
import { signIn } from "../support/personas.ts";
import { signTokens } from "../support/signed-token.ts";

const PASSWORD = "correct horse battery";
let user: { id: string; email: string };
let issuedToken: string;
let signedToken: string;

beforeEach(async () => {
  const email = `${randomUUID().slice(0, 8)}@tokens.test`;
  user = { id: await makeUser(email), email };
  // Hashes the password at the cost that createUser uses.
  await owner`
    update auth.users set encrypted_password = extensions.crypt(${PASSWORD}, extensions.gen_salt('bf', 10))
    where id = ${user.id}`;
  issuedToken = await signIn(email, PASSWORD);
  [signedToken] = (await signTokens([user])) as [string];
});

const headers = (token: string) => ({
  apikey: inject("stack").publishable_key,
  authorization: `Bearer ${token}`,
});

describe("a token signed for a test", () => {
  test("has the header and the claims of one that Auth issues", () => {
    expect(decodeProtectedHeader(signedToken)).toEqual(decodeProtectedHeader(issuedToken));
    const claims = (token: string) => {
      const { session_id, amr, iat = 0, exp = 0, ...same } = decodeJwt(token);
      const methods = (amr as { method: string; timestamp: number }[]).map((used) => ({
        ...used,
        timestamp: typeof used.timestamp,
      }));
      return { ...same, methods, session: typeof session_id, life: exp - iat };
    };
    expect(claims(signedToken)).toEqual(claims(issuedToken));
    expect(claims(issuedToken)).toMatchObject({ sub: user.id, role: "authenticated", life: 3600 });
    expect(decodeJwt(signedToken)["session_id"]).not.toBe(decodeJwt(issuedToken)["session_id"]);
  });

  test("has a session like an issued one", async () => {
    const sessions = await owner`
      select to_jsonb(sessions) - '{id,created_at,updated_at}'::text[] as row, id
      from auth.sessions where user_id = ${user.id}`;
    expect(new Set(sessions.map(({ id }) => id))).toEqual(
      new Set([issuedToken, signedToken].map((token) => decodeJwt(token)["session_id"])),
    );
    expect(sessions[0]?.["row"]).toEqual(sessions[1]?.["row"]);
  });

  test("gets the same answers from every part as an issued one", async () => {
    const paths = ["/auth/v1/user", "/api/whoami", "/rest/v1/projects?select=id"];
    for (const path of paths) {
      const [expected, actual] = await Promise.all([
        ask(path, { headers: headers(issuedToken) }),
        ask(path, { headers: headers(signedToken) }),
      ]);
      expect([path, actual.status, actual.json]).toEqual([path, expected.status, expected.json]);
    }
  });

  test("ends its session when it signs out", async () => {
    const signOut = (token: string) =>
      ask("/auth/v1/logout?scope=local", { method: "POST", headers: headers(token) });
    expect((await signOut(signedToken)).status).toBe((await signOut(issuedToken)).status);
    expect(await owner`select from auth.sessions where user_id = ${user.id}`).toHaveLength(0);
  });
});

test("demo users sign in with their password only, which is hashed at the lowest cost", async () => {
  const costs = await owner`
    select distinct left(encrypted_password, 7) as cost from auth.users
    where email like '%@demo.test' or email like '%@other.test'`;
  expect(costs.map(({ cost }) => cost)).toEqual(["$2a$04$"]);
  expect(decodeJwt(await signIn("lead@demo.test"))["email"]).toBe("lead@demo.test");
  await expect(signIn("lead@demo.test", "countersign-dem0")).rejects.toThrow("cannot sign in");
});
