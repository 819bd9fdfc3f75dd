/**
 * A data folder with the demo, started over. In npm test, start.test.ts proves the demo documents, and
 * start-refused.test.ts proves --reset. boot-proof.test.ts proves the refusal of --host, and migrations-tests.ts
 * proves that of a migration that the checkout lacks.
 */
import path from "node:path";
import postgres from "postgres";
import { expect, test } from "vitest";
import { addDemoDocuments } from "../../scripts/stack/demo/demo-documents.ts";
import { folder, run, start, TIMEOUT_MS } from "./start-command.ts";

// One data folder with the demo for all tests, because each start of a service is expensive.
const demoFolder = () => path.join(folder, "demo");
let publishableKey: string;

test("npm start uploads the demo documents, processes them, and adds none twice", async () => {
  const { file, child, ended } = await start("demo");
  const owner = postgres(file.database_url, { max: 1, onnotice: () => {} });
  const library = async () => [
    ...(await owner`
      select file_name, status, failure_code, indexed_version,
        exists (
          select from storage.objects where bucket_id = 'documents' and name = path) as is_stored
      from public.document_versions join public.documents on documents.id = document_id
      order by file_name`),
  ];
  const indexedState = {
    status: "indexed",
    failure_code: null,
    indexed_version: 1,
    is_stored: true,
  };
  const expected = [
    { ...indexedState, file_name: "Accessibility findings, first round.docx" },
    {
      file_name: "annex-c-scan.pdf",
      status: "failed",
      failure_code: "no_text",
      indexed_version: null,
      is_stored: true,
    },
    { ...indexedState, file_name: "Contract web shop relaunch, signed.pdf" },
    { ...indexedState, file_name: "second-phase-brief.md" },
    { ...indexedState, file_name: "steering-meeting.vtt" },
    { ...indexedState, file_name: "usability-report.pdf" },
  ];
  const byName = (a: { file_name?: string }, b: { file_name?: string }) =>
    (a.file_name ?? "").localeCompare(b.file_name ?? "");
  const sortedLibrary = async () => (await library()).sort(byName);
  await expect
    .poll(sortedLibrary, { timeout: TIMEOUT_MS, interval: 500 })
    .toEqual(expected.sort(byName));

  const { url } = file;
  publishableKey = file.publishable_key;
  const parts = { secretKey: file.secret_key, databaseUrl: file.database_url };
  await addDemoDocuments({ url, publishableKey, ...parts }, new AbortController().signal);
  expect(await sortedLibrary()).toEqual(expected);
  await owner.unsafe("create schema leftover; create table leftover.leftover as select 1 as n");
  await owner.end();
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
});

test("npm start refuses to show the demo sign-ins to other machines, and starts over with --reset", async () => {
  const flags = ["--port", "0", "--data", demoFolder(), "--no-seed", "--host", "0.0.0.0"];
  const refusal = await run("start.ts", ...flags);
  expect(refusal.code).toBe(1);
  expect(refusal.output).toContain("contains the demo sign-ins");

  const restart = await start("demo", "--reset");
  expect(restart.file.publishable_key).not.toBe(publishableKey);
  const emptyDatabase = postgres(restart.file.database_url, { max: 1, onnotice: () => {} });
  expect((await emptyDatabase`select to_regnamespace('leftover') as found`)[0]?.found).toBeNull();
  await emptyDatabase`insert into supabase_migrations.schema_migrations (version) values ('20260101000000')`;
  await emptyDatabase.end();
  restart.child.kill("SIGTERM");
  expect(await restart.ended).toBe(0);
});

test("npm start refuses data of migrations that the checkout lacks, and names the next step", async () => {
  const { code, output } = await run("start.ts", "--port", "0", "--data", demoFolder());
  expect(code).toBe(1);
  expect(output.split("\n").at(-1)).toBe(
    "The database has the migration 20260101000000, which this checkout does not have. Check out the version that applied it, or start with an empty database (npm start -- --reset empties the data folder).",
  );
});
