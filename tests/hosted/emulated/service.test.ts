/**
 * The service on a database like a hosted one: the permissions of the Data API's role, and the effects of the
 * schedules.
 */
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { scheduleJobs } from "../../../scripts/stack/platform/schedule-jobs.ts";
import { applySeed } from "../../../scripts/stack/postgres/migrations.ts";
import { type Emulator, push, startEmulator } from "./emulator.ts";
import { type Gateway, startGateway } from "./gateway.ts";
import { openPersonas, type Persona, type Personas } from "./personas.ts";

// pg_cron's shortest usual period is a minute.
const TICK = { timeout: 150_000, interval: 500 };
const WORK = { timeout: 60_000, interval: 300 };

let emulator: Emulator;
let owner: postgres.Sql;
let gateway: Gateway;
let personas: Personas;

beforeAll(async () => {
  emulator = await startEmulator();
  await push(emulator.databaseUrl);
  await applySeed(emulator.databaseUrl);
  owner = postgres(emulator.databaseUrl, { max: 2, onnotice: () => {} });
  gateway = await startGateway(emulator.authenticatorUrl);
  personas = await openPersonas(emulator.databaseUrl, emulator.authenticatorUrl);
  const { missing } = await scheduleJobs(emulator.databaseUrl, `${gateway.url}/functions/v1`);
  expect(missing).toEqual([]);
});

afterAll(async () => {
  await personas?.end();
  await gateway?.close();
  await owner?.end();
  await emulator?.stop();
});

/** The demo project of this code. */
async function projectOf(code: string): Promise<string> {
  const [project] = await owner<{ id: string }[]>`
    select id from public.projects where code = ${code} order by organization_id limit 1`;
  if (!project) throw new Error(`There is no ${code}`);
  return project.id;
}

/** A task that a member proposes. */
function propose(project: string, payload: { title: string; due_on?: string }) {
  return personas.as("member", async (tx) => {
    const [row] = await tx<{ card: { id: string; version: number } }[]>`
      select public.propose_approval('task_create', ${project}, ${tx.json(payload)}) as card`;
    if (!row) throw new Error("Nothing was proposed");
    return row.card;
  });
}

describe("the role of the Data API", () => {
  test("refuses UPDATE and DELETE without WHERE, in functions too", async () => {
    await expect(
      personas.as("admin", async (tx) => {
        await tx`create temporary table own (a integer) on commit drop`;
        await tx`delete from own`;
      }),
    ).rejects.toThrow("DELETE requires a WHERE clause");
  });

  test.each<[Persona | "anon", (code: Set<string>) => boolean]>([
    ["admin", (codes) => codes.size > 8],
    ["lead", (codes) => codes.size > 8],
    ["member", (codes) => codes.size === 4 && codes.has("SHOP-01")],
    ["client", (codes) => codes.size === 0],
    ["outsider", (codes) => codes.size === 0],
  ])("%s reads the projects in their scope and no others", async (persona, isRight) => {
    const rows = await personas.as(
      persona,
      (tx) => tx<{ code: string }[]>`
      select code from public.projects where archived_at is null`,
    );
    expect([...rows].map(({ code }) => code)).toSatisfy((codes: string[]) =>
      isRight(new Set(codes)),
    );
  });

  test("writes no table, as any persona", async () => {
    for (const persona of ["admin", "lead", "member", "client", "outsider", "anon"] as const) {
      await expect(
        personas.as(persona, (tx) => tx`update public.projects set name = 'x' where true`),
      ).rejects.toThrow("permission denied");
    }
    await expect(personas.as("anon", (tx) => tx`select 1 from public.projects`)).rejects.toThrow(
      "permission denied",
    );
  });
});

test("an import is applied", async () => {
  const rows = [
    { line: 2, project_code: "HOST-01", project_name: "Hosted", client_name: "Hosted Client" },
    { line: 3, project_code: "HOST-02", project_name: "Hosted too", client_name: "Hosted Client" },
  ];
  const columns = ["project_code", "project_name", "client_name"];
  const mapping = { fields: Object.fromEntries(columns.map((column) => [column, { column }])) };
  const [row] = await personas.as(
    "lead",
    (tx) => tx`
    select public.import_portfolio('apply', 'hosted.csv', ${"a".repeat(64)}, 'test',
      ${tx.json(mapping)}, ${tx.json(rows)}) as run`,
  );
  expect(row?.["run"]).toMatchObject({ status: "succeeded", error: null });
  const projects =
    await owner`select code from public.projects where code like 'HOST-%' order by code`;
  expect(projects.map(({ code }) => code)).toEqual(["HOST-01", "HOST-02"]);
});

