/**
 * The difference between what the migrations create and what supabase/schemas declares.
 *
 * Both sides have the same platform, so its objects cancel out and none has to be excluded from the comparison. A
 * policy on storage.objects, a trigger on auth.users or a grant in a platform schema is compared like any other.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parsePlan } from "@supabase/pg-delta";
import { renderPlanFiles } from "@supabase/pg-delta/frontends";
import { formatSqlStatements } from "@supabase/pg-delta/sql-format";
import postgres from "postgres";
import { splitStatements } from "../stack/postgres/sql-statements.ts";
import { loadSchemaTree, readSchemaTree, type SchemaFile } from "./schema-tree.ts";
import type { Scratch } from "./scratch.ts";
import { mustRunTool } from "./tool.ts";

export interface Difference {
  /** The scripts that turn one side into the other. There is one, unless a transaction must end in between. */
  scripts: string[];
  /** One line per change, such as `create table "public"."x"`. */
  changes: string[];
}

export interface SchemaDifference extends Difference {
  /** The schema files in the order in which they can be loaded. */
  files: SchemaFile[];
}

// The role that applies a migration owns the objects that it creates, here as on the platform. Naming the owner would
// tie the migration to one role.
const OWN = /(\bOWNER TO|\bAUTHORIZATION|\bTO|\bFROM) "postgres"$/;

const FORMAT = {
  keywordCase: "lower",
  maxWidth: 100,
  indent: 2,
  preserveRoutineBodies: true,
  preserveViewBodies: true,
} as const;

// Extended statistics: the engine reports that there are some, but does not compare them.
const STATISTICS = `
  select format('%I.%I', n.nspname, s.stxname) as name, pg_get_statisticsobjdef(s.oid) as definition
  from pg_catalog.pg_statistic_ext s
  join pg_catalog.pg_namespace n on n.oid = s.stxnamespace
  order by 1`;

/** Compares both sides on databases of `scratch`. Throws an Error when a schema file cannot load. */
export async function compareSchemas(scratch: Scratch): Promise<SchemaDifference> {
  const [migratedDatabase, declaredDatabase] = await Promise.all([
    scratch.create("migrated"),
    scratch.create("platform"),
  ]);
  const files = await loadSchemaTree(declaredDatabase.url, await readSchemaTree());
  await onDatabase(migratedDatabase.url, (sql) => sql`drop schema supabase_migrations cascade`);
  return { ...(await diffDatabases(migratedDatabase.url, declaredDatabase.url)), files };
}

/** The statements that turn one database into another on the same platform. */
export async function diffDatabases(source: string, target: string): Promise<Difference> {
  const { scripts, changes } = await plan(source, target);
  const statistics = await diffStatistics(source, target);
  if (statistics.length > 0) {
    changes.push(...statistics);
    scripts.push(`${scripts.pop() ?? ""}${statistics.map((line) => `\n${line};\n`).join("")}`);
  }
  return { scripts, changes };
}

async function plan(source: string, target: string): Promise<Difference> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "countersign-plan-"));
  try {
    const out = path.join(folder, "plan.json");
    const args = ["plan", "--source", source, "--desired", target, "--renames", "off"];
    const { stderr } = await mustRunTool("pgdelta", [...args, "--out", out]);
    const warnings = stderr.match(/\[unmodeled_kind\](?!.*statistics).*/gi);
    if (warnings) throw new Error(`The comparison cannot see: ${warnings.join("; ")}`);

    const parsed = parsePlan(await readFile(out, "utf8"));
    const actions = parsed.actions.filter((action) => !OWN.test(action.sql));
    if (actions.length === 0) return { scripts: [], changes: [] };
    const output = renderPlanFiles({ ...parsed, actions }, { allowDrops: true });
    return {
      scripts: output.files.map((file) => format(file.contents)),
      changes: formatSqlStatements(
        actions.map((action) => action.sql),
        FORMAT,
      ).map((statement) => statement.split("\n")[0] ?? ""),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function diffStatistics(source: string, target: string): Promise<string[]> {
  const read = (sql: postgres.Sql) =>
    sql.unsafe<{ name: string; definition: string }[]>(STATISTICS);
  const [have, want] = await Promise.all([onDatabase(source, read), onDatabase(target, read)]);
  const sourceDefinitions = new Set(have.map((row) => row.definition));
  const targetDefinitions = new Set(want.map((row) => row.definition));
  return [
    ...have
      .filter((row) => !targetDefinitions.has(row.definition))
      .map((row) => `drop statistics ${row.name}`),
    ...want.filter((row) => !sourceDefinitions.has(row.definition)).map((row) => row.definition),
  ];
}

function format(script: string): string {
  // `set local` has no effect if the runner has not opened a transaction itself.
  const statements = splitStatements(script).map((line) => line.replace(/^SET LOCAL /, "SET "));
  return `${formatSqlStatements(statements, FORMAT).join(";\n\n")};\n`;
}

async function onDatabase<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}
