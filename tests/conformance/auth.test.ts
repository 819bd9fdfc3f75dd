import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { conformanceTarget, tokenOf } from "./target.ts";

const target = conformanceTarget();

describe("sign-in", () => {
  test("gives a session whose token the published keys verify", async () => {
    const client = await target().as("member@demo.test");
    const { data, error } = await client.auth.getClaims();
    expect(error).toBeNull();
    expect(data?.header.alg).toBe("ES256");
    expect(data?.claims).toMatchObject({ role: "authenticated", email: "member@demo.test" });
  });

  test("with a wrong password is refused like one with an unknown email address", async () => {
    const attempts = ["member@demo.test", `${randomUUID()}@demo.test`].map((email) =>
      target().anonymous().auth.signInWithPassword({ email, password: "not the password" }),
    );
    for (const { data, error } of await Promise.all(attempts)) {
      expect(data.session).toBeNull();
      expect(error).toMatchObject({ status: 400, code: "invalid_credentials" });
    }
  });

  test("names the user", async () => {
    const client = await target().as("lead@demo.test");
    const { data } = await client.auth.getUser();
    expect(data.user?.email).toBe("lead@demo.test");
  });
});

describe("a session", () => {
  test("is refreshed, and the new token works", async () => {
    const client = await target().as("member@demo.test");
    const before = await tokenOf(client);
    const { data, error } = await client.auth.refreshSession();
    expect(error).toBeNull();
    expect(data.session?.refresh_token).toBeTruthy();
    expect(before).toBeTruthy();
    const { error: readError } = await client.from("projects").select("id").limit(1);
    expect(readError).toBeNull();
  });

  test("cannot be refreshed after signing out", async () => {
    const client = await target().as("member@demo.test");
    const { data } = await client.auth.getSession();
    expect((await client.auth.signOut()).error).toBeNull();
    const { error } = await target()
      .anonymous()
      .auth.refreshSession({ refresh_token: data.session?.refresh_token ?? "" });
    expect(error?.status).toBe(400);
  });

  test("is not created from an unknown refresh token", async () => {
    const { error } = await target()
      .anonymous()
      .auth.refreshSession({ refresh_token: "aaaaaaaaaaaa" });
    expect(error?.status).toBe(400);
  });
});

describe("an account", () => {
  test("is not created by signing up", async () => {
    const { data, error } = await target()
      .anonymous()
      .auth.signUp({ email: `${randomUUID()}@demo.test`, password: "a long password" });
    expect(error?.code).toBe("signup_disabled");
    expect(data.user).toBeNull();
  });

  test("is not created by requesting a sign-in email", async () => {
    const email = `${randomUUID()}@demo.test`;
    await target()
      .anonymous()
      .auth.signInWithOtp({ email, options: { shouldCreateUser: true } });
    const { error } = await target()
      .anonymous()
      .auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
    // Whether or not an email is sent, there is no user who could sign in.
    const { data } = await target()
      .anonymous()
      .auth.verifyOtp({ email, token: "000000", type: "email" });
    expect(data.session).toBeNull();
    expect(error === null || error.status === 422).toBe(true);
  });

  test("keeps its email address until the new one is confirmed", async () => {
    const client = await target().as("member2@demo.test");
    await client.auth.updateUser({ email: "admin2@demo.test" });
    const { data } = await client.auth.getUser();
    expect(data.user?.email).toBe("member2@demo.test");
  });
});
