/** `supabase db push` to a database like that of a new hosted project. */
import { readdir } from "node:fs/promises";
import path from "node:path";
import postgres from "postgres";
import { expect, onTestFinished, test } from "vitest";
import { applySeed } from "../../../scripts/stack/postgres/migrations.ts";
import { copyProject, type Emulator, push, startEmulator } from "./emulator.ts";

const MIGRATIONS = path.resolve(import.meta.dirname, "../../../supabase/migrations");
const ALL_SCHEDULED = {
  scheduled: ["tick_jobs", "tick_embeddings", "tick_syncs", "poll_meetings", "forget_old_runs"],
  missing: ["functions_url"],
};

async function emulate(options: Parameters<typeof startEmulator>[0] = {}) {
  const emulator = await startEmulator(options);
  onTestFinished(() => emulator.stop());
  return { emulator, sql: connect(emulator) };
}

function connect(emulator: Emulator): postgres.Sql {
  const sql = postgres(emulator.databaseUrl, { max: 1, onnotice: () => {} });
  onTestFinished(() => sql.end());
  return sql;
}

async function expectEverythingScheduled(sql: postgres.Sql): Promise<void> {
  const jobs = await sql`select jobname, schedule, command, active from cron.job order by jobname`;
  const expectedJobs = await sql`
    select name as jobname, schedule, command, true as active from private.schedules() order by name`;
  expect(expectedJobs.length).toBeGreaterThan(0);
  expect([...jobs]).toEqual([...expectedJobs]);
  const secrets = await sql`select name from vault.decrypted_secrets`;
  expect(secrets.map(({ name }) => name)).toContain("worker_token_secret");
}

test("a push to a new project creates the extensions and schedules everything", async () => {
  const { emulator, sql } = await emulate();
  await push(emulator.databaseUrl);
  const versions = await sql`select version from supabase_migrations.schema_migrations order by 1`;
  const files = (await readdir(MIGRATIONS)).filter((name) => name.endsWith(".sql"));
  expect(versions.map(({ version }) => version)).toEqual(files.map((name) => name.split("_")[0]));
  const extensions = await sql`
    select extname, extnamespace::regnamespace::text as schema from pg_extension
    where extname in ('pg_cron', 'pg_net', 'supabase_vault', 'vector') order by extname`;
  expect([...extensions]).toEqual([
    { extname: "pg_cron", schema: "pg_catalog" },
    { extname: "pg_net", schema: "extensions" },
    { extname: "supabase_vault", schema: "vault" },
    { extname: "vector", schema: "extensions" },
  ]);
  await expectEverythingScheduled(sql);

  // Disabled in the dashboard, and enabled again.
  await sql`drop extension pg_cron`;
  await sql`drop extension pg_net`;
  const [incompleteRun] = await sql`select private.schedule_jobs() as result`;
  expect(incompleteRun?.["result"].missing).toEqual(["pg_cron", "pg_net", "functions_url"]);
  await sql`create extension pg_cron with schema pg_catalog`;
  await sql`create extension pg_net with schema extensions`;
  const [repairedRun] = await sql`select private.schedule_jobs() as result`;
  expect(repairedRun?.["result"]).toEqual(ALL_SCHEDULED);
  await expectEverythingScheduled(sql);
});

test("a push after the extensions were enabled schedules everything", async () => {
  const { emulator, sql } = await emulate({ extensionsEnabled: true });
  await push(emulator.databaseUrl);
  await expectEverythingScheduled(sql);
});

test("a push schedules everything when the extensions were enabled after an older version", async () => {
  const { emulator, sql } = await emulate();
  const olderProject = await copyProject({ keep: (name) => !name.includes("_data") });
  onTestFinished(olderProject.remove);
  await push(emulator.databaseUrl, olderProject.folder);
  await sql`create extension pg_cron`;
  await sql`create extension pg_net with schema extensions`;
  expect([...(await sql`select jobname from cron.job`)]).toEqual([]);
  await push(emulator.databaseUrl);
  await expectEverythingScheduled(sql);

  // Pushes the next migration to a database in use.
  await applySeed(emulator.databaseUrl);
  const before = await sql`select count(*)::int as projects from public.projects`;
  const nextProject = await copyProject({
    add: {
      "29991231000000_add_note.sql": `alter table public.projects add column note text not null default '';
        grant select (note) on public.projects to authenticated;`,
    },
  });
  onTestFinished(nextProject.remove);
  const output = await push(emulator.databaseUrl, nextProject.folder);
  expect(output).toContain("29991231000000_add_note.sql");
  expect(output.match(/Applying migration/g)).toHaveLength(1);
  expect(await sql`select count(note)::int as projects from public.projects`).toEqual(before);
  expect(before[0]?.["projects"]).toBeGreaterThan(5);
});
