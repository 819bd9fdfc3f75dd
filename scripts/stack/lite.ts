/**
 * Data API, Auth and Storage of the embedded stack: @supabase/lite in this process, over the native
 * server. It is alpha and pinned; what it does differently from the platform is put right here (the
 * database side) and in the gateway (the HTTP side).
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { liteUrl } from "./lite-role.ts";
import type { LogFile } from "./log-file.ts";
import { createObjectStore } from "./object-store.ts";
import { asPostgrestError } from "./postgrest-errors.ts";

export interface LiteOptions {
  /** Of the owner; Lite itself logs in as its own role on the same database. */
  databaseUrl: string;
  litePassword: string;
  liteSecret: string;
  publishableKey: string;
  secretKey: string;
  siteUrl: string;
  objectsFolder: string;
  log: LogFile;
}

export interface Lite {
  fetch(request: Request): Promise<Response>;
  /** The database role in force when Lite runs a statement for this API role. */
  roleInForce(role: "anon" | "authenticated" | "service_role"): Promise<string>;
  /** Makes tables and functions known that were made after the first request. */
  clearSchemaCache(): Promise<void>;
  close(): Promise<void>;
}

// As the platform sets for the roles of its Data API.
const STATEMENT_TIMEOUT_MS = 8000;
const CONNECTIONS = 10;

export async function startLite(options: LiteOptions): Promise<Lite> {
  // Lite reads the flag once, while it is imported.
  process.env.EXPERIMENTAL_STORAGE = "1";
  const { App } = await import("@supabase/lite");
  const { createPostgresConnection } = await import("@supabase/lite/postgres");

  const connection = createPostgresConnection({
    url: liteUrl(options.databaseUrl, options.litePassword),
    postgresOptions: {
      max: CONNECTIONS,
      onnotice: () => {},
      connection: { statement_timeout: STATEMENT_TIMEOUT_MS, application_name: "lite" },
    },
  });
  // "Unknown" would make the first request look for row level security and then either serve as the
  // owner or grant everything to everyone.
  connection["rlsState"] = "active";

  // What Lite may reach is less than what it has to know: the catalogue is read as the owner.
  const catalogue = createPostgresConnection({
    url: options.databaseUrl,
    postgresOptions: { max: 1, onnotice: () => {} },
  });
  connection.introspect = (introspectOptions) => catalogue.introspect(introspectOptions);

  const normalize = connection.normalizeDbError.bind(connection);
  connection.normalizeDbError = (error) => asPostgrestError(normalize(error));

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
      minimum_password_length: 8,
      email: { enable_signup: false, enable_confirmations: true, double_confirm_changes: true },
    },
    storage: { enabled: true, file_size_limit: "50MiB" },
    studio: { enabled: false },
    options: { server: { admin: false, disableStudio: true } },
  });
  app._storageAdapter = createObjectStore(options.objectsFolder);

  const quietly = <T>(run: () => Promise<T>) => captureConsole(options.log, run);
  await quietly(() => app.init());
  return {
    fetch: (request) => quietly(async () => app.fetch(request)),
    roleInForce: async (role) => {
      const auth = { uid: null, role, jwt: { role } };
      const row = await connection.withContext({ auth }, (db) =>
        db
          .selectNoFrom((eb) => eb.fn<string>("current_setting", [eb.val("role")]).as("role"))
          .executeTakeFirst(),
      );
      return row?.role ?? "";
    },
    clearSchemaCache: async () => {
      await catalogue.clearSchemaCache();
      await connection.clearSchemaCache();
    },
    close: async () => {
      await Promise.all([connection.close(), catalogue.close()]);
    },
  };
}

const METHODS = ["log", "info", "warn", "error", "debug"] as const;
const capturing = new AsyncLocalStorage<LogFile>();
let captured = false;

// Lite prints every database error. Only what is printed while it works goes to the log file.
function captureConsole<T>(log: LogFile, run: () => Promise<T>): Promise<T> {
  if (!captured) {
    captured = true;
    for (const method of METHODS) {
      const print = console[method].bind(console);
      console[method] = (...values: unknown[]) => {
        const target = capturing.getStore();
        if (target === undefined) print(...values);
        else target.write(...values);
      };
    }
  }
  return capturing.run(log, run);
}
