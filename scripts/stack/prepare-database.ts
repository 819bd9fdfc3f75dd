/** Brings a database to the state that a stack serves: the platform, Lite's role, the migrations and the seeds. */
import postgres from "postgres";
import type { DataFolder } from "./data-folder.ts";
import { liteRoleFor, prepareLiteRole } from "./lite/repairs/database-role.ts";
import { expectedAccessLists, proveAccessLists } from "./platform/boot-proof.ts";
import { preparePlatform } from "./platform/platform.ts";
import type { Database } from "./postgres/database.ts";
import { installVectors } from "./postgres/install-vectors.ts";
import { applyMigrations, applySeed } from "./postgres/migrations.ts";

/**
 * Returns the role of Lite and the grants of the migrations. Running it again changes nothing. Throws an Error if
 * the database's grants differ from those of the migrations.
 */
export async function prepareDatabase(options: {
  folder: DataFolder;
  database: Database;
  litePassword: string;
  seed: boolean;
  onProgress: (step: string) => void;
}): Promise<{ liteRole: string; expected: string[] }> {
  const { folder, database, litePassword } = options;
  options.onProgress("Applying migrations");
  await preparePlatform(database.url);
  const liteRole = liteRoleFor(database.url);
  await prepareLiteRole(database.url, liteRole, litePassword);
  await applyMigrations(database.url);
  await installVectors(database.url);
  const expected = await expectedAccessLists({
    databaseUrl: database.url,
    liteRole,
    litePassword,
    cacheFolder: folder.file("access-lists"),
    isNew: database.isNew,
  });
  // The access lists are proved here, before Lite runs, and again after its first requests.
  await proveAccessLists(database.url, expected);
  if (folder.hasSeeds && options.seed) await seedOnce(database.url, options.onProgress);
  return { liteRole, expected };
}

async function seedOnce(databaseUrl: string, onProgress: (step: string) => void): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    const [row] = await sql`select exists (select from public.organizations) as used`;
    if (row?.["used"]) return;
  } finally {
    await sql.end();
  }
  onProgress("Seeding demo data");
  await applySeed(databaseUrl);
}
