import { verifyAuth } from "@supabase/server/core";
import { LimitedBytesTransformStream } from "deno-std/streams/limited_bytes_transform_stream.js";
import type { Db } from "../_db/client.ts";
import { AppError } from "../_domain/app-error.ts";
import { readEnv } from "../_env.ts";
import { connectAsService } from "./auth.ts";
import { errors } from "./errors.ts";
import { requestIdOf } from "./request.ts";

const MAX_BYTES = 1_000_000;

/** Returns the delivery if its signature is valid; otherwise null. */
type Verify<D> = (body: Uint8Array, headers: Headers) => D | null;
/** Handles a signed delivery; `db` connects with the secret key. Returns the result. */
type Handle<D> = (db: Db, delivery: D) => Promise<object>;

/** Creates a webhook, which handles only signed deliveries. Pushes on a channel are received in background.ts. */
export function serveWebhook<D>(
  slug: string,
  verify: Verify<D>,
  handle: Handle<D>,
): { fetch: (request: Request) => Promise<Response> } {
  return {
    async fetch(request) {
      const requestId = requestIdOf(request);
      try {
        if (request.method !== "POST") throw errors.methodNotAllowed();
        const { identity, secretKeys } = readEnv();
        const secretKey = secretKeys?.["default"];
        if (!identity || !secretKey) throw errors.identityProviderNotConfigured();
        const delivery = verify(await bytesOf(request, MAX_BYTES), request.headers);
        if (!delivery) throw await refusalOf(request);
        const result = await handle(connectAsService(identity, secretKey, requestId), delivery);
        return answer(200, result, requestId);
      } catch (error) {
        const appError = error instanceof AppError ? error : errors.internal(requestId);
        if (appError !== error) console.error(`${requestId} ${slug}`, error);
        return answer(appError.status, appError.toBody(), requestId);
      }
    },
  };
}

/** Returns the raw body. Throws 413 if it is larger than `maxBytes`. */
export async function bytesOf(request: Request, maxBytes: number): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length")) > maxBytes) throw errors.tooLarge(maxBytes);
  if (!request.body) return new Uint8Array();
  try {
    const limitedBody = request.body.pipeThrough(
      new LimitedBytesTransformStream(maxBytes, { error: true }),
    );
    return new Uint8Array(await new Response(limitedBody).arrayBuffer());
  } catch (error) {
    if (error instanceof RangeError) throw errors.tooLarge(maxBytes);
    throw error;
  }
}

/**
 * Returns the error for a delivery without a valid signature: a signed-in person learns that only the vendor may use
 * this route, everyone else that the signature is invalid.
 */
async function refusalOf(request: Request): Promise<AppError> {
  const { identity } = readEnv();
  if (identity && request.headers.has("authorization")) {
    const { error } = await verifyAuth(request, { auth: "user", env: identity });
    if (!error) return errors.unsignedDelivery();
  }
  return new AppError(
    401,
    "invalid_signature",
    "Invalid signature: no configured secret signed this delivery within the last five minutes",
  );
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
