/**
 * Applies supabase/migrations in order, and records them as the Supabase CLI does, so that
 * `supabase migration list --db-url …` agrees.
 */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { splitStatements } from "./sql-statements.ts";

export interface Migration {
  version: string;
  name: string;
  file: string;
  script: string;
}

const SUPABASE = fileURLToPath(new URL("../../../supabase/", import.meta.url));
// The key of the advisory lock: arbitrary, but the same for every stack.
const LOCK = 7_305_808_869;

export const HISTORY = `
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (
    version text not null primary key,
    statements text[],
    name text,
    created_by text,
    idempotency_key text unique,
    rollback text[]
  );
`;

/** The migrations of a directory, oldest first. */
export async function readMigrations(
  directory = path.join(SUPABASE, "migrations"),
): Promise<Migration[]> {
  const migrations: Migration[] = [];
  for (const entry of (await readdir(directory)).sort()) {
    const [, version, name] = /^(\d+)_(.*)\.sql$/.exec(entry) ?? [];
    if (version === undefined || name === undefined) continue;
    const file = path.join(directory, entry);
    migrations.push({ version, name, file, script: await readFile(file, "utf8") });
  }
  const duplicate = migrations.find((m, index) => migrations[index + 1]?.version === m.version);
  if (duplicate) throw new Error(`Two migrations have the version ${duplicate.version}.`);
  return migrations;
}

interface Plan {
  pending: Migration[];
  /** Versions that a newer checkout applied. */
  newer: string[];
}

/**
 * Compares the migrations with those that a database has recorded. Throws an Error of one sentence about a recorded
 * version that the checkout lacks. With `keepsNewer`, an older checkout may replace a newer one: such versions are
 * accepted if they follow the checkout's own and all of those are recorded.
 */
export function planMigrations(
  migrations: Migration[],
  history: Set<string>,
  { keepsNewer = false } = {},
): Plan {
  const pending = migrations.filter(({ version }) => !history.has(version));
  const versions = new Set(migrations.map(({ version }) => version));
  const newest = migrations.at(-1)?.version ?? "";
  const unknown = [...history].filter((version) => !versions.has(version)).sort();
  const newer = unknown.filter((version) => version > newest);
  const isOlderCheckout = pending.length === 0 && newer.length === unknown.length;
  if (unknown.length > 0 && !(keepsNewer && isOlderCheckout)) {
    const resetHint =
      ", or start with an empty database (npm start -- --reset empties the data folder)";
    throw new Error(
      `The database has the migration ${unknown[0]}, which this checkout does not have. Check out the version that applied it${keepsNewer ? "" : resetHint}.`,
    );
  }
  return { pending, newer };
}

/**
 * Applies the missing migrations, each in a separate transaction. Returns the versions applied now. Throws an Error
 * of one sentence that names the file and line of a failing statement, or a recorded version that `planMigrations`
 * refuses.
 */
export async function applyMigrations(
  databaseUrl: string,
  options: { directory?: string; keepsNewer?: boolean } = {},
): Promise<string[]> {
  const migrations = await readMigrations(options.directory);
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    await sql`select pg_advisory_lock(${LOCK})`;
    await sql.unsafe(HISTORY);
    const rows = await sql<{ version: string }[]>`
      select version from supabase_migrations.schema_migrations`;
    const versions = new Set(rows.map(({ version }) => version));
    const { pending } = planMigrations(migrations, versions, options);
    for (const migration of pending) await apply(sql, migration);
    return pending.map((m) => m.version);
  } finally {
    await sql.end();
  }
}

/** The files of the demo data, in the order in which config.toml names them. */
export const seedFiles = [
  "seed.sql",
  "seeds/prompts.sql",
  "seeds/sources.sql",
  "seeds/documents.sql",
  "seeds/approvals.sql",
].map((name) => path.join(SUPABASE, name));

/**
 * Loads the demo data in one transaction. `countersign.seed_allowed` is on for this session only;
 * without it the seed refuses to run.
 */
export async function applySeed(databaseUrl: string, files = seedFiles): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    await sql`select set_config('countersign.seed_allowed', 'on', false)`;
    await sql.unsafe("begin");
    for (const file of files) {
      const script = await readFile(file, "utf8");
      await sql.unsafe(script).catch((error: unknown) => {
        throw failure(file, script, error);
      });
    }
    await sql.unsafe("commit");
  } finally {
    await sql.end();
  }
}

async function apply(sql: postgres.Sql, { version, name, file, script }: Migration): Promise<void> {
  await sql.unsafe("begin");
  try {
    await sql.unsafe(script);
    await sql`
      insert into supabase_migrations.schema_migrations (version, name, statements)
      values (${version}, ${name}, ${splitStatements(script)})`;
    await sql.unsafe("commit");
  } catch (error) {
    throw failure(file, script, error);
  }
  // Settings of a migration must not affect the next one.
  await sql.unsafe("reset all");
}

function failure(file: string, script: string, error: unknown): Error {
  const { message, position } = error as { message: string; position?: string };
  const line = position ? script.slice(0, Number(position)).split("\n").length : undefined;
  const location = line === undefined ? path.basename(file) : `${path.basename(file)}:${line}`;
  return new Error(`${location} failed: ${message}`, { cause: error });
}
