/** The database that a deployment goes to. */
import postgres from "postgres";

const SECONDS = 30;
/** The platform's port for the transaction mode, in which session settings and locks are lost. */
const TRANSACTION_MODE_PORT = "6543";

/** Throws an Error of one sentence about a connection string that cannot be the project's. */
export function checkDatabaseUrl(databaseUrl: string, projectRef: string | undefined): void {
  // The error of the parser is not shown, because it would repeat the password.
  const url = URL.canParse(databaseUrl) ? new URL(databaseUrl) : undefined;
  const hasUnencodedMark = databaseUrl.split("@").length > 2 || databaseUrl.includes("#");
  if (!url?.hostname || !/^postgres(ql)?:$/.test(url.protocol) || hasUnencodedMark) {
    throw new Error(
      "SUPABASE_DB_URL is not a connection string. Copy it from Connect, and percent-encode the password.",
    );
  }
  const [, urlRef] =
    /^db\.([a-z]{20})\.supabase\.(?:co|red)$/.exec(url.hostname) ??
    /^[^.]+\.([a-z]{20})$/.exec(decodeURIComponent(url.username)) ??
    [];
  if (urlRef !== undefined && projectRef !== undefined && urlRef !== projectRef) {
    throw new Error(
      `SUPABASE_DB_URL belongs to the project ${urlRef}. Copy the connection string of ${projectRef}.`,
    );
  }
  if (urlRef !== undefined && url.port === TRANSACTION_MODE_PORT) {
    throw new Error(
      "SUPABASE_DB_URL is in transaction mode. Copy the one of the direct connection or the session pooler (port 5432).",
    );
  }
}

/** Throws an Error of one sentence when it cannot be reached or is a read replica. */
export async function describeDatabase(databaseUrl: string): Promise<string> {
  const { host } = new URL(databaseUrl);
  const [row] = await onDatabase(
    databaseUrl,
    (sql) => sql<{ version: string; replica: boolean }[]>`
      select split_part(current_setting('server_version'), ' ', 1) as version, pg_is_in_recovery() as replica`,
  ).catch((error: Error) => {
    throw new Error(
      `There is no connection to the database at ${host}: ${error.message}. Check SUPABASE_DB_URL.`,
    );
  });
  if (row?.replica) {
    throw new Error(
      `The database at ${host} is a read replica. Copy the connection string of the primary.`,
    );
  }
  return `the database at ${host} has PostgreSQL ${row?.version}`;
}

export async function onDatabase<T>(
  databaseUrl: string,
  work: (sql: postgres.Sql) => Promise<T>,
): Promise<T> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {}, connect_timeout: SECONDS });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