test("an upload is indexed: its worker is woken through pg_net", async () => {
  const content = Buffer.from("# Hosted\n\nThe ferry leaves at seven from the northern quay.\n");
  const project = await projectOf("SHOP-01");
  const upload = await personas.as("member", async (tx) => {
    const [row] = await tx`
      select public.create_document_upload(${project}, 'hosted.md', 'text/markdown', ${content.length}) as made`;
    return row?.["made"] as { document_id: string; bucket: string; path: string };
  });
  const store = (persona: Persona, name: string) =>
    personas.as(
      persona,
      (tx) => tx`
      insert into storage.objects (bucket_id, name, metadata)
      values (${upload.bucket}, ${name}, ${tx.json({ size: content.length, mimetype: "text/markdown" })})`,
    );
  // The policies of storage: only this person, only at this path.
  await expect(store("member2", upload.path)).rejects.toThrow("row-level security");
  await expect(store("member", `${upload.path}.other`)).rejects.toThrow("row-level security");
  await store("member", upload.path);
  gateway.objects.set(upload.path, content);
  await personas.as("member", (tx) => tx`select public.begin_indexing(${upload.document_id})`);

  const status = async () => {
    const [row] = await owner`
      select status, failure_reason from public.document_versions where document_id = ${upload.document_id}`;
    return `${row?.["status"]} ${row?.["failure_reason"] ?? ""}`.trim();
  };
  await expect.poll(status, WORK).toMatch(/indexed|failed/);
  expect(await status()).toBe("indexed");
  expect(gateway.calls).toContain("document-act");

  const filesSeenBy = (persona: Persona) =>
    personas.as(persona, async (tx) => {
      const files = await tx`select 1 from storage.objects where name = ${upload.path}`;
      const [row] = await tx`select public.search_passages('northern quay') as answer`;
      return [files.length, JSON.stringify(row?.["answer"]).includes("ferry")];
    });
  // Members find the text; only the route serves the file.
  expect(await filesSeenBy("member")).toEqual([0, true]);
  expect(await filesSeenBy("member2")).toEqual([0, true]);
  await expect(filesSeenBy("outsider")).rejects.toThrow();
});

test("a card is executed, and the Realtime publication shows cards", async () => {
  const project = await projectOf("SHOP-01");
  const { id, version } = await propose(project, { title: "Book the ferry", due_on: "2027-01-15" });
  await personas.as(
    "lead",
    (tx) => tx`select public.approve_and_execute_approval(${id}, ${version})`,
  );
  const status = async () => {
    const [row] = await owner`select status from public.approvals where id = ${id}`;
    return row?.["status"] as string;
  };
  await expect.poll(status, WORK).toMatch(/executed|failed|unknown/);
  expect(await status()).toBe("executed");
  expect(gateway.calls).toContain("task-act");
  const tasks = await owner`select title from public.tasks where title = 'Book the ferry'`;
  expect(tasks).toHaveLength(1);
  const publications = await owner`
    select schemaname, tablename from pg_publication_tables where pubname = 'supabase_realtime'`;
  expect([...publications]).toEqual([{ schemaname: "public", tablename: "approvals" }]);
});

test("the vault contains an admin's secrets, and no one can read them", async () => {
  const settings = { list_id: "901", marker_field_id: "11111111-1111-4111-8111-111111111111" };
  await personas.as(
    "other_admin",
    (tx) => tx`
    select public.connect_integration('clickup', ${tx.json(settings)}, 'pk_secret')`,
  );
  const secrets = await owner`
    select decrypted_secret as secret from vault.decrypted_secrets where name like 'integration_clickup_%'`;
  expect(secrets.map(({ secret }) => secret)).toEqual(["pk_secret"]);
  for (const persona of ["other_admin", "member"] as const) {
    await expect(
      personas.as(persona, (tx) => tx`select * from vault.decrypted_secrets`),
    ).rejects.toThrow("permission denied");
  }
  await personas.as("other_admin", (tx) => tx`select public.disconnect_integration('clickup')`);
  expect(await owner`select 1 from vault.secrets where name like 'integration_clickup_%'`).toEqual(
    [],
  );
});

test("pg_cron finds the work whose wake was lost", async () => {
  // Simulates a lost wake: only the job remains.
  const project = await projectOf("SHOP-01");
  const { id, version } = await propose(project, { title: "Found by the tick" });
  await owner.begin(async (tx) => {
    // The transaction believes that it has woken the workers.
    await tx`select set_config('countersign.woken', ',task-act,approval-act,', true)`;
    const [lead] = await tx`select id, email from auth.users where email = 'lead@demo.test'`;
    const claims = JSON.stringify({
      sub: lead?.["id"],
      email: lead?.["email"],
      role: "authenticated",
    });
    await tx`set local role authenticated`;
    await tx`select set_config('request.jwt.claims', ${claims}, true)`;
    await tx`select public.approve_and_execute_approval(${id}, ${version})`;
  });
  const status = async () => {
    const [row] = await owner`select status from public.approvals where id = ${id}`;
    return row?.["status"] as string;
  };
  expect(await status()).not.toBe("executed");
  await expect.poll(status, TICK).toBe("executed");
  const runs = await owner`
    select distinct status from cron.job_run_details join cron.job using (jobid)
    where jobname = 'tick_jobs' and end_time is not null`;
  expect(runs.map((run) => run["status"])).toEqual(["succeeded"]);
});
