import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import postgres from "postgres";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ScratchDatabase } from "../../scripts/db/scratch.ts";
import { runTool } from "../../scripts/db/tool.ts";
import { applyMigrations, applySeed } from "../../scripts/stack/postgres/migrations.ts";
import { scratch } from "./scratch-server.ts";

let database: ScratchDatabase;
let directory: string;
let sql: postgres.Sql;

beforeEach(async () => {
  database = await scratch.create("platform");
  directory = await mkdtemp(path.join(os.tmpdir(), "countersign-migrations-"));
  sql = postgres(database.url, { max: 1, onnotice: () => {} });
});

afterEach(async () => {
  await sql.end();
  await database.drop();
  await rm(directory, { recursive: true, force: true, maxRetries: 10 });
});

const write = (name: string, script: string) => writeFile(path.join(directory, name), script);
const apply = () => applyMigrations(database.url, { directory });

test("migrations are applied once, in the order of their versions", async () => {
  await write("20260102000000_second.sql", "insert into public.a values (2);");
  await write("20260101000000_first.sql", "create table public.a (n int); -- made; here\n");
  await write("README.md", "not one");
  expect(await apply()).toEqual(["20260101000000", "20260102000000"]);
  expect(await apply()).toEqual([]);
  const history = await sql`
    select version, name, statements from supabase_migrations.schema_migrations order by version`;
  expect(history).toEqual([
    { version: "20260101000000", name: "first", statements: ["create table public.a (n int)"] },
    { version: "20260102000000", name: "second", statements: ["insert into public.a values (2)"] },
  ]);
});

test("a failing migration is named with its line and leaves no change", async () => {
  await write("20260101000000_good.sql", "create table public.a (n int);");
  await write(
    "20260102000000_bad.sql",
    "create table public.b (n int);\n\nselect * from public.c;",
  );
  await expect(apply()).rejects.toThrow(
    '20260102000000_bad.sql:3 failed: relation "public.c" does not exist',
  );
  const [row] = await sql`select to_regclass('public.a') as a, to_regclass('public.b') as b`;
  expect(row).toEqual({ a: "a", b: null });
});

test("a recorded migration that the checkout lacks is reported in one sentence", async () => {
  await write("20260101000000_first.sql", "select 1;");
  await apply();
  await rm(path.join(directory, "20260101000000_first.sql"));
  await expect(apply()).rejects.toThrow(
    "The database has the migration 20260101000000, which this checkout does not have. Check out the version that applied it, or start with an empty database (npm start -- --reset empties the data folder).",
  );
});

test("an older checkout keeps newer migrations if asked to, once everything of its own is applied", async () => {
  await write("20260101000000_first.sql", "select 1;");
  await write("20260103000000_third.sql", "select 3;");
  await apply();
  const keepNewer = () => applyMigrations(database.url, { directory, keepsNewer: true });
  await rm(path.join(directory, "20260103000000_third.sql"));
  expect(await keepNewer()).toEqual([]);
  await expect(apply()).rejects.toThrow("The database has the migration 20260103000000");
  await write("20260102000000_second.sql", "select 2;");
  await expect(keepNewer()).rejects.toThrow(
    /20260103000000.+Check out the version that applied it\.$/,
  );
  await write("20260104000000_fourth.sql", "select 4;");
  await rm(path.join(directory, "20260102000000_second.sql"));
  await expect(keepNewer()).rejects.toThrow("The database has the migration 20260103000000");
});

test("two runs at once apply each migration once", async () => {
  await write("20260101000000_first.sql", "create table public.a (n int); select pg_sleep(0.2);");
  const results = await Promise.all([apply(), apply()]);
  expect(results.flat()).toEqual(["20260101000000"]);
});

test("a setting ends with its migration", async () => {
  await write("20260101000000_first.sql", "set search_path = auth; select 1;");
  await write("20260102000000_second.sql", "create table here (n int);");
  await apply();
  const [table] = await sql`select to_regclass('public.here')::text as name`;
  expect(table?.name).toBe("here");
});

test("the Supabase CLI sees the project's own migrations as applied", async () => {
  const { url } = await scratch.create("migrated");
  const list = await runTool("supabase", ["migration", "list", `--remote=${url}?sslmode=disable`]);
  expect(list.stderr).not.toMatch(/error/i);
  const rows = list.stdout.split("\n").filter((line) => /\d{14}/.test(line));
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(row).toMatch(/(\d{14}).*\1/);
});

test("the seed is all or nothing, and allowed for its own session only", async () => {
  await sql`create table public.a (n int check (n < 3), allowed text)`;
  const seed = path.join(directory, "seed.sql");
  const insert = "insert into public.a select n, current_setting('countersign.seed_allowed')";
  await writeFile(seed, `${insert} from generate_series(1, 3) n;`);
  await expect(applySeed(database.url, [seed])).rejects.toThrow(/^seed\.sql failed: /);
  await writeFile(seed, `${insert} from generate_series(1, 2) n;`);
  await applySeed(database.url, [seed]);
  expect(await sql`select n, allowed from public.a`).toEqual([
    { n: 1, allowed: "on" },
    { n: 2, allowed: "on" },
  ]);
  const [setting] = await sql`select current_setting('countersign.seed_allowed', true) as value`;
  expect(setting?.value).not.toBe("on");
});
