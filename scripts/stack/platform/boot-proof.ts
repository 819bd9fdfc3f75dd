/**
 * Before it serves, the stack proves that the database grants exactly what the migrations grant, and that Lite uses
 * the right role. Any difference is an error that names it.
 */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import postgres from "postgres";
import type { Lite } from "../lite/lite.ts";
import { prepareLiteRole } from "../lite/repairs/database-role.ts";
import { applyMigrations, readMigrations } from "../postgres/migrations.ts";
import { readAccessLists, schemasToCompare } from "./access-lists.ts";
import { preparePlatform } from "./platform.ts";

const SHOWN_DIFFERENCES = 12;
const OWN_FILES = ["platform.ts", "../lite/repairs/database-role.ts", "access-lists.ts"];

/**
 * The rights that the migrations grant. They are read from the cache folder; if they are not there, from the database
 * itself, provided that only the migrations have changed it; otherwise from a new scratch database.
 */
export async function expectedAccessLists(options: {
  databaseUrl: string;
  liteRole: string;
  litePassword: string;
  cacheFolder: string;
  isNew: boolean;
}): Promise<string[]> {
  const schemas = await schemasToCompare(options.databaseUrl);
  const version = await versionOf(options.databaseUrl, schemas);
  const file = path.join(options.cacheFolder, `${version}.json`);
  const cached = await readFile(file, "utf8").catch(() => undefined);
  if (cached !== undefined) return JSON.parse(cached) as string[];
  const lines = options.isNew
    ? await readAccessLists(options.databaseUrl, schemas)
    : await withScratchDatabase(options.databaseUrl, async (scratch) => {
        await preparePlatform(scratch);
        await prepareLiteRole(scratch, options.liteRole, options.litePassword);
        await applyMigrations(scratch);
        return readAccessLists(scratch, schemas);
      });
  await mkdir(options.cacheFolder, { recursive: true });
  await writeFile(`${file}.new`, JSON.stringify(lines, null, 1));
  await rename(`${file}.new`, file);
  return lines;
}

/** Throws an Error that names what differs from the expected lists. */
export async function proveAccessLists(databaseUrl: string, expected: string[]): Promise<void> {
  const actual = await readAccessLists(databaseUrl, await schemasToCompare(databaseUrl));
  const expectedLines = new Set(expected);
  const lines = new Set(actual);
  const differences = [
    ...actual.filter((line) => !expectedLines.has(line)).map((line) => `  unexpected: ${line}`),
    ...expected.filter((line) => !lines.has(line)).map((line) => `  missing:  ${line}`),
  ];
  if (differences.length === 0) return;
  const report = differences.slice(0, SHOWN_DIFFERENCES);
  if (differences.length > report.length) {
    report.push(`  and ${differences.length - report.length} more`);
  }
  throw new Error(
    [
      "The database does not grant what the migrations granted, so nothing is served:",
      ...report,
      "If migrations were edited after they had run here, --reset starts with a new database.",
    ].join("\n"),
  );
}

interface Relation {
  name: string;
  column: string;
  readers: string[];
  updaters: string[];
  deleters: string[];
}

/**
 * Requests every table of `public` from Lite as each of the three roles. Writes name rows that cannot exist. Throws
 * an Error that names the first response that differs from the grants.
 */
