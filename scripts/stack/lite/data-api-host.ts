/**
 * The program that data-api-process.ts starts. It runs Lite alone, on a port that requires a secret of the gateway.
 * Its first message contains everything that it needs. It ends with the process that started it.
 */
import { timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { captureConsole } from "../captured-console.ts";
import type { Tier } from "../gateway/admission.ts";
import { GatewayError } from "../gateway/gateway-errors.ts";
import { openLogFile } from "../log-file.ts";
import {
  CLEAR_SCHEMA_CACHE,
  type DataApiStart,
  FAILURE_HEADER,
  SECRET_HEADER,
  TIER_HEADER,
} from "./data-api-process.ts";
import { startLite } from "./lite.ts";

process.once("disconnect", () => process.exit());
process.once("message", async (start: DataApiStart) => {
  const log = openLogFile(start.logFile);
  const lite = await startLite({ ...start.lite, log });
  const secret = Buffer.from(start.secret);

  async function answer(request: Request): Promise<Response> {
    const sentSecret = Buffer.from(request.headers.get(SECRET_HEADER) ?? "");
    if (sentSecret.length !== secret.length || !timingSafeEqual(sentSecret, secret)) {
      return new Response(null, { status: 403 });
    }
    const headers = new Headers(request.headers);
    const tier = headers.get(TIER_HEADER) as Tier;
    for (const name of [SECRET_HEADER, TIER_HEADER, "host", "connection"]) headers.delete(name);
    const { pathname, search } = new URL(request.url);
    const liteRequest = new Request(start.lite.siteUrl + pathname + search, {
      method: request.method,
      headers,
      body: request.body,
      duplex: "half",
    } as RequestInit);
    try {
      return await captureConsole(log, () => lite.fetch(liteRequest, tier));
    } catch (error) {
      if (error instanceof GatewayError) {
        const failed = { ...error.headers, [FAILURE_HEADER]: "expected" };
        return Response.json(error.body, { status: error.status, headers: failed });
      }
      log.write(`${request.method} ${pathname}`, error);
      return new Response(null, { status: 500, headers: { [FAILURE_HEADER]: "unexpected" } });
    }
  }

  process.on("message", (message) => {
    if (message !== CLEAR_SCHEMA_CACHE) return;
    void lite
      .clearSchemaCache()
      .catch((error) => log.write("The schema cannot be reloaded:", error))
      .then(() => process.send?.(CLEAR_SCHEMA_CACHE));
  });
  // Lets the adapter replace `Response`, so that a complete body is written at once instead of through a stream.
  const server = createServer(getRequestListener(answer, { overrideGlobalObjects: true }));
  server.listen(0, "127.0.0.1", () => {
    process.send?.({ port: (server.address() as AddressInfo).port });
  });
});
