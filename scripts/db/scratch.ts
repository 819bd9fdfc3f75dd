/**
 * Throw-away databases on a throw-away server. Each level is a template, from which a database is copied in a
 * fraction of a second. The templates are prepared once for all servers.
 */
import * as fs from "node:fs/promises";
import path from "node:path";
import postgres from "postgres";
import { preparePlatform } from "../stack/platform/platform.ts";
import { takeLock } from "../stack/postgres/folder-lock.ts";
import { applyMigrations, applySeed } from "../stack/postgres/migrations.ts";
import { removePostgresData, startPostgres } from "../stack/postgres/postgres.ts";
import { preparedCluster, restoreCluster, THROW_AWAY } from "../test-cluster/clusters.ts";
import { throwAwayFolder } from "../test-cluster/throw-away-folder.ts";

/** The content of a scratch database. Each level includes the levels before it. */
export type Level = "platform" | "migrated" | "seeded";

export interface ScratchDatabase {
  url: string;
  name: string;
  drop(): Promise<void>;
}

export interface Scratch {
  /** Superuser URL of the server; `scratchOn(url)` in another process shares its templates. */
  url: string;
  /** Creates a database; dropping it is optional, because it ends with the server. */
  create(level: Level): Promise<ScratchDatabase>;
}

export interface ScratchServer extends Scratch {
  stop(): Promise<void>;
}

/** A throw-away server with one database. */
export interface RunningDatabase {
  url: string;
  stop(): Promise<void>;
}

/**
 * Settings of a server whose tests run each statement only a few times, on a few rows. PostgreSQL would plan a
 * statement again each of the first five times, which costs more than running it.
 */
export const FEW_ROWS = { plan_cache_mode: "force_generic_plan", autovacuum: "off" };

const PREFIX = "countersign-scratch-";
const BUILT_FROM: Record<Level, Level | undefined> = {
  platform: undefined,
  migrated: "platform",
  seeded: "migrated",
};

/** Starts a server whose data lives until `stop`, or until the next start after a crash. */
export async function startScratchServer(
  settings: Record<string, string> = {},
): Promise<ScratchServer> {
  const { url, stop } = await startThrowAway(cloneTemplates, settings);
  return { ...scratchOn(url), stop };
}

/**
 * Starts a server with a single database of a level. Only the files of that database are copied, so the server starts
 * in half the time. `filled` prepares the database once for all servers of that name.
 */
export async function startScratchDatabase(
  level: Level,
  {
    filled,
    settings = {},
  }: {
    filled?: { name: string; fill: (databaseUrl: string) => Promise<void> };
    settings?: Record<string, string>;
  } = {},
): Promise<RunningDatabase> {
  const folder = await (filled
    ? preparedCluster(
        `scratch-${filled.name}`,
        (url) => filled.fill(urlOf(url, templateOf(level))),
        () => clusterWith(level),
      )
    : clusterWith(level));
  const { url, stop } = await startThrowAway(
    (dataDir) => restoreCluster(folder, dataDir),
    settings,
  );
  return { url: urlOf(url, templateOf(level)), stop };
}

/** Puts data with one database of a level into a folder. Returns the name of the database. */
export async function cloneDatabase(level: Level, dataDir: string): Promise<string> {
  await restoreCluster(await clusterWith(level), dataDir);
  return templateOf(level);
}

/** A prepared cluster with a single database, so that no others are copied. */
function clusterWith(level: Level): Promise<string> {
  return preparedCluster(
    `scratch-${level}`,
    async (url) => {
      await withAdmin(url, (sql) => ensureTemplate(url, sql, level));
      await withAdmin(urlOf(url, templateOf(level)), dropOtherDatabases);
    },
    // Loading the seed costs more than copying all templates.
    level === "seeded" ? clusterWithTemplates : undefined,
  );
}

async function dropOtherDatabases(sql: postgres.Sql): Promise<void> {
  const databases = await sql<{ name: string }[]>`
    select datname as name from pg_catalog.pg_database where datname <> current_database()`;
  for (const { name } of databases) {
    await sql`alter database ${sql(name)} with is_template false`;
    await sql`drop database ${sql(name)} with (force)`;
  }
}

