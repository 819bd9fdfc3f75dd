/** The common part of Google's APIs: errors, partial responses, push channels, access tokens. */
import type { VendorRequest } from "./contract.ts";
import type { Subscription } from "./pushes.ts";
import {
  type Call,
  InvalidRequest,
  ok,
  type Reply,
  type Vendor,
  type VendorName,
  type World,
} from "./vendor.ts";

export const GOOGLE_TOKEN = "ya29.simulated";
const WEEK = 7 * 86_400_000;

export function googleError(
  status: number,
  reason: string,
  message: string,
  domain = "global",
): Reply {
  return {
    status,
    body: { error: { code: status, message, errors: [{ domain, reason, message }] } },
  };
}

export const isGoogleAuthorized = ({ headers }: VendorRequest) =>
  headers.get("authorization") === `Bearer ${GOOGLE_TOKEN}`;

export const googleRefusals: Vendor["refusals"] = {
  invalid: (problems) => googleError(400, "invalid", problems.join("; ")),
  unauthorized: () => googleError(401, "authError", "Invalid Credentials"),
  forbidden: () => googleError(403, "forbidden", "Forbidden"),
  notFound: () => googleError(404, "notFound", "Not Found"),
  // Google gives no hint when to retry.
  rateLimited: () => googleError(429, "rateLimitExceeded", "Rate Limit Exceeded", "usageLimits"),
  rateLimitedBy403: () =>
    googleError(403, "userRateLimitExceeded", "User Rate Limit Exceeded", "usageLimits"),
  serverError: (status) => googleError(status, "backendError", "Backend Error"),
};

/** The token endpoint of the service account: any assertion is accepted, unless the grant has ended. */
export function giveGoogleToken(
  { method, path, body }: VendorRequest,
  isRevoked: () => boolean,
): Reply | null {
  if (method !== "POST" || path !== "/token") return null;
  const { grant_type, assertion, refresh_token } = (body ?? {}) as Record<string, string>;
  const isKnown =
    grant_type === "urn:ietf:params:oauth:grant-type:jwt-bearer"
      ? assertion !== undefined
      : grant_type === "refresh_token" && refresh_token !== undefined;
  if (!isKnown) return { status: 400, body: { error: "unsupported_grant_type" } };
  return isRevoked()
    ? {
        status: 400,
        body: { error: "invalid_grant", error_description: "Token has been expired or revoked." },
      }
    : ok({ access_token: GOOGLE_TOKEN, expires_in: 3600, token_type: "Bearer" });
}

/** Registers a channel and queues its first message, whose state is `sync`. */
export function watch(
  { truth, subscriptions }: World,
  vendor: VendorName,
  { body }: Call,
  resource: string,
  resourceUri: string,
): Reply {
  const channel = body as {
    id?: string;
    type?: string;
    address?: string;
    token?: string;
    expiration?: string;
  };
  if (!channel.id || channel.type !== "web_hook" || !channel.address) {
    throw new InvalidRequest("a channel needs an id, an address and the type web_hook");
  }
  const now = truth.clock.now();
  const expiresAt = Math.min(Number(channel.expiration ?? now + WEEK), now + WEEK);
  const subscription = subscriptions.add({
    id: channel.id,
    vendor,
    url: channel.address,
    secret: channel.token ?? "",
    resource,
    expiresAt,
  });
  subscriptions.queue(subscription, (receiver) => channelPush(receiver, "sync", "1", resourceUri));
  return ok({
    kind: "api#channel",
    id: channel.id,
    resourceId: resourceIdOf(resource),
    resourceUri,
    ...(channel.token !== undefined && { token: channel.token }),
    expiration: String(expiresAt),
  });
}

export function stopChannel({ subscriptions }: World, { body }: Call): Reply {
  const { id = "", resourceId } = body as { id?: string; resourceId?: string };
  const subscription = subscriptions.get(id);
  if (!subscription || resourceId !== resourceIdOf(subscription.resource ?? "")) {
    return googleRefusals.notFound();
  }
  subscriptions.remove(id);
  return { status: 204 };
}

/** A push has no body and no signature, so only the channel's token proves its origin. */
export function channelPush(
  { id, secret, resource, expiresAt }: Subscription,
  state: "sync" | "exists" | "not_exists",
  number: string,
  resourceUri: string,
) {
  return {
    id: `${id}-${number}`,
    headers: {
      "x-goog-channel-id": id,
      "x-goog-message-number": number,
      "x-goog-resource-id": resourceIdOf(resource ?? ""),
      "x-goog-resource-state": state,
      "x-goog-resource-uri": resourceUri,
      ...(secret !== "" && { "x-goog-channel-token": secret }),
      ...(expiresAt !== null && { "x-goog-channel-expiration": new Date(expiresAt).toUTCString() }),
    },
    body: "",
  };
}

const resourceIdOf = (resource: string) => Buffer.from(resource).toString("base64url");

type Mask = Map<string, Mask | true>;

/** Keeps the fields that `fields` names, such as `nextPageToken,changes(fileId,file(id,name))`. */
export function partial(body: unknown, fields: string | null): unknown {
  if (fields === null || fields === "*") return body;
  const mask = parseMask(fields);
  if (!mask) throw new InvalidRequest(`Invalid field selection ${fields}`);
  return applyMask(body, mask);
}

function applyMask(value: unknown, mask: Mask): unknown {
  if (Array.isArray(value)) return value.map((item) => applyMask(item, mask));
  if (typeof value !== "object" || value === null) return value;
  const wildcard = mask.get("*");
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const selection = mask.get(name) ?? wildcard;
      if (!selection) return [];
      return [[name, selection === true ? inner : applyMask(inner, selection)]];
    }),
  );
}

function parseMask(text: string): Mask | null {
  let at = 0;
  const root = list();
  return at === text.length ? root : null;

  function list(): Mask {
    const mask: Mask = new Map();
    for (;;) {
      const name = /^[\w*]+/.exec(text.slice(at))?.[0];
      if (!name) return mask;
      at += name.length;
      mask.set(name, inner());
      if (text[at] !== ",") return mask;
      at += 1;
    }
  }

  function inner(): Mask | true {
    if (text[at] === "/") {
      at += 1;
      const name = /^[\w*]+/.exec(text.slice(at))?.[0] ?? "";
      at += name.length;
      return new Map([[name, inner()]]);
    }
    if (text[at] !== "(") return true;
    at += 1;
    const mask = list();
    if (text[at] !== ")") throw new InvalidRequest(`Invalid field selection ${text}`);
    at += 1;
    return mask;
  }
}
