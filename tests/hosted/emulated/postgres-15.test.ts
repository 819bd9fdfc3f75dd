/** The oldest supported PostgreSQL. A function that it lacks is missed only when it is called. */
import postgres from "postgres";
import { expect, onTestFinished, test } from "vitest";
import { applySeed } from "../../../scripts/stack/postgres/migrations.ts";
import { push, startEmulator } from "./emulator.ts";
import { openPersonas } from "./personas.ts";

test("PostgreSQL 15 runs the migrations, the demo data, an import and a card with a date", async () => {
  const emulator = await startEmulator({ postgres: 15 });
  onTestFinished(() => emulator.stop());
  await push(emulator.databaseUrl);
  await applySeed(emulator.databaseUrl);
  const sql = postgres(emulator.databaseUrl, { max: 1, onnotice: () => {} });
  onTestFinished(() => sql.end());
  const personas = await openPersonas(emulator.databaseUrl, emulator.authenticatorUrl);
  onTestFinished(() => personas.end());
  const [server] = await sql`select current_setting('server_version_num')::int / 10000 as major`;
  expect(server?.["major"]).toBe(15);

  const columns = ["project_code", "project_name", "client_name"];
  const mapping = { fields: Object.fromEntries(columns.map((column) => [column, { column }])) };
  const rows = [
    { line: 2, project_code: "OLD-01", project_name: "Old", client_name: "Old Client" },
  ];
  const [importRun] = await personas.as(
    "lead",
    (tx) => tx`
    select public.import_portfolio('apply', 'old.csv', ${"b".repeat(64)}, 'test',
      ${tx.json(mapping)}, ${tx.json(rows)}) as run`,
  );
  expect(importRun?.["run"]).toMatchObject({ status: "succeeded", error: null });

  const [project] = await sql`select id from public.projects where code = 'OLD-01'`;
  const propose = (due_on: string) =>
    personas.as(
      "lead",
      (tx) => tx`
      select public.propose_approval('task_create', ${project?.["id"]},
        ${tx.json({ title: "Book the ferry", due_on })}) as card`,
    );
  const [proposal] = await propose("2027-02-28");
  expect(proposal?.["card"]).toMatchObject({ version: 1 });
  await expect(propose("2027-02-30")).rejects.toThrow(/due_on/);
});