async function startThrowAway(
  fillFolder: (dataDir: string) => Promise<void>,
  settings: Record<string, string>,
): Promise<RunningDatabase> {
  await removeAbandoned();
  const dataDir = await fs.mkdtemp(path.join(await throwAwayFolder(), PREFIX));
  await fs.chmod(dataDir, 0o711);
  await fillFolder(dataDir);
  const server = await startPostgres({ dataDir, settings: { ...THROW_AWAY, ...settings } });
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      await removePostgresData(dataDir);
    },
  };
}

/** Puts data with all templates into a folder. Leaves it empty if a template fails; `create` reports the reason. */
async function cloneTemplates(dataDir: string): Promise<void> {
  const folder = await clusterWithTemplates().catch(() => undefined);
  if (folder !== undefined) await restoreCluster(folder, dataDir);
}

function clusterWithTemplates(): Promise<string> {
  return preparedCluster("scratch", (url) =>
    withAdmin(url, (sql) => ensureTemplate(url, sql, "seeded")),
  );
}

/** Scratch databases on a server that the caller starts and stops. */
export function scratchOn(url: string): Scratch {
  return {
    url,
    create: (level) =>
      withAdmin(url, async (sql) => {
        await ensureTemplate(url, sql, level);
        const name = `scratch_${crypto.randomUUID().replaceAll("-", "")}`;
        await copyDatabase(sql, templateOf(level), name);
        const drop = () =>
          withAdmin(url, async (admin) => {
            await admin`drop database if exists ${admin(name)} with (force)`;
          });
        return { url: urlOf(url, name), name, drop };
      }),
  };
}

/** Runs `work` with a separate database on `scratch`, dropped afterwards. */
export async function withScratchDatabase<T>(
  scratch: Scratch,
  level: Level,
  work: (database: ScratchDatabase) => Promise<T>,
): Promise<T> {
  const database = await scratch.create(level);
  try {
    return await work(database);
  } finally {
    await database.drop();
  }
}

// The lock lets one process build a template while the others wait for it.
async function ensureTemplate(url: string, sql: postgres.Sql, level: Level): Promise<void> {
  const name = templateOf(level);
  if (await hasDatabase(sql, name)) return;
  const from = BUILT_FROM[level];
  if (from !== undefined) await ensureTemplate(url, sql, from);
  await sql`select pg_advisory_lock(hashtext(${name}))`;
  try {
    if (await hasDatabase(sql, name)) return;
    const building = `${name}_building`;
    await sql`drop database if exists ${sql(building)} with (force)`;
    await copyDatabase(sql, from === undefined ? "template1" : templateOf(from), building);
    const target = urlOf(url, building);
    if (level === "platform") await preparePlatform(target);
    if (level === "migrated") await applyMigrations(target);
    if (level === "seeded") await applySeed(target);
    await withAdmin(target, (admin) => admin`vacuum analyze`);
    await sql`alter database ${sql(building)} rename to ${sql(name)}`;
  } finally {
    await sql`select pg_advisory_unlock(hashtext(${name}))`;
  }
}

async function copyDatabase(sql: postgres.Sql, from: string, to: string): Promise<void> {
  await sql`create database ${sql(to)} template ${sql(from)}`;
  // A copy does not have the settings of the database that it was copied from.
  await sql`alter database ${sql(to)} set search_path = "$user", public, extensions`;
}

async function hasDatabase(sql: postgres.Sql, name: string): Promise<boolean> {
  const rows = await sql`select 1 from pg_catalog.pg_database where datname = ${name}`;
  return rows.length > 0;
}

async function withAdmin<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

function templateOf(level: Level): string {
  return `template_${level}`;
}

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

// A folder is abandoned if no running process holds its lock. A folder younger than a minute may belong to a start
// that has not locked it yet.
async function removeAbandoned(): Promise<void> {
  const parent = await throwAwayFolder();
  for (const entry of await fs.readdir(parent)) {
    if (!entry.startsWith(PREFIX)) continue;
    const dataDir = path.join(parent, entry);
    try {
      if (Date.now() - (await fs.stat(dataDir)).mtimeMs < 60_000) continue;
      await takeLock(dataDir);
      await removePostgresData(dataDir);
    } catch {
      // In use, or owned by another user.
    }
  }
}