export async function proveRoles(
  lite: Lite,
  options: {
    databaseUrl: string;
    url: string;
    publishableKey: string;
    secretKey: string;
    /** Lite's token for a signed-in user, created by the caller. */
    liteTokenFor: (subject: string) => Promise<string>;
  },
): Promise<void> {
  for (const role of ["anon", "authenticated", "service_role"] as const) {
    const databaseRole = await lite.databaseRoleOf(role);
    if (databaseRole !== role)
      throw new Error(refusalOf(`statements for ${role} run as ${databaseRole}`));
  }
  const stranger = await options.liteTokenFor(randomUUID());
  const callers = [
    { role: "anon", headers: { apikey: options.publishableKey } },
    {
      role: "authenticated",
      headers: { apikey: options.publishableKey, authorization: `Bearer ${stranger}` },
    },
    { role: "service_role", headers: { apikey: options.secretKey } },
  ];
  for (const relation of await readRelations(options.databaseUrl)) {
    for (const { role, headers } of callers) {
      const address = `${options.url}/rest/v1/${relation.name}`;
      const nothing = `${relation.column}=is.null&${relation.column}=not.is.null`;
      const checks = [
        { method: "GET", query: `select=${relation.column}&limit=1`, allowed: relation.readers },
        { method: "PATCH", query: nothing, allowed: relation.updaters },
        { method: "DELETE", query: nothing, allowed: relation.deleters },
      ];
      for (const { method, query, allowed: grantees } of checks) {
        const answer = await lite.fetch(
          new Request(`${address}?${query}`, {
            method,
            headers: { ...headers, "content-type": "application/json" },
            ...(method === "PATCH" && { body: JSON.stringify({ [relation.column]: null }) }),
          }),
        );
        const text = await answer.text();
        const isDenied = answer.status === (role === "anon" ? 401 : 403);
        if (isDenied === grantees.includes(role)) {
          const response = `${method} ${relation.name} as ${role} answers ${answer.status}`;
          throw new Error(refusalOf(`${response}, against the grants`));
        }
        if (method === "GET" && role === "authenticated" && answer.ok && text !== "[]") {
          throw new Error(
            refusalOf(`a user who is in no organization reads rows of ${relation.name}`),
          );
        }
      }
    }
  }
}

function refusalOf(reason: string): string {
  return `The Data API does not use the database's roles, so nothing is served: ${reason}.`;
}

async function readRelations(databaseUrl: string): Promise<Relation[]> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    return await sql<Relation[]>`
      select c.relname as name,
        a.attname as column,
        array(select r from unnest(array['anon', 'authenticated', 'service_role']) r
          where has_column_privilege(r, c.oid, a.attnum, 'select')) as readers,
        array(select r from unnest(array['anon', 'authenticated', 'service_role']) r
          where has_column_privilege(r, c.oid, a.attnum, 'update')) as updaters,
        array(select r from unnest(array['anon', 'authenticated', 'service_role']) r
          where has_table_privilege(r, c.oid, 'delete')) as deleters
      from pg_catalog.pg_class c
      cross join lateral (
        select attname, attnum from pg_catalog.pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
        -- A column that a role may read proves more than one that no role may read.
        order by has_column_privilege('authenticated', c.oid, attnum, 'select') desc, attnum
        limit 1
      ) a
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      order by c.relname`;
  } finally {
    await sql.end();
  }
}

/** Changes with everything that decides what is granted. */
async function versionOf(databaseUrl: string, schemas: string[]): Promise<string> {
  const hash = createHash("sha256").update(schemas.join(" "));
  for (const { version, script } of await readMigrations()) hash.update(`${version}\0${script}\0`);
  for (const name of OWN_FILES) {
    hash.update(await readFile(path.join(import.meta.dirname, name)));
  }
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    const [server] = await sql`select current_setting('server_version_num') as version,
      current_user as owner,
      (select string_agg(name, ' ' order by name) from pg_available_extensions) as extensions`;
    hash.update(JSON.stringify(server));
  } finally {
    await sql.end();
  }
  return hash.digest("hex").slice(0, 32);
}

async function withScratchDatabase<T>(
  databaseUrl: string,
  use: (scratchUrl: string) => Promise<T>,
): Promise<T> {
  const name = `countersign_proof_${randomBytes(6).toString("hex")}`;
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    await sql.unsafe(`create database ${name} template template0`);
    const url = new URL(databaseUrl);
    url.pathname = `/${name}`;
    try {
      return await use(url.href);
    } finally {
      await sql.unsafe(`drop database if exists ${name} with (force)`);
    }
  } finally {
    await sql.end();
  }
}
