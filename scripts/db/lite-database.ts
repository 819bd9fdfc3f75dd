/** PostgreSQL in this process (PGlite), with the platform and the migrations. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Extensions, PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { pgcrypto } from "@electric-sql/pglite/contrib/pgcrypto";
import { preparePlatformWith } from "../stack/platform/platform.ts";
import { readMigrations } from "../stack/postgres/migrations.ts";
import { prepareFolder } from "../test-cluster/cache.ts";
import { NEW_SESSION } from "./session.ts";

const DUMP = "data.tar";

export async function beginSession(db: PGlite): Promise<void> {
  await db.exec(NEW_SESSION);
}

/** A new migrated database in memory, with `extensions` in addition to those that the migrations need. */
export function openLiteDatabase(extensions: Extensions = {}): Promise<PGlite> {
  // The migrations use only pgvector.
  const name = extensions["vector"] ? "lite-vector" : "lite";
  return openOrBuild(name, extensions, () => createMigratedDatabase(extensions));
}

/** A new migrated database that `fill` has prepared. `fill` runs once for all databases of that name. */
export function openPreparedDatabase(
  name: string,
  extensions: Extensions,
  fill: (db: PGlite) => Promise<void>,
): Promise<PGlite> {
  return openOrBuild(name, extensions, async () => {
    const db = await openLiteDatabase(extensions);
    await fill(db);
    return db;
  });
}

/**
 * Returns the database that `build` has just created and stored, or else a copy of the stored one. Loading a copy
 * takes a second.
 */
async function openOrBuild(
  name: string,
  extensions: Extensions,
  build: () => Promise<PGlite>,
): Promise<PGlite> {
  let newDatabase: PGlite | undefined;
  const folder = await prepareFolder(name, async (partial) => {
    await newDatabase?.close();
    newDatabase = await build();
    await store(partial, newDatabase);
  });
  const db = newDatabase ?? (await load(folder, extensions));
  await beginSession(db);
  return db;
}

async function store(folder: string, db: PGlite): Promise<void> {
  // A copy has none of this session's temporary objects and settings.
  await db.exec("discard all");
  await mkdir(folder);
  await writeFile(path.join(folder, DUMP), (await db.dumpDataDir("none")).stream());
}

async function load(folder: string, extensions: Extensions): Promise<PGlite> {
  const dump = new Blob([await readFile(path.join(folder, DUMP))]);
  return PGlite.create({ loadDataDir: dump, extensions: withDefaults(extensions) });
}

async function createMigratedDatabase(extensions: Extensions): Promise<PGlite> {
  const db = await PGlite.create({ extensions: withDefaults(extensions) });
  await preparePlatformWith({
    run: (script) => db.exec(script),
    query: async (text) => (await db.query<Record<string, unknown>>(text)).rows,
  });
  for (const { script } of await readMigrations()) {
    await db.exec(script);
    await db.exec("reset all");
  }
  return db;
}

function withDefaults(extensions: Extensions): Extensions {
  return { pgcrypto, pg_trgm, ...extensions };
}
