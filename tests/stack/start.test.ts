import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { createClient } from "@supabase/supabase-js";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDemoDocuments } from "../../scripts/stack/demo-documents.ts";
import type { StackFile } from "../../scripts/stack/stack-file.ts";
import { temporaryFolder } from "./temporary-folder.ts";

// Through the command people use, in data folders of its own.
const PROJECT = path.resolve(import.meta.dirname, "../..");
let folder: string;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  folder = await temporaryFolder("start");
});
afterAll(async () => {
  for (const child of running) child.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

interface Command {
  child: ChildProcess;
  output: () => string;
  ended: Promise<number | null>;
}

function command(script: string, args: string[], env: Record<string, string> = {}): Command {
  const child = spawn(process.execPath, [path.join(PROJECT, "scripts", script), ...args], {
    cwd: PROJECT,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  running.add(child);
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
  }
  const ended = new Promise<number | null>((resolve) => {
    child.once("close", (code) => {
      running.delete(child);
      resolve(code);
    });
  });
  return { child, output: () => text, ended };
}

async function start(data: string, ...flags: string[]) {
  return startWith({}, data, ...flags);
}

async function startWith(env: Record<string, string>, data: string, ...flags: string[]) {
  const dataDir = path.join(folder, data);
  const started = command("start.ts", ["--port", "0", "--data", dataDir, ...flags], env);
  await Promise.race([
    expect.poll(started.output, { timeout: 120_000, interval: 50 }).toContain("is ready after"),
    started.ended.then(() => {
      throw new Error(`It ended:\n${started.output()}`);
    }),
  ]);
  const text = await readFile(path.join(dataDir, "stack.json"), "utf8");
  return { ...started, dataDir, file: JSON.parse(text) as StackFile };
}

async function run(
  script: string,
  ...args: string[]
): Promise<{ code: number | null; output: string }> {
  const started = command(script, args);
  return { code: await started.ended, output: started.output().trim() };
}

/** Processes that have something to do with the folder: servers, functions, watchdogs. */
function left(name: string): string[] {
  const { stdout } = spawnSync("ps", ["-eo", "pid,args"], { encoding: "utf8" });
  return stdout.split("\n").filter((line) => line.includes(name) && !line.includes("ps -eo"));
}

async function signIn({ url, publishable_key }: StackFile) {
  const client = createClient(url, publishable_key, { auth: { persistSession: false } });
  const { data, error } = await client.auth.signInWithPassword({
    email: "admin@demo.test",
    password: "countersign-demo",
  });
  if (error !== null) throw error;
  return { client, token: data.session.access_token };
}

async function projects(file: StackFile): Promise<number> {
  const { client } = await signIn(file);
  const { count } = await client.from("projects").select("id", { count: "exact", head: true });
  return count ?? 0;
}

/** Uploads a document and asks so many times at once to have it read; answers what was answered how often. */
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

describe("npm start", () => {
  // One data folder through all of it: every start costs what the whole service costs.
  test("serves, stops, is killed, refuses a second one, keeps its data, and starts anew with --reset", {
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

    // A limit of one's own holds from the first burst on, and for nobody after it.
    const second = await startWith({ SERVICE_INGEST_RATE_LIMIT: "3" }, "life");
    expect(await projects(second.file)).toBe(before);
    expect(await burst(second.file, 20)).toEqual({ 202: 3, 429: 17 });
    expect(second.file.publishable_key).toBe(first.file.publishable_key);
    const again = postgres(second.file.database_url, { max: 1, onnotice: () => {} });
    expect([...(await again`select n from kept.kept`)]).toEqual([{ n: 1 }]);
    await again.end();

    // Killed, it leaves nothing behind but its data.
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

    const open = ["--port", "0", "--data", fourth.dataDir, "--no-seed", "--host", "0.0.0.0"];
    const refused = await run("start.ts", ...open);
    expect(refused.code).toBe(1);
    expect(refused.output).toContain("holds the demo sign-ins");

    const anew = await start("life", "--reset");
    expect(anew.file.publishable_key).not.toBe(first.file.publishable_key);
    const emptied = postgres(anew.file.database_url, { max: 1, onnotice: () => {} });
    expect((await emptied`select to_regnamespace('kept') as found`)[0]?.found).toBeNull();
    await emptied.end();
    anew.child.kill("SIGTERM");
    expect(await anew.ended).toBe(0);
  });

  test("gives the demo documents their files, reads some more, and adds none twice", async () => {
    const { file, child, ended } = await start("life");
    const owner = postgres(file.database_url, { max: 1, onnotice: () => {} });
    const library = async () => [
      ...(await owner`
        select file_name, status, failure_code, indexed_version,
          exists (
            select from storage.objects where bucket_id = 'documents' and name = path) as is_stored
        from public.document_versions join public.documents on documents.id = document_id
        order by file_name`),
    ];
    const read = { status: "indexed", failure_code: null, indexed_version: 1, is_stored: true };
    const wanted = [
      { ...read, file_name: "Accessibility findings, first round.docx" },
      {
        file_name: "annex-c-scan.pdf",
        status: "failed",
        failure_code: "no_text",
        indexed_version: null,
        is_stored: true,
      },
      { ...read, file_name: "Contract web shop relaunch, signed.pdf" },
      { ...read, file_name: "second-phase-brief.md" },
      { ...read, file_name: "steering-meeting.vtt" },
      { ...read, file_name: "usability-report.pdf" },
    ];
    const byName = (a: { file_name?: string }, b: { file_name?: string }) =>
      (a.file_name ?? "").localeCompare(b.file_name ?? "");
    const sorted = async () => (await library()).sort(byName);
    await expect.poll(sorted, { timeout: 90_000, interval: 500 }).toEqual(wanted.sort(byName));

    const { url, publishable_key: publishableKey } = file;
    const parts = { secretKey: file.secret_key, databaseUrl: file.database_url };
    await addDemoDocuments({ url, publishableKey, ...parts }, new AbortController().signal);
    expect(await sorted()).toEqual(wanted);
    await owner.end();
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  });

  test("stops while it is still starting", async () => {
    const dataDir = path.join(folder, "early");
    const starting = command("start.ts", ["--port", "0", "--data", dataDir]);
    await expect
      .poll(starting.output, { timeout: 120_000, interval: 10 })
      .toContain("Applying migrations");
    starting.child.kill("SIGINT");
    expect(await starting.ended).toBe(0);
    expect(left(dataDir)).toEqual([]);
    expect(existsSync(path.join(dataDir, "lock"))).toBe(false);
  });

  test("refuses folders that are not its own or broken, and deletes nothing in them", async () => {
    const foreign = path.join(folder, "foreign");
    await mkdir(foreign);
    await writeFile(path.join(foreign, "thesis.txt"), "years of work");
    for (const flags of [[], ["--reset"]]) {
      const { code, output } = await run("start.ts", "--port", "0", "--data", foreign, ...flags);
      expect(code).toBe(1);
      expect(output).toContain("is no data folder of this stack");
      expect(await readdir(foreign)).toEqual(["thesis.txt"]);
    }

    const broken = path.join(folder, "broken");
    await mkdir(broken);
    await writeFile(path.join(broken, "countersign-data.json"), "{");
    const marker = await run("start.ts", "--port", "0", "--data", broken);
    expect(marker.code).toBe(1);
    expect(marker.output).toContain("is broken: countersign-data.json is not readable");

    await writeFile(path.join(broken, "countersign-data.json"), '{"format":1,"seeded":true}');
    await writeFile(path.join(broken, "keys.json"), "{}");
    const keys = await run("start.ts", "--port", "0", "--data", broken);
    expect(keys.code).toBe(1);
    expect(keys.output).toContain("does not hold the keys of a stack");
    expect(left(broken)).toEqual([]);
  });

  test("says what is wrong with its flags", async () => {
    const cases: [string[], number, string][] = [
      [["--port", "abc"], 2, "--port abc is no port"],
      [["--prot", "1"], 2, "Unknown option '--prot'"],
      [["--database", "mysql://x"], 2, "--database takes a URL"],
      [["--host", "0.0.0.0", "--port", "0"], 1, "--host needs --no-seed"],
      [["--help"], 0, "--no-seed"],
    ];
    for (const [flags, code, sentence] of cases) {
      const ended = await run("start.ts", "--data", path.join(folder, "flags"), ...flags);
      expect([flags, ended.code]).toEqual([flags, code]);
      expect(ended.output).toContain(sentence);
    }
  });

  test("says what is wrong with a limit, and makes nothing", async () => {
    const dataDir = path.join(folder, "limits");
    const calls = "is malformed: it is a whole number of calls a minute, from 1 to 10000.";
    const cases: [string, string, string][] = [
      ["SERVICE_INGEST_RATE_LIMIT", "many", calls],
      ["SERVICE_CHAT_RATE_LIMIT", "0", calls],
      [
        "SERVICE_CHAT_CTX_MAX_CHARS",
        "3999",
        "is a whole number of characters, from 4000 to 2000000.",
      ],
      ["SERVICE_CHAT_SILENCE_SECONDS", "0", "is a number of seconds, from 1 to 600."],
    ];
    for (const [name, limit, sentence] of cases) {
      const started = command("start.ts", ["--port", "0", "--data", dataDir], { [name]: limit });
      expect([name, await started.ended]).toEqual([name, 1]);
      expect(started.output()).toContain(`${name} ${sentence}`);
      expect(existsSync(dataDir)).toBe(false);
    }
  });
});

describe("a stack without demo data", () => {
  test("is founded once by first-admin, may listen for other machines, never gets the demo people", async () => {
    const first = await start("own", "--no-seed");
    expect(first.file.users).toEqual([]);
    const found = ["--data", first.dataDir, "--organization", "Example Works"];
    const made = await run("first-admin.ts", ...found, "--email", "A@works.test", "--name", "A B");
    expect(made.output).toContain("Example Works has its first admin: a@works.test");
    expect(made.code).toBe(0);
    const password = /shown only now: (\S+)/.exec(made.output)?.[1] ?? "";
    const client = createClient(first.file.url, first.file.publishable_key);
    const { error } = await client.auth.signInWithPassword({ email: "a@works.test", password });
    expect(error).toBeNull();
    const { data } = await client.rpc("get_viewer");
    expect(data.viewer).toMatchObject({ role: "admin", email: "a@works.test" });

    const twice = await run("first-admin.ts", ...found, "--email", "c@works.test", "--name", "C");
    expect(twice.code).toBe(1);
    expect(twice.output).toContain("An organization exists already");
    const owner = postgres(first.file.database_url, { max: 1, onnotice: () => {} });
    expect(await owner`select from auth.users where email = 'c@works.test'`).toHaveLength(0);
    await owner.end();

    first.child.kill("SIGTERM");
    await first.ended;
    const second = await start("own", "--no-seed", "--host", "0.0.0.0");
    expect(second.file.users).toEqual([]);
    const { port } = new URL(second.file.url);
    await new Promise<void>((resolve, reject) => {
      const connection = net.connect(Number(port), "127.0.0.1", () => {
        connection.end();
        resolve();
      });
      connection.once("error", reject);
    });
    second.child.kill("SIGTERM");
    await second.ended;
    const third = await start("own");
    expect(third.file.users).toEqual([]);
    third.child.kill("SIGTERM");
    await third.ended;
  });
});
