/**
 * Data API, Auth and Storage of the embedded stack: @supabase/lite in this process, over the native server. It is
 * alpha and pinned; its differences from the platform are repaired here (the database side) and in the gateway
 * (the HTTP side).
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { captureConsole } from "../captured-console.ts";
import { CONNECTIONS, type Tier } from "../gateway/admission.ts";
import { gatewayErrors } from "../gateway/gateway-errors.ts";
import type { LogFile } from "../log-file.ts";
import { createObjectStore } from "./object-store.ts";
import { type Budget, createLitePool } from "./repairs/connection-pool.ts";
import { columnsOf, withoutUnneeded } from "./repairs/known-columns.ts";
import { asPostgrestError } from "./repairs/postgrest-errors.ts";
import { withShortPrint } from "./repairs/printed-errors.ts";
import { repairSessionSettings } from "./repairs/session-settings.ts";
import { createKeyResolver } from "./repairs/verified-tokens.ts";
import { readStatementTimes, type StatementTimes } from "./statement-times.ts";

export interface LiteOptions {
  /** The owner's connection string. */
  databaseUrl: string;
  /** The same database under the role Lite logs in as. */
  liteUrl: string;
  liteSecret: string;
  publishableKey: string;
  secretKey: string;
  siteUrl: string;
  objectsFolder: string;
  /** Whether its database processes yield to others, which is possible only on this machine. */
  hasLowPriority?: boolean;
  log: LogFile;
}

export interface Lite {
  /** Serves a request within a tier's limits for statement time and result size. */
  fetch(request: Request, tier?: Tier): Promise<Response>;
  /** The database role under which Lite runs a statement for this API role. */
  databaseRoleOf(role: "anon" | "authenticated" | "service_role"): Promise<string>;
  /** Loads tables and functions that were created after the first request. */
  clearSchemaCache(): Promise<void>;
  close(): Promise<void>;
}

const MB = 1_048_576;
// The platform's setting for a role without its own.
const STATEMENT_TIMEOUT_MS = 8000;
const OUTSIDER_TIMEOUT_MS = 2000;
const RESULT_BYTES: Record<Tier, number> = {
  service: 64 * MB,
  leader: 32 * MB,
  member: 8 * MB,
  outsider: MB,
  anonymous: MB,
};

const CATALOG_CONNECTIONS = 2;

interface Call {
  isLost: boolean;
  isTooLarge: boolean;
  budget: Budget;
  url: URL;
}

