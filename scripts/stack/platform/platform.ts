/**
 * Makes a blank database look like a Supabase project before its first migration: the platform's
 * roles, schemas and grants, and stand-ins for extensions that exist only on the platform.
 */
import { readFileSync } from "node:fs";
import postgres from "postgres";

/** Runs a script of several statements, or one query, on one connection. */
export interface SqlRunner {
  run(script: string): Promise<unknown>;
  query(text: string): Promise<Record<string, unknown>[]>;
}

const STAND_INS = {
  pg_cron: "platform-cron.sql",
  pg_net: "platform-net.sql",
  supabase_vault: "platform-vault.sql",
};

/**
 * Prepares the database behind `databaseUrl`; running it again changes nothing. The URL's user must be allowed to
 * create roles and schemas.
 */
export async function preparePlatform(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    await preparePlatformWith({
      run: (script) => sql.unsafe(script),
      query: (text) => sql.unsafe(text),
    });
  } finally {
    await sql.end();
  }
}

/** Prepares the database on a connection of any driver. */
export async function preparePlatformWith(runner: SqlRunner): Promise<void> {
  // Lite reads the flag once, while it is imported, and this may be its first import.
  process.env["EXPERIMENTAL_STORAGE"] = "1";
  const { getAuthSchemaSql, getStorageSchemaSql } = await import("@supabase/lite");
  // Only extensions that were created in the database count. That the server offers them is not enough.
  const extensions = await runner.query("select extname from pg_catalog.pg_extension");
  const names = new Set(extensions.map((row) => row["extname"]));
  const standIns = Object.entries(STAND_INS)
    .filter(([extension]) => !names.has(extension))
    .map(([, file]) => ownFile(file));
  const [auth] = await runner.query("select to_regclass('auth.users') is null as missing");
  // One script is one transaction: the privileges are set with the first tables or not at all.
  await runner.run(
    [
      getAuthSchemaSql(),
      getStorageSchemaSql(),
      ownFile("platform.sql"),
      ownFile("platform-factors.sql"),
      ...standIns,
      ...(auth?.missing ? [ownFile("platform-privileges.sql")] : []),
    ].join(";\n"),
  );
}

function ownFile(name: string): string {
  return readFileSync(new URL(name, import.meta.url), "utf8");
}
