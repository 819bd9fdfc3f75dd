/** A separate database on a server that has the platform's extensions: only those created in it count. */
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { schemasToCompare } from "../../../scripts/stack/platform/access-lists.ts";
import { preparePlatform } from "../../../scripts/stack/platform/platform.ts";
import { scheduleJobs } from "../../../scripts/stack/platform/schedule-jobs.ts";
import { applyMigrations } from "../../../scripts/stack/postgres/migrations.ts";
import { type Emulator, startEmulator } from "./emulator.ts";

const FUNCTIONS_URL = "http://127.0.0.1:9/functions/v1";

let emulator: Emulator;
let admin: postgres.Sql;

beforeAll(async () => {
  emulator = await startEmulator();
  admin = postgres(emulator.adminUrl, { max: 1, onnotice: () => {} });
});

afterAll(async () => {
  await admin?.end();
  await emulator?.stop();
});

/** A new database of the server, prepared as npm start prepares it. */
async function prepare(name: string, script = ""): Promise<string> {
  await admin.unsafe(`create database ${name} template template0`);
  const url = new URL(emulator.adminUrl);
  url.pathname = `/${name}`;
  const sql = postgres(url.href, { max: 1, onnotice: () => {} });
  await sql.unsafe(`create schema if not exists extensions; ${script}`);
  await sql.end();
  await preparePlatform(url.href);
  await applyMigrations(url.href);
  return url.href;
}

async function extensionsOf(url: string): Promise<string[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const rows = await sql<{ extname: string }[]>`
    select extname from pg_extension
    where extname in ('pg_cron', 'pg_net', 'supabase_vault') order by extname`;
  await sql.end();
  return rows.map(({ extname }) => extname);
}

test("extensions that are merely available get stand-ins, and everything is scheduled", async () => {
  const url = await prepare("available");
  expect(await extensionsOf(url)).toEqual([]);
  expect(await schemasToCompare(url)).toEqual(expect.arrayContaining(["cron", "net", "vault"]));
  const { scheduled, missing } = await scheduleJobs(url, FUNCTIONS_URL);
  expect(scheduled).toContain("tick_jobs");
  expect(missing).toEqual([]);
});

test("an extension that exists in the database is used, and the others get stand-ins", async () => {
  const url = await prepare("installed", "create extension pg_net with schema extensions");
  expect(await extensionsOf(url)).toEqual(["pg_net"]);
  const schemas = await schemasToCompare(url);
  expect(schemas).toEqual(expect.arrayContaining(["cron", "vault", "extensions"]));
  expect(schemas).not.toContain("net");
  expect((await scheduleJobs(url, FUNCTIONS_URL)).missing).toEqual([]);
});
