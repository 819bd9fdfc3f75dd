/** The database of a stack: the native server in its data folder, or your own by URL. */
import postgres, { type Sql } from "postgres";
import type { DataFolder } from "../data-folder.ts";
import { startPostgres } from "./postgres.ts";

export interface Database {
  /** The owner's connection string. */
  url: string;
  /** Whether the database is new: without our schemas, and with nothing in `public`. */
  isNew: boolean;
  /** Settles when the native server has ended. */
  exited: Promise<void>;
  /** Calls `changed` on every `notify pgrst, 'reload schema'`, which migrations send. */
  onSchemaChange(changed: () => void): Promise<void>;
  close(): Promise<void>;
}

const MIN_VERSION = 15;
// The key of the advisory lock: arbitrary, but the same for every stack.
const ONE_STACK = 5_402_118_736;

/** Throws an Error of one sentence when it cannot be started, reached or used. */
export async function openDatabase(
  folder: DataFolder,
  options: { url?: string | undefined; settings?: Record<string, string> | undefined },
): Promise<Database> {
  const server =
    options.url === undefined
      ? await startPostgres({
          dataDir: folder.file("postgres"),
          log: folder.file("logs", "postgres.log"),
          ...(options.settings && { settings: options.settings }),
        })
      : { url: options.url, exited: new Promise<void>(() => {}), stop: async () => {} };
  const sql = postgres(server.url, {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: 10,
    onnotice: () => {},
    // A connection that ends while it loads array types would crash this process.
    fetch_types: false,
    connection: { application_name: "stack" },
  });
  const close = async () => {
    await sql.end({ timeout: 1 });
    await server.stop();
  };
  try {
    const isNew = await check(sql, new URL(server.url).host);
    return {
      url: server.url,
      isNew,
      exited: server.exited,
      onSchemaChange: async (listener) => {
        await sql.listen("pgrst", (payload) => {
          if (payload === "" || payload === "reload schema") listener();
        });
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Locks the database against a second stack. Returns whether it is new. */
async function check(sql: Sql, host: string): Promise<boolean> {
  try {
    const [row] = await sql`
      select current_setting('server_version_num')::int as version,
        (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as may_create,
        pg_try_advisory_lock(${ONE_STACK}) as alone,
        not exists (select from pg_namespace where nspname in ('auth', 'storage', 'private'))
          and not exists (
            select from pg_class where relnamespace = 'public'::regnamespace) as "isNew"`;
    if (row?.version < MIN_VERSION * 10_000) {
      throw new Error(`The database at ${host} is older than PostgreSQL ${MIN_VERSION}.`);
    }
    if (!row?.may_create) {
      throw new Error(`The user of the database at ${host} must be allowed to create roles.`);
    }
    if (!row.alone) throw new Error(`The database at ${host} is in use by another stack.`);
    return row.isNew === true;
  } catch (error) {
    if (!("code" in (error as object))) throw error;
    const reason = (error as Error).message || (error as { code: string }).code;
    throw new Error(`The database at ${host} cannot be used: ${reason}.`);
  }
}
