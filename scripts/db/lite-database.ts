/** PostgreSQL in this process (PGlite), with the platform and the migrations. */
import { type Extensions, PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { pgcrypto } from "@electric-sql/pglite/contrib/pgcrypto";
import { readMigrations } from "../stack/migrations.ts";
import { preparePlatformWith } from "../stack/platform.ts";

/** A new database in memory; `extensions` are those it has besides what the migrations need. */
export async function openLiteDatabase(extensions: Extensions = {}): Promise<PGlite> {
  const db = await PGlite.create({ extensions: { pgcrypto, pg_trgm, ...extensions } });
  await preparePlatformWith({
    run: (script) => db.exec(script),
    query: async (text) => (await db.query<Record<string, unknown>>(text)).rows,
  });
  for (const { script } of await readMigrations()) {
    await db.exec(script);
    await db.exec("reset all");
  }
  // As a new session of this database would start.
  await db.exec(`set search_path = "$user", public, extensions`);
  return db;
}
