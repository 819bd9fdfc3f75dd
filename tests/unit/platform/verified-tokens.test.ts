import { Hono } from "hono";
import { type JWTPayload, SignJWT } from "jose";
import { expect, test } from "vitest";
import { createKeyResolver } from "../../../scripts/stack/lite/repairs/verified-tokens.ts";

const liteSecret = "a secret of thirty-two characters";
const keys = { publishableKey: "publishable", secretKey: "secret", liteSecret };

const now = () => Math.floor(Date.now() / 1000);

function sign(claims: JWTPayload, secret = liteSecret): Promise<string> {
  return new SignJWT({
    sub: "a user",
    role: "authenticated",
    iat: now(),
    exp: now() + 60,
    ...claims,
  })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .sign(new TextEncoder().encode(secret));
}

/** The user whom the resolver recognizes at each request. */
function recognizer() {
  const resolve = createKeyResolver(keys);
  const app = new Hono().all("*", async (c) => {
    const key = await resolve(c.req.header("apikey") ?? "", c as never);
    return c.json({ key: key?.type, user: c.get("userId" as never), role: key?.claims["role"] });
  });
  return async (token: string, path = "/rest/v1/tasks", apikey = "publishable") => {
    const headers = { apikey, authorization: `Bearer  ${token}` };
    return (await app.request(path, { headers })).json();
  };
}

test("a valid token is recognized each time", async () => {
  const recognize = recognizer();
  const token = await sign({});
  for (let time = 0; time < 2; time++) {
    expect(await recognize(token)).toEqual({ key: "publishable", role: "anon", user: "a user" });
  }
});

test.each([
  ["expired", { exp: now() - 1 }, undefined],
  ["issued in the future", { iat: now() + 600 }, undefined],
  ["without an expiry", { exp: undefined }, undefined],
  ["forged", {}, "another secret of 32 characters!"],
])("a token that is %s is left to Lite", async (_, claims, secret) => {
  const recognize = recognizer();
  expect(await recognize(await sign(claims, secret))).toEqual({ key: "publishable", role: "anon" });
});

test("a token is no longer recognized once it expires", async () => {
  const recognize = recognizer();
  const token = await sign({ exp: now() + 1 });
  expect(await recognize(token)).toMatchObject({ user: "a user" });
  await expect.poll(() => recognize(token)).not.toHaveProperty("user");
});

test("a token with another token's signature is left to Lite, even after that token was verified", async () => {
  const recognize = recognizer();
  const [head, , signature] = (await sign({})).split(".");
  const [, claims] = (await sign({ sub: "another user" })).split(".");
  await recognize(await sign({}));
  expect(await recognize([head, claims, signature].join("."))).not.toHaveProperty("user");
});

test("Auth and Storage verify a token themselves", async () => {
  expect(await recognizer()(await sign({}), "/auth/v1/user")).not.toHaveProperty("user");
  expect(await recognizer()(await sign({}), "/storage/v1/object/a")).not.toHaveProperty("user");
});

test("a wrong key is refused even with a valid token", async () => {
  expect(await recognizer()(await sign({}), "/rest/v1/tasks", "wrong")).toEqual({});
});
