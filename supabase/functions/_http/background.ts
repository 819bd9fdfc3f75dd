import { verifyAuth } from "@supabase/server/core";
import type { Db } from "../_db/client.ts";
import { AppError } from "../_domain/app-error.ts";
import { readEnv } from "../_env.ts";
import { afterAnswer } from "./after-answer.ts";
import { connectAsService } from "./auth.ts";
import { errors } from "./errors.ts";
import { requestIdOf } from "./request.ts";
import { isSameSecret } from "./same-secret.ts";
import { bytesOf } from "./webhook.ts";

const MAX_PUSH_BYTES = 262_144;

/** Does the work with the secret key. `worker` is the name of this run. */
type Work = (db: Db, worker: string) => Promise<object>;

/** Handles a vendor's pushes, with the database's secret key, for the function that reads from that vendor. */
export interface PushHandler {
  isPush(headers: Headers): boolean;
  /** Returns the result; null if nothing proves that the push comes from the vendor. */
  receive(db: Db, headers: Headers, body: string): Promise<object | null>;
}

/**
 * Creates a background function; there is no other way. Only the database's own wake-up call (with a token valid for
 * two minutes) or the holder of the secret key may start it; a person's session never does, whatever their role.
 * Returns the result or, with `prefer: respond-async`, 202 at once. A vendor's push does not start the worker: it is
 * stored, and the database decides what follows.
 */
export function serveBackground(
  slug: string,
  work: Work,
  pushes?: PushHandler,
): { fetch: (request: Request) => Promise<Response> } {
  return {
    async fetch(request) {
      const requestId = requestIdOf(request);
      try {
        if (request.method !== "POST") throw errors.methodNotAllowed();
        if (pushes && !hasCredentials(request) && pushes.isPush(request.headers)) {
          return answer(200, await receivePush(request, pushes, requestId), requestId);
        }
        const db = await admit(request, slug, requestId);
        await passOnLimits(db);
        const result = work(db, `${slug} ${requestId}`);
        if (request.headers.get("prefer") !== "respond-async") {
          return answer(200, await result, requestId);
        }
        afterAnswer(result, `${requestId} ${slug}`);
        return answer(202, {}, requestId);
      } catch (error) {
        const appError = error instanceof AppError ? error : errors.internal(requestId);
        if (appError !== error) console.error(`${requestId} ${slug}`, error);
        return answer(appError.status, appError.toBody(), requestId);
      }
    },
  };
}

const hasCredentials = ({ headers }: Request) =>
  headers.has("apikey") || headers.has("authorization");

/** Throws 413, 503 or 401, which is the same for an unknown channel, a wrong token and a wrong signature. */
async function receivePush(
  request: Request,
  pushes: PushHandler,
  requestId: string,
): Promise<object> {
  const { identity, secretKey } = keysOf(requestId);
  const body = new TextDecoder().decode(await bytesOf(request, MAX_PUSH_BYTES));
  const db = connectAsService(identity, secretKey, requestId);
  const result = await pushes.receive(db, request.headers, body);
  if (!result) throw errors.invalidPush();
  return result;
}

/** Throws 503 if the identity settings or the secret keys are missing. */
function keysOf(requestId: string) {
  const { identity, identityProblems, secretKeys } = readEnv();
  const secretKey = secretKeys?.["default"];
  if (identity && secretKeys && secretKey) return { identity, secretKeys, secretKey };
  const problems = identity ? ["SUPABASE_SECRET_KEYS is missing or malformed"] : identityProblems;
  console.error(`${requestId} failed closed: ${problems.join(", ")}`);
  throw errors.identityProviderNotConfigured();
}

/** The database with the secret key, for a caller who may start a worker. Throws 503, 401 or 403. */
async function admit(request: Request, slug: string, requestId: string): Promise<Db> {
  const { identity, secretKeys, secretKey } = keysOf(requestId);
  const apiKey = request.headers.get("apikey");
  const bearer = /^Bearer\s+(.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  const tokens = [apiKey, bearer].filter((value) => value !== null && value !== undefined);
  if (tokens.length === 0) throw errors.notSignedIn();

  const db = connectAsService(identity, secretKey, requestId);
  if (await isAnyOf(tokens, Object.values(secretKeys))) return db;
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
  if (tokens.some((key) => Object.values(identity.publishableKeys).includes(key))) {
    throw errors.notForPeople();
  }
  throw errors.invalidToken();
}

let hasPassedOn = false;

/** The database enforces the limits but cannot read the environment, so each instance passes them on once. */
async function passOnLimits(db: Db): Promise<void> {
  if (hasPassedOn) return;
  hasPassedOn = true;
  const { rateLimits, quotas, verificationWindowDays } = readEnv();
  for (const [route, max_calls] of Object.entries(rateLimits)) {
    // The generated type of the parameter wrongly excludes null.
    const { error } = await db.rpc("set_rate_limit", { route, max_calls: max_calls as number });
    if (error) {
      hasPassedOn = false;
      console.error("the rate limits could not be passed on:", error.message);
      return;
    }
  }
  for (const [name, quota] of Object.entries(quotas)) {
    const { error } = await db.rpc("set_quota", { name, quota: quota as number });
    if (error) {
      hasPassedOn = false;
      console.error("the quotas could not be passed on:", error.message);
      return;
    }
  }
  const { error } = await db.rpc("set_verification_window", {
    days: verificationWindowDays as number,
  });
  if (error) {
    hasPassedOn = false;
    console.error("VERIFY_WINDOW_DAYS could not be passed on:", error.message);
  }
}

/** Compares with every key, so that the time taken reveals none of them. */
async function isAnyOf(tokens: string[], keys: string[]): Promise<boolean> {
  const pairs = tokens.flatMap((value) => keys.map((key) => isSameSecret(value, key)));
  return (await Promise.all(pairs)).includes(true);
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
