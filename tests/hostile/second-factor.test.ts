/** A stolen password alone opens no account with a second factor, and an observed code cannot be used again. */
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { totpCode, totpStepAt } from "../../scripts/stack/lite/repairs/totp.ts";
import { owner } from "../support/database.ts";
import { ask, codeOf } from "../support/http.ts";
import { makeOrganization, type OwnPerson } from "../support/own-organization.ts";

const { url, publishable_key: apikey, secret_key } = inject("stack");
const PASSWORD = "countersign-demo";

/** A separate browser, which shares only the person's secrets. */
function browser(): SupabaseClient {
  return createClient(url, apikey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
}

async function signIn(person: OwnPerson): Promise<SupabaseClient> {
  const client = browser();
  const { error } = await client.auth.signInWithPassword({
    email: person.email,
    password: PASSWORD,
  });
  if (error) throw error;
  return client;
}

async function headersOf(client: SupabaseClient): Promise<Record<string, string>> {
  const { data } = await client.auth.getSession();
  return { apikey, authorization: `Bearer ${data.session?.access_token}` };
}

/** The status and code of the API's response to the question who is signed in. */
async function whoami(client: SupabaseClient): Promise<unknown[]> {
  const answer = await ask("/api/whoami", { headers: await headersOf(client) });
  return [answer.status, codeOf(answer)];
}

/**
 * A code that was not used yet: each code must be of a later step than the last one, and three steps are valid at a
 * time.
 */
async function nextCode(factorId: string): Promise<string> {
  const [factor] =
    await owner`select secret, last_step from auth.mfa_factors where id = ${factorId}`;
  const step = Math.max(Number(factor?.["last_step"]) + 1, totpStepAt(Date.now()) - 1);
  return totpCode(String(factor?.["secret"]), step);
}

async function enroll(client: SupabaseClient): Promise<string> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: "totp" });
  if (error) throw error;
  const verification = await client.auth.mfa.challengeAndVerify({
    factorId: data.id,
    code: await nextCode(data.id),
  });
  if (verification.error) throw verification.error;
  return data.id;
}

const levels = async (client: SupabaseClient) =>
  (await client.auth.mfa.getAuthenticatorAssuranceLevel()).data;

describe("a person with a second factor", () => {
  let person: OwnPerson;
  let current: SupabaseClient;
  let factorId: string;
  let before: SupabaseClient;
  beforeAll(async () => {
    person = (await makeOrganization()).people.lead;
    before = await signIn(person);
    current = await signIn(person);
    factorId = await enroll(current);
  });

  test("has a session with it, and the sessions from before are over", async () => {
    expect(await levels(current)).toMatchObject({ currentLevel: "aal2", nextLevel: "aal2" });
    expect(await whoami(current)).toEqual([200, undefined]);
    expect(await whoami(before)).toEqual([401, "not_signed_in"]);
    const { data } = await current.auth.mfa.listFactors();
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(data?.totp).toEqual([
      expect.objectContaining({ id: factorId, created_at: instant, updated_at: instant }),
    ]);
  });

  test("keeps it when the session is refreshed", async () => {
    const { error } = await current.auth.refreshSession();
    expect(error).toBeNull();
    expect(await levels(current)).toMatchObject({ currentLevel: "aal2" });
    expect(await whoami(current)).toEqual([200, undefined]);
  });

  test("is not signed in by the password alone, and can read and change nothing", async () => {
    const thief = await signIn(person);
    expect(await levels(thief)).toMatchObject({ currentLevel: "aal1", nextLevel: "aal2" });
    expect(await whoami(thief)).toEqual([401, "second_factor_missing"]);
    const { data: rows } = await thief.from("projects").select("id");
    expect(rows).toEqual([]);
    const { error: renameError } = await thief.rpc("rename_self", { version: 1, name: "Thief" });
    expect(renameError?.hint).toBe("second_factor_missing");
    const password = await thief.auth.updateUser({ password: "a thief's long password" });
    expect(password.error?.code).toBe("insufficient_aal");
    const email = await thief.auth.updateUser({ email: "thief@elsewhere.test" });
    expect(email.error?.code).toBe("insufficient_aal");
    const removal = await thief.auth.mfa.unenroll({ factorId });
    expect(removal.error?.code).toBe("insufficient_aal");
    const enrollment = await thief.auth.mfa.enroll({ factorType: "totp", friendlyName: "mine" });
    expect(enrollment.error?.code).toBe("insufficient_aal");
    const [row] = await owner`
      select people.name, count(mfa_factors.id)::int as factors
      from public.people left join auth.mfa_factors on mfa_factors.user_id = people.user_id
      where people.id = ${person.id} group by people.name`;
    expect({ ...row }).toEqual({ name: "lead", factors: 1 });
  });

  test("uses each code once, even when several devices send it at once", async () => {
    const clients = [await signIn(person), await signIn(person), await signIn(person)];
    const code = await nextCode(factorId);
    const results = await Promise.all(
      clients.map((client) => client.auth.mfa.challengeAndVerify({ factorId, code })),
    );
    expect(results.filter(({ error }) => error === null)).toHaveLength(1);
    // The sessions of the other two ended in the meantime. A session that begins afterwards can fail only because of
    // the used code.
    const later = await signIn(person);
    const again = await later.auth.mfa.challengeAndVerify({ factorId, code });
    expect(again.error?.code).toBe("mfa_verification_failed");
  });

  test("cannot answer a challenge that has expired", async () => {
    const client = await signIn(person);
    const { data: challenge } = await client.auth.mfa.challenge({ factorId });
    await owner`
      update auth.mfa_challenges set created_at = now() - interval '6 minutes'
      where id = ${challenge?.id as string}`;
    const late = await client.auth.mfa.verify({
      factorId,
      challengeId: challenge?.id as string,
      code: await nextCode(factorId),
    });
    expect(late.error?.code).toBe("mfa_challenge_expired");
  });
});

