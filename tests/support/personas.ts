/**
 * The callers of the service: the people of the demo seeds, and callers without a valid token. The names are those
 * of seed.sql and of the pgTAP tests.
 */
import { generateKeyPairSync, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT, UnsecuredJWT } from "jose";
import { inject } from "vitest";

const stack = inject("stack");

/** Ids of the seeds: kind 1 organization, 2 client, 3 account, 4 project, 5 person, 6 user, 7 task. */
export function demoId(kind: number, organization: number, number: number): string {
  const digits = String(organization * 100_000 + number).padStart(12, "0");
  return `${String(kind).padStart(8, "0")}-0000-4000-8000-${digits}`;
}

export const northlight = demoId(1, 1, 1);
export const alderAndSlate = demoId(1, 2, 1);

export const people = {
  admin: insider("admin@demo.test", 1, []),
  lead: insider("lead@demo.test", 2, []),
  /** A member of the projects SHOP-01, A11Y-01, READ-01 and CRM-01. */
  member: insider("member@demo.test", 3, [1, 4, 7, 11]),
  /** A member of SHOP-01 too, and of BOOK-01, DEAL-01 and SOCIAL-01. */
  member2: insider("member2@demo.test", 4, [1, 5, 9, 12]),
  /** Contact of Lindmoor Outdoor, whose projects are SHOP-01, SEO-01 and BRAND-01. */
  client: insider("client@demo.test", 5, []),
  /** Signed in, and in no organization. */
  outsider: { email: "outsider@demo.test", organizationId: null, personId: null, projectIds: [] },
  other_admin: {
    email: "admin@other.test",
    organizationId: alderAndSlate,
    personId: demoId(5, 2, 1),
    projectIds: [],
  },
} satisfies Record<string, Person>;

export interface Person {
  email: string;
  organizationId: string | null;
  personId: string | null;
  /** Memberships; they matter only for members, because leads see everything. */
  projectIds: string[];
}

export type PersonName = keyof typeof people;
export const personNames = Object.keys(people) as PersonName[];

/** Personas that are not a signed-in person: without a token, with an untrusted one, or with the secret key. */
export const nonPersonNames = [
  "anonymous",
  "no_key",
  "expired",
  "forged",
  "alg_none",
  "secret_key",
] as const;

export type PersonaName = PersonName | (typeof nonPersonNames)[number];
export const personaNames: PersonaName[] = [...personNames, ...nonPersonNames];

/** Personas whose missing or untrusted credentials the gateway rejects, on every path of the Data API, Auth and Storage. */
export const badCredentialNames = ["no_key", "expired", "forged", "alg_none"] as const;

function insider(email: string, number: number, projects: number[]): Person {
  return {
    email,
    organizationId: northlight,
    personId: demoId(5, 1, number),
    projectIds: projects.map((project) => demoId(4, 1, project)),
  };
}

/** Signs in with a password through Auth and returns the access token. */
export async function signIn(email: string, password?: string): Promise<string> {
  return (await signInAnswer(email, password)).access_token;
}

/** The whole answer to a sign-in: a session as supabase-js stores it. */
export async function signInAnswer(email: string, password = "countersign-demo") {
  const answer = await fetch(`${stack.url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey: stack.publishable_key, "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  if (!answer.ok) throw new Error(`${email} cannot sign in: ${await answer.text()}`);
  return (await answer.json()) as { access_token: string };
}

const tokens = new Map<string, Promise<string>>();

/** The token of this name, made once per test file. */
function onceAFile(name: string, make: () => Promise<string>): Promise<string> {
  const token = tokens.get(name) ?? make();
  tokens.set(name, token);
  return token;
}

/** Access token of a person of the seeds; one sign-in per test file. */
export function tokenOf(person: PersonName): Promise<string> {
  return onceAFile(person, () => signIn(people[person].email));
}

/** Another file may have ended the sessions of these people. */
export function forgetTokens(): void {
  tokens.clear();
}

/** The key and the token of each persona, in the headers that supabase-js sends. */
export async function headersOf(persona: PersonaName): Promise<Record<string, string>> {
  const { publishable_key: publishable, secret_key: secret } = stack;
  switch (persona) {
    case "anonymous":
      return { apikey: publishable };
    case "no_key":
      return {};
    case "secret_key":
      return { apikey: secret, authorization: `Bearer ${secret}` };
    case "expired":
    case "forged":
    case "alg_none":
      return {
        apikey: publishable,
        authorization: `Bearer ${await onceAFile(persona, makers[persona])}`,
      };
    default:
      return { apikey: publishable, authorization: `Bearer ${await tokenOf(persona)}` };
  }
}

/** An admin's token of yesterday, signed by the stack itself. */
async function expiredToken(): Promise<string> {
  const keys = JSON.parse(await readFile(path.join(stack.data_dir, "keys.json"), "utf8"));
  const { header, claims } = await anAdminsToken();
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ ...claims, iat: now - 90_000, exp: now - 86_400 })
    .setProtectedHeader(header)
    .sign(await importJWK(keys.signing, "ES256"));
}

/** An admin's claims and the stack's own key id, signed with another key. */
async function forgedToken(): Promise<string> {
  const { header, claims } = await anAdminsToken();
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return new SignJWT(claims).setProtectedHeader(header).sign(privateKey);
}

/** An admin's claims, without a signature. */
async function unsignedToken(): Promise<string> {
  const { claims } = await anAdminsToken();
  return new UnsecuredJWT({ ...claims, jti: randomUUID() }).encode();
}

const makers = { expired: expiredToken, forged: forgedToken, alg_none: unsignedToken };

async function anAdminsToken() {
  const token = await tokenOf("admin");
  const { alg, kid, typ } = decodeProtectedHeader(token);
  return {
    header: { alg: String(alg), kid: String(kid), typ: String(typ) },
    claims: decodeJwt(token),
  };
}
