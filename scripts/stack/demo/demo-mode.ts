/** `npm start -- --demo`: the functions on the bundled dataset, without a database and without sign-in. */
import { randomBytes } from "node:crypto";
import path from "node:path";
import { Hono } from "hono";
import { parseEnv } from "../../../supabase/functions/_env.ts";
import { startFunctions } from "../functions/functions-process.ts";
import { reachOfRoutes } from "../functions/network-access.ts";
import { type Connection, passOn } from "../gateway/functions-proxy.ts";
import { GatewayError } from "../gateway/gateway-errors.ts";
import { openPort } from "../gateway/gateway-port.ts";
import { openLogFile } from "../log-file.ts";

export interface DemoMode {
  url: string;
  token: string;
  webhookSecret: string;
  stop(): Promise<void>;
}

const PROJECT = path.resolve(import.meta.dirname, "../../..");
const HOST = "127.0.0.1";
const NOT_FOUND = {
  statusCode: 404,
  code: "route_not_found",
  message: "Demo mode has no page here. Open the address that npm start -- --demo prints",
} as const;
const newSecret = () => randomBytes(24).toString("base64url");

/** Throws an Error of one sentence if it cannot start; nothing is left running. */
export async function startDemoMode(options: {
  port: number;
  dataDir: string;
  env: Record<string, string>;
}): Promise<DemoMode> {
  const { mode, namesIdentityProvider, ...settings } = parseEnv(options.env);
  const token = settings.demoToken ?? newSecret();
  const webhookSecret = settings.webhookSecret ?? newSecret();
  const env = {
    ...options.env,
    SERVICE_DEMO_TOKEN: token,
    MEETING_WEBHOOK_SECRET: webhookSecret,
  };
  if (mode === "production") {
    throw new Error("SERVICE_MODE is production, which has no demo mode. Unset it.");
  }
  if (namesIdentityProvider) {
    throw new Error(
      "Variables of an identity provider are set, and demo mode has none. Unset SUPABASE_….",
    );
  }
  const log = openLogFile(path.join(options.dataDir, "logs", "demo.log"));
  const server = await openPort(options.port, HOST, log).catch(async (error: Error) => {
    await log.close();
    throw error;
  });
  const functions = await startFunctions({
    functions: path.join(PROJECT, "supabase/functions"),
    env,
    reach: reachOfRoutes(env),
    cache: path.join(options.dataDir, "deno"),
    log,
  }).catch(async (error: Error) => {
    await server.close();
    await log.close();
    throw error;
  });
  const app = new Hono<Connection>();
  app.all("/api/*", (c) => passOn(c, new URL(c.req.url).pathname, functions, HOST));
  app.notFound((c) => c.json(NOT_FOUND, NOT_FOUND.statusCode));
  app.onError((error, c) =>
    error instanceof GatewayError
      ? c.json(error.body, error.status, error.headers)
      : c.json({ message: "The functions do not answer. Try again." }, 503),
  );
  server.serve((request, connection) => app.fetch(request, connection));
  return {
    url: server.url,
    token,
    webhookSecret,
    stop: async () => {
      await server.close();
      await functions.stop();
      await log.close();
    },
  };
}
