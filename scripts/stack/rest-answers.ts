/** `/rest/v1`: one relation or one function of the schema `public`, by its plain name. */
import { type Context, Hono } from "hono";
import { type KnownKeys, liteHeaders } from "./caller.ts";
import { GatewayError } from "./gateway-errors.ts";
import type { Lite } from "./lite.ts";
import { readBody } from "./request-body.ts";
import type { Tokens } from "./tokens.ts";

const MAX_BODY_BYTES = 32 * 1_048_576;
// Lite decodes a path after it has chosen the route, and reads `schema.table` as another schema's.
const PLAIN_PATH = /^\/rest\/v1\/(rpc\/)?\w+\/?$/;

export function restRoutes(lite: Lite, keys: KnownKeys, tokens: Tokens): Hono {
  return new Hono().all("*", async (c: Context) => {
    const headers = await liteHeaders(c.req, "rest", keys, tokens);
    const body = await readBody(c.req.raw, MAX_BODY_BYTES);
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
    return lite.fetch(new Request(url, { method: c.req.method, headers, body }));
  });
}
