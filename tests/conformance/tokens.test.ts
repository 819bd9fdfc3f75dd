import { readFile } from "node:fs/promises";
import path from "node:path";
import { exportJWK, generateKeyPair, importJWK, SignJWT } from "jose";
import { describe, expect, test } from "vitest";
import { conformanceTarget, tokenOf } from "./target.ts";

const target = conformanceTarget();

/** Status of a read under a token, on the Data API, a function and Storage. */
async function statuses(token: string): Promise<{ rest: number; api: number; storage: number }> {
  const { url, publishable_key: apikey } = target();
  const headers = { apikey, authorization: `Bearer ${token}` };
  const [rest, api, storage] = await Promise.all([
    fetch(`${url}/rest/v1/projects?select=id`, { headers }),
    fetch(`${url}/functions/v1/whoami`, { headers }),
    fetch(`${url}/storage/v1/object/list/none`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ prefix: "" }),
    }),
  ]);
  return { rest: rest.status, api: api.status, storage: storage.status };
}

const refusals = { rest: 401, api: 401, storage: expect.toSatisfy((s) => s === 401 || s === 400) };

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

async function claimsOf(email: string): Promise<Record<string, unknown>> {
  const token = await tokenOf(await target().as(email));
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"));
}

describe("a token is refused, never served as anonymous, when", () => {
  test("it is unsigned", async () => {
    const claims = part(await claimsOf("admin@demo.test"));
    expect(await statuses(`${part({ alg: "none", typ: "JWT" })}.${claims}.`)).toEqual(refusals);
    expect(await statuses(`${part({ alg: "none", typ: "JWT" })}.${claims}.AAAA`)).toEqual(refusals);
  });

  test("it is signed by another party", async () => {
    const { privateKey } = await generateKeyPair("ES256");
    const { data } = await (await target().as("admin@demo.test")).auth.getClaims();
    const forgedToken = await new SignJWT(data?.claims ?? {})
      .setProtectedHeader({ alg: "ES256", typ: "JWT", kid: String(data?.header.kid) })
      .sign(privateKey);
    expect(await statuses(forgedToken)).toEqual(refusals);
  });

  test("its claims were changed", async () => {
    const token = await tokenOf(await target().as("member@demo.test"));
    const [header, , signature] = token.split(".");
    const claims = await claimsOf("admin@demo.test");
    expect(await statuses(`${header}.${part(claims)}.${signature}`)).toEqual(refusals);
  });

  test("it is signed with the public key as a shared secret", async () => {
    const answer = await fetch(`${target().url}/auth/v1/.well-known/jwks.json`);
    const { keys } = (await answer.json()) as { keys: Record<string, unknown>[] };
    expect(keys[0]).not.toHaveProperty("d");
    const claims = await claimsOf("admin@demo.test");
    const forgedToken = await new SignJWT(claims)
      .setProtectedHeader({ alg: "HS256", typ: "JWT", kid: String(keys[0]?.kid) })
      .sign(new TextEncoder().encode(JSON.stringify(keys[0])));
    expect(await statuses(forgedToken)).toEqual(refusals);
  });

  test("it is a text that is not a token", async () => {
    expect(await statuses("garbage")).toEqual(refusals);
    expect(await statuses("a.b.c")).toEqual(refusals);
  });

  test("it is the other API key, or the authorization is not a Bearer token", async () => {
    const { url, publishable_key: apikey, secret_key } = target();
    for (const authorization of [`Bearer ${secret_key}`, "Basic YTpi", "Bearer", "bearer  "]) {
      const answer = await fetch(`${url}/rest/v1/projects?select=id`, {
        headers: { apikey, authorization },
      });
      expect(answer.status, authorization).toBe(401);
    }
  });
});

describe("on the embedded stack, with its own keys", () => {
  async function keys() {
    const { dataDir } = target();
    if (dataDir === undefined) return undefined;
    return JSON.parse(await readFile(path.join(dataDir, "keys.json"), "utf8"));
  }

  test("an expired token is refused", async ({ skip }) => {
    const ownKeys = await keys();
    if (ownKeys === undefined) return skip();
    const { iat: _, exp: __, ...claims } = await claimsOf("admin@demo.test");
    const now = Math.floor(Date.now() / 1000);
    const expiredToken = await new SignJWT(claims)
      .setProtectedHeader({ alg: "ES256", typ: "JWT", kid: ownKeys.signing.kid })
      .setIssuedAt(now - 7200)
      .setExpirationTime(now - 1)
      .sign(await importJWK(ownKeys.signing, "ES256"));
    expect(await statuses(expiredToken)).toEqual(refusals);
  });

  test("a token for another role is refused", async ({ skip }) => {
    const ownKeys = await keys();
    if (ownKeys === undefined) return skip();
    const claims = await claimsOf("admin@demo.test");
    const forgedToken = await new SignJWT({ ...claims, role: "service_role" })
      .setProtectedHeader({ alg: "ES256", typ: "JWT", kid: ownKeys.signing.kid })
      .sign(await importJWK(ownKeys.signing, "ES256"));
    expect(await statuses(forgedToken)).toMatchObject({ rest: 401, storage: 401 });
  });

  test("the tokens that are valid inside the stack are refused outside it", async ({ skip }) => {
    const ownKeys = await keys();
    if (ownKeys === undefined) return skip();
    const claims = await claimsOf("admin@demo.test");
    for (const role of ["authenticated", "service_role"]) {
      const innerToken = await new SignJWT({ ...claims, role })
        .setProtectedHeader({ alg: "HS256", typ: "JWT" })
        .sign(new TextEncoder().encode(ownKeys.liteSecret));
      expect(await statuses(innerToken)).toEqual(refusals);
    }
  });

  test("the keys in the data folder are readable by their owner only", async ({ skip }) => {
    const { dataDir } = target();
    if (dataDir === undefined) return skip();
    const { stat } = await import("node:fs/promises");
    for (const name of ["keys.json", "stack.json"]) {
      expect((await stat(path.join(dataDir, name))).mode & 0o777, name).toBe(0o600);
    }
  });
});

test("the published keys are public keys for ES256", async () => {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  expect(await exportJWK(privateKey)).toHaveProperty("d");
  const answer = await fetch(`${target().url}/auth/v1/.well-known/jwks.json`);
  expect(answer.status).toBe(200);
  const { keys } = (await answer.json()) as { keys: Record<string, unknown>[] };
  for (const key of keys) {
    expect(key).toMatchObject({ kty: "EC", crv: "P-256", alg: "ES256" });
    expect(key).not.toHaveProperty("d");
  }
});