export async function startLite(options: LiteOptions): Promise<Lite> {
  // Lite reads the flag once, while it is imported.
  process.env.EXPERIMENTAL_STORAGE = "1";
  const { App } = await import("@supabase/lite");
  const { createPostgresConnection } = await import("@supabase/lite/postgres");

  const connection = createPostgresConnection({ url: options.liteUrl });
  // With "unknown", the first request would look for row-level security, and then either serve as the owner or grant
  // everything to everyone.
  connection["rlsState"] = "active";
  repairSessionSettings(connection);

  let times = await readStatementTimes(options.databaseUrl);
  const calls = new AsyncLocalStorage<Call>();
  const onResultTooLarge = () => {
    const call = calls.getStore();
    if (call) call.isTooLarge = true;
  };
  const logLostConnection = (error: Error) => {
    options.log.write("A database connection was lost:", error.message);
    const call = calls.getStore();
    if (call) call.isLost = true;
  };
  const pool = await createLitePool(options.liteUrl, {
    connections: CONNECTIONS,
    budget: budgetFor("service", times),
    onConnectionError: logLostConnection,
    onResultTooLarge,
    hasLowPriority: options.hasLowPriority,
  });
  connection["driver"].reserve = () => pool.reserve(calls.getStore()?.budget);

  // Lite's role cannot see everything that Lite has to know, so the owner reads the catalog.
  const catalog = createPostgresConnection({ url: options.databaseUrl });
  const catalogPool = await createLitePool(options.databaseUrl, {
    connections: CATALOG_CONNECTIONS,
    budget: budgetFor("service", times),
    onConnectionError: logLostConnection,
    onResultTooLarge,
  });
  catalog["driver"].reserve = () => catalogPool.reserve();
  connection.introspect = async (introspectOptions) => {
    const introspection = withoutUnneeded(await catalog.introspect(introspectOptions));
    return columnsOf(calls.getStore()?.url, introspection);
  };

  const normalize = connection.normalizeDbError.bind(connection);
  connection.normalizeDbError = (error) => withShortPrint(asPostgrestError(normalize(error)));

  const app = new App({
    connection,
    api: { schemas: ["public"], max_rows: 1000 },
    auth: {
      enabled: true,
      jwt_secret: options.liteSecret,
      publishable_key: options.publishableKey,
      secret_key: options.secretKey,
      site_url: options.siteUrl,
      additional_redirect_urls: [],
      enable_signup: false,
      minimum_password_length: 12,
      email: {
        enable_signup: false,
        enable_confirmations: true,
        // Lite's "double" confirmation sends an email only to the old address, and then treats the new one as
        // confirmed.
        double_confirm_changes: false,
        // Lite does not count wrong codes, so the usual six digits could be guessed in the hour for which they are
        // valid.
        otp_length: 12,
      },
    },
    storage: { enabled: true, file_size_limit: "50MiB" },
    studio: { enabled: false },
    options: {
      server: {
        admin: false,
        disableStudio: true,
        apiKeys: { resolver: createKeyResolver(options) },
      },
    },
  });
  app._storageAdapter = createObjectStore(options.objectsFolder);

  await captureConsole(options.log, () => app.init());
  return {
    fetch: async (request, tier = "service") => {
      const url = new URL(request.url);
      const { pathname } = url;
      const budget = budgetFor(tier, times, pathname);
      const call = { isLost: false, isTooLarge: false, budget, url };
      const answer = await calls.run(call, () => app.fetch(request));
      if (call.isTooLarge) throw gatewayErrors.resultTooLarge(budget.resultBytes);
      const isJson = answer.headers.get("content-type")?.includes("json");
      if (answer.status !== 500 || isJson) {
        const isResult = pathname.startsWith("/rest/");
        return isResult ? withinBytes(answer, budget.resultBytes) : answer;
      }
      // Lite reports an unexpected error in two words and without a cause.
      if (call.isLost) throw gatewayErrors.databaseUnreachable();
      throw new Error(`Lite failed: ${await answer.text()}`);
    },
    databaseRoleOf: async (role) => {
      const auth = { uid: null, role, jwt: { role } };
      const row = await connection.withContext({ auth }, (db) =>
        db
          .selectNoFrom((eb) => eb.fn<string>("current_setting", [eb.val("role")]).as("role"))
          .executeTakeFirst(),
      );
      return row?.role ?? "";
    },
    clearSchemaCache: async () => {
      await pool.learnTypes();
      times = await readStatementTimes(options.databaseUrl);
      await catalog.clearSchemaCache();
      await connection.clearSchemaCache();
    },
    close: async () => {
      await Promise.all([pool.end(), catalogPool.end()]);
    },
  };
}

/**
 * A response can be larger than its result set, because it repeats the column names in each row and escapes
 * characters.
 */
async function withinBytes(answer: Response, limit: number): Promise<Response> {
  const length = Number(answer.headers.get("content-length") ?? Number.NaN);
  if (length <= limit) return answer;
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (bytes.byteLength > limit) throw gatewayErrors.resultTooLarge(limit);
  return new Response(bytes.byteLength === 0 ? null : bytes, answer);
}

function budgetFor(tier: Tier, times: StatementTimes, path = ""): Budget {
  const role = { service: "service_role", anonymous: "anon" }[tier as string] ?? "authenticated";
  const functionName = /^\/rest\/v1\/rpc\/(\w+)$/.exec(path)?.[1] ?? "";
  const timeout =
    times.functions.get(functionName) ?? times.roles.get(role) ?? STATEMENT_TIMEOUT_MS;
  return {
    statementMs: tier === "outsider" ? Math.min(timeout, OUTSIDER_TIMEOUT_MS) : timeout,
    resultBytes: RESULT_BYTES[tier],
  };
}
