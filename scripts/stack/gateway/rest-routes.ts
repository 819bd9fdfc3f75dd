/** `/rest/v1`: one relation or one function of the schema `public`, by its plain name. */
import { type Context, Hono } from "hono";
import type { DataApiProcess } from "../lite/data-api-process.ts";
import type { Lite } from "../lite/lite.ts";
import { checkDataApiRequest } from "../lite/repairs/pre-request-rules.ts";
import type { Tokens } from "../lite/repairs/user-tokens.ts";
import { type Admission, isFirst, type Tier } from "./admission.ts";
import { clientAddressOf } from "./client-address.ts";
import { type KnownKeys, liteHeaders, subjectOf } from "./credentials.ts";
import type { Connection } from "./functions-proxy.ts";
import { GatewayError } from "./gateway-errors.ts";
import { checkQuery } from "./query-limits.ts";
import type { BodyMemory } from "./request-body.ts";
import type { UserTiers } from "./user-tiers.ts";

export interface RestOptions {
  lite: Lite;
  /** Serves everyone but leaders and the service, and large bodies; by default `lite` does. */
  dataApiOfOthers?: Pick<DataApiProcess, "fetch">;
  keys: KnownKeys;
  tokens: Tokens;
  userTiers: UserTiers;
  proxies: string[];
  admission: Admission;
  bodies: BodyMemory;
}

const MB = 1_048_576;
const LARGE_BODY_BYTES = MB / 4;
// The largest body that a person sends is a lead's import. The largest that a worker sends is a document with its
// vectors.
const MAX_BODY_BYTES: Record<Tier, number> = {
  service: 32 * MB,
  leader: 32 * MB,
  member: 2 * MB,
  outsider: MB / 4,
  anonymous: MB / 4,
};
// Only plain names are allowed: Lite decodes a path after it has chosen the route, and takes `schema.table` for a
// table of another schema.
const PLAIN_PATH = /^\/rest\/v1\/(rpc\/)?\w+\/?$/;
const DECISION =
  /^\/rest\/v1\/rpc\/(approve_approval|approve_and_execute_approval|batch_approve|edit_approval|execute_approval|reject_approval)\/?$/;

export function restRoutes(options: RestOptions): Hono<Connection> {
  const { lite, dataApiOfOthers = lite, keys, tokens, admission, bodies, proxies } = options;
  return new Hono<Connection>().all("*", async (c: Context<Connection>) => {
    const headers = await liteHeaders(c.req, "rest", keys, tokens);
    checkDataApiRequest(headers);
    const subject = await subjectOf(c.req, clientAddressOf(c.env.incoming, proxies), options);
    const url = new URL(c.req.url);
    if (!PLAIN_PATH.test(url.pathname)) {
      throw new GatewayError(404, {
        code: "PGRST125",
        details: null,
        hint: null,
        message: "Invalid path specified in request URL",
      });
    }
    url.searchParams.delete("apikey");
    checkQuery(url.searchParams);
    const { raw } = c.req;
    const gate = DECISION.test(url.pathname) ? admission.decisions : admission.data;
    await gate.checkRoom(subject);
    return bodies.withBody(raw, MAX_BODY_BYTES[subject.tier], subject, (body) => {
      const isSmall = (body?.byteLength ?? 0) <= LARGE_BODY_BYTES;
      const dataApi = isSmall && isFirst(subject.tier) ? lite : dataApiOfOthers;
      return gate.run(subject, raw.signal, () =>
        dataApi.fetch(new Request(url, { method: c.req.method, headers, body }), subject.tier),
      );
    });
  });
}
