import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import postgres from "postgres";
import { expect, test } from "vitest";
import { addDemoDocuments } from "../../scripts/stack/demo/demo-documents.ts";
import { connectVendors, disconnectVendors } from "../../scripts/stack/demo/demo-vendors.ts";
import { simulatedAccounts } from "../../scripts/stack/demo/simulated-accounts.ts";
import type { StackFile } from "../../scripts/stack/stack-file.ts";
import { cloneDataFolder } from "../../scripts/test-cluster/clusters.ts";
import { runningProcesses } from "./running-processes.ts";
import { folder, run, signIn, startWith, TIMEOUT_MS } from "./start-command.ts";

async function projects(file: StackFile): Promise<number> {
  const { client } = await signIn(file);
  const { count } = await client.from("projects").select("id", { count: "exact", head: true });
  return count ?? 0;
}

/** Uploads a document and requests its processing this many times at once; returns the count of each response. */
async function callAtOnce(file: StackFile, calls: number): Promise<Record<number, number>> {
  const { client, token } = await signIn(file);
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const post = (route: string, body: object) =>
    fetch(`${file.url}/api/${route}`, { method: "POST", headers, body: JSON.stringify(body) });
  const { data } = await client.from("projects").select("id").is("archived_at", null).limit(1);
  const session = await post("doc-upload-session", {
    project_id: data?.[0]?.id,
    file_name: "a.txt",
    content_type: "text/plain",
    size_bytes: 6,
  });
  const { document_id, signed_url } = (await session.json()) as Record<string, string>;
  const request = { method: "PUT", headers: { "content-type": "text/plain" }, body: "A text" };
  expect((await fetch(signed_url as string, request)).status).toBe(200);
  const counts: Record<number, number> = {};
  const answers = Array.from({ length: calls }, () => post("ingest-doc", { document_id }));
  for (const { status } of await Promise.all(answers)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const partsOf = ({ url, publishable_key, secret_key, database_url }: StackFile) => ({
  url,
  publishableKey: publishable_key,
  secretKey: secret_key,
  databaseUrl: database_url,
});

/** The demo documents by file name, as soon as all have been read. */
async function demoLibrary(owner: postgres.Sql): Promise<void> {
  const indexedState = {
    status: "indexed",
    failure_code: null,
    indexed_version: 1,
    is_stored: true,
  };
  const library = () => owner`
    select file_name, status, failure_code, indexed_version,
      exists (
        select from storage.objects where bucket_id = 'documents' and name = path) as is_stored
    from public.document_versions join public.documents on documents.id = document_id
    order by file_name collate "C"`;
  await expect
    .poll(async () => [...(await library())], { timeout: TIMEOUT_MS, interval: 100 })
    .toEqual([
      { ...indexedState, file_name: "Accessibility findings, first round.docx" },
      { ...indexedState, file_name: "Contract web shop relaunch, signed.pdf" },
      {
        file_name: "annex-c-scan.pdf",
        status: "failed",
        failure_code: "no_text",
        indexed_version: null,
        is_stored: true,
      },
      { ...indexedState, file_name: "second-phase-brief.md" },
      { ...indexedState, file_name: "steering-meeting.vtt" },
      { ...indexedState, file_name: "usability-report.pdf" },
    ]);
}

/** Vendors that cannot be reached: no request with a simulated key may reach a real one. */
const nowhere = Object.fromEntries(
  ["LINEAR", "HARVEST", "GOOGLE_DRIVE", "GOOGLE_CALENDAR", "HUBSPOT", "FATHOM", "RESEND"].map(
    (name) => [`${name}_API_URL`, "http://127.0.0.1:9"],
  ),
);

// One data folder for all tests, because each start of a service is expensive.
test("npm start serves, processes the demo documents, is killed, keeps its data, refuses a second one, and stops", {
  timeout: 600_000,
}, async () => {
  // A nightly test begins with an empty folder, and boot-proof.test.ts with an empty database.
  await cloneDataFolder(path.join(folder, "life"));
  const first = await startWith(nowhere, "life");
  expect(first.output()).toContain(first.file.url);
  expect(first.output()).toContain("admin@demo.test");
  expect(Object.keys(first.file)).toEqual([
    "url",
    "publishable_key",
    "secret_key",
    "database_url",
    "users",
  ]);
  expect(first.file.users.map((user) => user.role)).toContain("outsider");
  expect((await stat(path.join(first.dataDir, "stack.json"))).mode & 0o777).toBe(0o600);
  const before = await projects(first.file);
  expect(before).toBeGreaterThan(5);

  const owner = postgres(first.file.database_url, { max: 1, onnotice: () => {} });
  await demoLibrary(owner);
  await addDemoDocuments(partsOf(first.file), new AbortController().signal);
  await demoLibrary(owner);
  await owner.unsafe("create schema own; create table own.numbers as select 1 as n");
  await owner`delete from private.rate_limits`;
  expect(await callAtOnce(first.file, 20)).toEqual({ 202: 12, 429: 8 });
  await owner`delete from private.rate_limits`;
  // Connects two vendors, as a start with --vendors would have done.
  const { client: connecting } = await signIn(first.file);
  for (const { provider, settings, secret } of simulatedAccounts.slice(0, 2)) {
    const connection = { provider, settings, secret };
    expect((await connecting.rpc("connect_integration", connection)).error).toBeNull();
  }
  await owner.end();

  // The next start does not wait for what a killed one left behind.
  first.child.kill("SIGKILL");
  await first.ended;
  // An operator's limit applies from the first burst on.
  const environment = { ...nowhere, SERVICE_INGEST_RATE_LIMIT: "3" };
  const second = await startWith(environment, "life", "--no-demo-files");
  expect(await projects(second.file)).toBe(before);
  expect(await callAtOnce(second.file, 20)).toEqual({ 202: 3, 429: 17 });
  expect(second.file.publishable_key).toBe(first.file.publishable_key);
  const again = postgres(second.file.database_url, { max: 1, onnotice: () => {} });
  expect([...(await again`select n from own.numbers`)]).toEqual([{ n: 1 }]);
  const countConnections = async () => (await again`select from public.integrations`).length;
  expect(await countConnections()).toBe(0);
  const { client } = await signIn(second.file);
  const connection = { provider: "linear", settings: {}, secret: "lin_api_of_an_agency" };
  expect((await client.rpc("connect_integration", connection)).error).toBeNull();
  await expect(connectVendors(partsOf(second.file))).rejects.toThrow(
    "The account of linear that is connected here is not a simulated one.",
  );
  await disconnectVendors(partsOf(second.file));
  expect(await countConnections()).toBe(1);
  await again.end();

  const secondRun = await run("start.ts", "--port", "0", "--data", second.dataDir);
  expect(secondRun.code).toBe(1);
  expect(secondRun.output).toContain(`The data folder ${second.dataDir} is in use`);
  const { port } = new URL(second.file.url);
  const otherFolder = path.join(folder, "other");
  const start = await run("start.ts", "--port", port, "--data", otherFolder);
  expect(start.code).toBe(1);
  expect(start.output).toBe(
    `Port ${port} is taken by another program: choose another one with --port.`,
  );
  expect(runningProcesses(otherFolder)).toEqual([]);
  expect(existsSync(path.join(otherFolder, "lock"))).toBe(false);

  second.child.kill("SIGTERM");
  expect(await second.ended).toBe(0);
  expect(runningProcesses(second.dataDir)).toEqual([]);
  expect(existsSync(path.join(second.dataDir, "lock"))).toBe(false);
  expect(existsSync(path.join(second.dataDir, "stack.json"))).toBe(false);
});