test("codes can be guessed five times, then everyone with the password waits", async () => {
  const person = (await makeOrganization()).people.member;
  const factorId = await enroll(await signIn(person));
  const codes: (string | undefined)[] = [];
  for (let guess = 0; guess < 6; guess++) {
    // Each guess comes from a separate device, which the right password makes known.
    const thief = await signIn(person);
    const { error } = await thief.auth.mfa.challengeAndVerify({ factorId, code: "000000" });
    codes.push(error?.code);
  }
  expect(codes.slice(0, 5)).toEqual(Array(5).fill("mfa_verification_failed"));
  expect(codes[5]).toBe("over_request_rate_limit");
});

test("another person, the secret key and a stranger are refused", async () => {
  const { people } = await makeOrganization();
  const factorId = await enroll(await signIn(people.lead));
  const other = await signIn(people.member);
  const challenge = await other.auth.mfa.challenge({ factorId });
  expect(challenge.error?.code).toBe("mfa_factor_not_found");
  expect((await other.auth.mfa.unenroll({ factorId })).error?.code).toBe("mfa_factor_not_found");
  const body = { factor_type: "totp" };
  const secret = { apikey: secret_key, authorization: `Bearer ${secret_key}` };
  const keys: Record<string, string>[] = [{}, { apikey }, secret];
  const strangers = await Promise.all(
    keys.map((headers) => ask("/auth/v1/factors", { headers, body })),
  );
  expect(strangers.map(({ status }) => status)).toEqual([401, 403, 403]);
  const [row] = await owner`select status from auth.mfa_factors where id = ${factorId}`;
  expect(row?.["status"]).toBe("verified");
});

test("removing the factor lowers the session at once, even under its old token", async () => {
  const { people, id } = await makeOrganization();
  const client = await signIn(people.admin);
  const factorId = await enroll(client);
  const headers = await headersOf(client);
  const rule = { requires_second_factor: "high_stakes", version: 0 };
  const set = await ask("/api/settings", { headers, body: rule });
  expect(set.status).toBe(200);
  expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull();
  const off = await ask("/api/settings", {
    headers,
    body: { requires_second_factor: "never", version: 1 },
  });
  expect([off.status, codeOf(off)]).toEqual([403, "second_factor_required"]);
  const [row] = await owner`
    select requires_second_factor as rule from public.organization_settings where organization_id = ${id}`;
  expect(row?.["rule"]).toBe("high_stakes");
});

test("malformed requests are refused with 400, and an unknown factor with 404", async () => {
  const person = (await makeOrganization()).people.member;
  const headers = await headersOf(await signIn(person));
  const answers = await Promise.all([
    ask("/auth/v1/factors", { headers, body: { factor_type: "phone" } }),
    ask("/auth/v1/factors", { headers, body: { factor_type: "totp", friendly_name: 7 } }),
    ask("/auth/v1/factors/not-an-id/challenge", { headers, method: "POST" }),
    ask(`/auth/v1/factors/${person.id}/verify`, { headers, body: { code: 123456 } }),
    ask(`/auth/v1/factors/${person.id}/verify`, { headers, body: "[]" }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 404, 400, 400]);
});
