/**
 * Access tokens signed with the stack's own key, as Auth issues them, for tests that are not about the
 * sign-in. tests/service/signed-token.test.ts compares them with issued ones.
 */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { type CryptoKey, importJWK, type JWK, SignJWT } from "jose";
import { inject } from "vitest";
import { owner } from "./database.ts";

export interface User {
  id: string;
  email: string;
}

const LIFE_SECONDS = 3600;
let signingKey: Promise<{ key: CryptoKey; kid: string }> | undefined;

/** Opens a session for each user and returns their tokens, in the same order. */
export async function signTokens(users: User[]): Promise<string[]> {
  const sessions = users.map(({ id }) => ({ id: randomUUID(), user_id: id }));
  const now = new Date();
  const moments = { created_at: now, updated_at: now, aal: "aal1" };
  await owner.begin((sql) => [
    sql`insert into auth.sessions ${sql(sessions.map((session) => ({ ...session, ...moments })))}`,
    sql`
      update auth.users set last_sign_in_at = ${now}, updated_at = ${now}
      where id in ${sql(users.map(({ id }) => id))}`,
  ]);
  signingKey ??= readSigningKey();
  const { key, kid } = await signingKey;
  const issuedAt = Math.floor(now.getTime() / 1000);
  return Promise.all(
    users.map(({ id, email }, index) =>
      new SignJWT({
        sub: id,
        aud: "authenticated",
        role: "authenticated",
        email,
        session_id: sessions[index]?.id,
        aal: "aal1",
        amr: [{ method: "password", timestamp: issuedAt }],
        iat: issuedAt,
        exp: issuedAt + LIFE_SECONDS,
      })
        .setProtectedHeader({ alg: "ES256", typ: "JWT", kid })
        .sign(key),
    ),
  );
}

async function readSigningKey() {
  const file = path.join(inject("stack").data_dir, "keys.json");
  const jwk = JSON.parse(await readFile(file, "utf8")).signing as JWK;
  return { key: (await importJWK(jwk, "ES256")) as CryptoKey, kid: String(jwk.kid) };
}
