import { verifyAuth } from "@supabase/server/core";
import { AppError } from "../_domain/app-error.ts";
import { readEnv, readQuotas, readRateLimits, readSecretKeys } from "../_env.ts";
import { afterAnswer } from "./after-answer.ts";
import { connectAsService, type Db } from "./auth.ts";
import { errors } from "./errors.ts";
import { requestIdOf } from "./request.ts";

/** Works with the secret key, under the name it is to give itself; answers what it did. */
type Work = (db: Db, worker: string) => Promise<object>;

/**
 * The one way to make a background function. Only the database's own wake (a token of two minutes) or
 * the holder of the secret key may start it; a person's session never does, whatever their role.
 * Answers what was done or, to `prefer: respond-async`, 202 at once.
 */
export function serveBackground(
  slug: string,
  work: Work,
): { fetch: (request: Request) => Promise<Response> } {
  return {
    async fetch(request) {
      const requestId = requestIdOf(request);
      try {
        if (request.method !== "POST") throw errors.methodNotAllowed();
        const db = await admit(request, slug, requestId);
        await passOnLimits(db);
        const done = work(db, `${slug} ${requestId}`);
        if (request.headers.get("prefer") !== "respond-async") {
          return answer(200, await done, requestId);
        }
        afterAnswer(done, `${requestId} ${slug}`);
        return answer(202, {}, requestId);
      } catch (error) {
        const known = error instanceof AppError ? error : errors.internal(requestId);
        if (known !== error) console.error(`${requestId} ${slug}`, error);
        return answer(known.status, known.toBody(), requestId);
      }
    },
  };
}

/** The database with the secret key, for whoever may start a worker. Throws 503, 401 or 403. */
async function admit(request: Request, slug: string, requestId: string): Promise<Db> {
  const { identity, identityProblems } = readEnv();
  const secretKeys = readSecretKeys();
  const secretKey = secretKeys?.["default"];
  if (!identity || !secretKeys || !secretKey) {
    if (!identity) console.error(`${requestId} fail closed: ${identityProblems.join(", ")}`);
    throw errors.identityProviderNotConfigured();
  }
  const apiKey = request.headers.get("apikey");
  const bearer = /^Bearer\s+(.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  const given = [apiKey, bearer].filter((value) => value !== null && value !== undefined);
  if (given.length === 0) throw errors.notSignedIn();

  const db = connectAsService(identity, secretKey, requestId);
  if (await isAnyOf(given, Object.values(secretKeys))) return db;
  if (bearer?.startsWith("worker.")) {
    const { data, error } = await db.rpc("check_worker_token", {
      token: bearer,
      function_slug: slug,
    });
    if (error) throw error;
    if (data) return db;
    throw errors.invalidToken();
  }
  if (bearer && !Object.values(identity.publishableKeys).includes(bearer)) {
    const { error } = await verifyAuth(request, { auth: "user", env: identity });
    if (error) throw errors.invalidToken();
    throw errors.notForPeople();
  }
  if (given.some((key) => Object.values(identity.publishableKeys).includes(key))) {
    throw errors.notForPeople();
  }
  throw errors.invalidToken();
}

let passedOn = false;

/** The database enforces the limits and knows no environment: told once by each instance. */
async function passOnLimits(db: Db): Promise<void> {
  if (passedOn) return;
  passedOn = true;
  for (const [route, max_calls] of Object.entries(readRateLimits())) {
    // A parameter that is null is one that is typed as never being so.
    const { error } = await db.rpc("set_rate_limit", { route, max_calls: max_calls as number });
    if (error) {
      passedOn = false;
      console.error("the rate limits could not be passed on:", error.message);
      return;
    }
  }
  for (const [name, quota] of Object.entries(readQuotas())) {
    const { error } = await db.rpc("set_quota", { name, quota: quota as number });
    if (error) {
      passedOn = false;
      console.error("the quotas could not be passed on:", error.message);
      return;
    }
  }
}

/** Compares digests, so that the time it takes reveals nothing about a key. */
async function isAnyOf(given: string[], keys: string[]): Promise<boolean> {
  const digests = await Promise.all(keys.map(digest));
  let found = false;
  for (const value of await Promise.all(given.map(digest))) {
    for (const known of digests) found = known === value || found;
  }
  return found;
}

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function answer(status: number, body: object, requestId: string): Response {
  return Response.json(body, {
    status,
    headers: {
      "x-request-id": requestId,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}
