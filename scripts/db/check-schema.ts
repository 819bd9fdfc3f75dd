/**
 * Proves that the migrations create exactly the objects of supabase/schemas, and that rows come from `*_data` and
 * `*_data_*` migrations only: a schema file cannot declare a row.
 */
import postgres from "postgres";
import { type Migration, readMigrations } from "../stack/postgres/migrations.ts";
import { isDataMigration } from "./baseline.ts";
import { compareSchemas } from "./schema-diff.ts";
import { type Scratch, startScratchServer } from "./scratch.ts";

// Reads every row of every table, except those of the database system.
const COUNT_ROWS = `
  select coalesce(sum((xpath(
    '/row/n/text()',
    query_to_xml(format('select count(*) as n from %s', c.oid::regclass), false, true, '')
  ))[1]::text::bigint), 0)::bigint::text as rows
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition
    and n.nspname not in ('information_schema', 'supabase_migrations')
    and n.nspname not like 'pg\\_%'`;

const scratch = await startScratchServer();
try {
  const [difference, filesWithRows] = await Promise.all([
    compareSchemas(scratch),
    findRowsOutsideData(scratch, await readMigrations()),
  ]);
  for (const change of difference.changes.slice(0, 40)) console.error(`  ${change}`);
  if (difference.changes.length > 0) {
    console.error(
      `${difference.changes.length} changes lead from the migrations to supabase/schemas: npm run db:diff -- <name> writes them as a migration.`,
    );
    process.exitCode = 1;
  }
  for (const name of filesWithRows) {
    console.error(
      `${name} changes rows: only migrations named <version>_data or <version>_data_<what> may.`,
    );
    process.exitCode = 1;
  }
  if (process.exitCode !== 1) {
    console.log(`The migrations equal supabase/schemas (${difference.files.length} files).`);
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await scratch.stop();
}

async function findRowsOutsideData(server: Scratch, migrations: Migration[]): Promise<string[]> {
  const { url } = await server.create("platform");
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const offenders: string[] = [];
  try {
    let before = await countRows(sql);
    for (const { version, name, script } of migrations) {
      await sql.unsafe(script);
      await sql`reset all`;
      const after = await countRows(sql);
      if (after !== before && !isDataMigration(name)) offenders.push(`${version}_${name}.sql`);
      before = after;
    }
  } finally {
    await sql.end();
  }
  return offenders;
}

async function countRows(sql: postgres.Sql): Promise<string> {
  const [row] = await sql.unsafe<{ rows: string }[]>(COUNT_ROWS);
  return row?.rows ?? "0";
}
