import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import postgres from "postgres";
import { expect, test } from "vitest";
import type { StackFile } from "../../scripts/stack/stack-file.ts";
import { folder, left, run, signIn, start, startWith } from "./start-command.ts";

async function projects(file: StackFile): Promise<number> {
  const { client } = await signIn(file);
  const { count } = await client.from("projects").select("id", { count: "exact", head: true });
  return count ?? 0;
}

/** Uploads a document and requests its processing this many times at once; returns the count of each response. */
async function burst(file: StackFile, calls: number): Promise<Record<number, number>> {
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
  const sent = { method: "PUT", headers: { "content-type": "text/plain" }, body: "A text" };
  expect((await fetch(signed_url as string, sent)).status).toBe(200);
  const counts: Record<number, number> = {};
  const answers = Array.from({ length: calls }, () => post("ingest-doc", { document_id }));
  for (const { status } of await Promise.all(answers)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

// One data folder for all tests, because each start of a service is expensive.
test("serves, stops, is killed, refuses a second one, keeps its data", {
  timeout: 600_000,
}, async () => {
  const first = await start("life");
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
  await owner.unsafe("create schema kept; create table kept.kept as select 1 as n");
  await owner.end();

  first.child.kill("SIGTERM");
  expect(await first.ended).toBe(0);
  expect(left(first.dataDir)).toEqual([]);
  expect(existsSync(path.join(first.dataDir, "lock"))).toBe(false);
  expect(existsSync(path.join(first.dataDir, "stack.json"))).toBe(false);

  // An operator's limit applies from the first burst on, and ends with that stack.
  const second = await startWith({ SERVICE_INGEST_RATE_LIMIT: "3" }, "life");
  expect(await projects(second.file)).toBe(before);
  expect(await burst(second.file, 20)).toEqual({ 202: 3, 429: 17 });
  expect(second.file.publishable_key).toBe(first.file.publishable_key);
  const again = postgres(second.file.database_url, { max: 1, onnotice: () => {} });
  expect([...(await again`select n from kept.kept`)]).toEqual([{ n: 1 }]);
  await again.end();

  // After a kill only its data remains.
  second.child.kill("SIGKILL");
  await second.ended;
  await expect.poll(() => left(second.dataDir)).toEqual([]);
  const third = await start("life");
  expect(await projects(third.file)).toBe(before);
  const limits = postgres(third.file.database_url, { max: 1, onnotice: () => {} });
  await limits`delete from private.rate_limits`;
  expect(await burst(third.file, 20)).toEqual({ 202: 12, 429: 8 });
  await limits.end();

  const beside = await run("start.ts", "--port", "0", "--data", third.dataDir);
  expect(beside.code).toBe(1);
  expect(beside.output).toContain(`The data folder ${third.dataDir} is in use`);
  const { port } = new URL(third.file.url);
  const other = path.join(folder, "other");
  const taken = await run("start.ts", "--port", port, "--data", other);
  expect(taken.code).toBe(1);
  expect(taken.output).toBe(
    `Port ${port} is taken by another program: choose another one with --port.`,
  );
  expect(left(other)).toEqual([]);
  expect(existsSync(path.join(other, "lock"))).toBe(false);

  // Without waiting for what the killed one left behind.
  third.child.kill("SIGKILL");
  await third.ended;
  const fourth = await start("life");
  expect(await projects(fourth.file)).toBe(before);
  fourth.child.kill("SIGINT");
  expect(await fourth.ended).toBe(0);
  expect(left(fourth.dataDir)).toEqual([]);
});
