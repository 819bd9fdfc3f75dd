/**
 * Runs the deployed files in this process, with an identity provider and a Data API that a test defines. It proves
 * rules of HTTP; other tests prove scope with the real database.
 */
import { generateKeyPairSync, randomUUID } from "node:crypto";
import { exportJWK, SignJWT } from "jose";
import { afterEach, beforeEach, vi } from "vitest";

export interface Route {
  fetch(request: Request): Response | Promise<Response>;
}

const url = "https://backend.example";
const kid = "test-key";
const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
const strangers = generateKeyPairSync("ec", { namedCurve: "P-256" });
const jwk = { ...(await exportJWK(keys.publicKey)), alg: "ES256", use: "sig", kid };

/** The environment of a configured deployment. */
export const configured: Record<string, string> = {
  SUPABASE_URL: url,
  SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: "sb_publishable_test" }),
  SUPABASE_SECRET_KEYS: JSON.stringify({ default: "sb_secret_test" }),
  SUPABASE_JWKS: JSON.stringify({ keys: [jwk] }),
};
const variables = [
  ...Object.keys(configured),
  "SUPABASE_PUBLISHABLE_KEY",
  "SUPABASE_SECRET_KEY",
  "SERVICE_MODE",
  "PUBLIC_SUPABASE_URL",
];

/** Sets the environment to the configured one with some variables changed; null removes one. */
export function configure(changes: Record<string, string | null> = {}): void {
  for (const name of variables) {
    const value = name in changes ? changes[name] : configured[name];
    if (value === undefined || value === null) delete process.env[name];
    else process.env[name] = value;
  }
}

export type DataApi = (path: string, request: Request) => unknown;

/** Requests that reached the Data API. */
export const requests: Request[] = [];
let dataApi: DataApi = () => new Error("unreachable");

/** Sets the Data API's response: JSON, a Response, or an Error for a network failure. */
export function answerWith(answers: DataApi): void {
  dataApi = answers;
}

/** A refusal as PostgREST passes it on. */
export function refusal(
  status: number,
  code: string,
  message: string,
  hint: string | null = null,
): Response {
  return Response.json({ code, message, hint, details: null }, { status });
}

/**
 * Gives each test of the calling file a configured environment and a network whose responses it defines. Files share
 * this module, so each has to call it.
 */
export function deployInProcess(): void {
  const before = { ...process.env };

  beforeEach(() => {
    configure();
    requests.length = 0;
    answerWith(() => new Error("unreachable"));
    vi.stubGlobal("fetch", async (input: string | URL | Request, init?: RequestInit) => {
      const request = new Request(input, init);
      requests.push(request);
      const { pathname } = new URL(request.url);
      const answer = await dataApi(pathname.replace("/rest/v1", ""), request);
      if (answer instanceof Error) throw new TypeError("fetch failed", { cause: answer });
      return answer instanceof Response ? answer : Response.json(answer);
    });
    vi.spyOn(console, "error").mockImplementation(() => {});
  });

  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    for (const name of Object.keys(process.env)) {
      if (!(name in before)) delete process.env[name];
    }
    Object.assign(process.env, before);
  });
}

/** A user's token as the identity provider signs it, with some claims changed. */
export function tokenWith(claims: object = {}, { stranger = false } = {}): Promise<string> {
  const issuedAt = Math.floor(Date.now() / 1000);
  return new SignJWT({
    sub: randomUUID(),
    aud: "authenticated",
    role: "authenticated",
    iat: issuedAt,
    exp: issuedAt + 600,
    ...claims,
  })
    .setProtectedHeader({ alg: "ES256", typ: "JWT", kid })
    .sign(stranger ? strangers.privateKey : keys.privateKey);
}

export interface Call {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** false sends no token. */
  signedIn?: boolean;
}

/** Calls a route as a signed-in user. */
export async function call(
  route: Route,
  path: string,
  { method, body, headers, signedIn = true }: Call = {},
) {
  const answer = await route.fetch(
    new Request(`https://service.example${path}`, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers: {
        ...(signedIn && { authorization: `Bearer ${await tokenWith()}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    }),
  );
  const text = await answer.text();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  const { code } = (json ?? {}) as { code?: string };
  return { status: answer.status, headers: answer.headers, text, json, code };
}
