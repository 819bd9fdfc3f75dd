import { spawn } from "node:child_process";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startScratchServer } from "../../scripts/db/scratch.ts";
import { CACHE } from "../../scripts/test-cluster/cache.ts";
import { fingerprint } from "../../scripts/test-cluster/fingerprint.ts";
import { closureOf } from "./imports.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const PROJECT = path.resolve(import.meta.dirname, "../..");
let folder: string;

beforeAll(async () => {
  folder = await temporaryFolder("prepared");
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

test("every level of a scratch database is available without creating it", async () => {
  const server = await startScratchServer();
  const sql = postgres(server.url, { max: 1, onnotice: () => {} });
  const templates = await sql`
    select datname from pg_database where datname like 'template\\_%' order by datname`;
  expect(templates.map(({ datname }) => datname)).toEqual([
    "template_migrated",
    "template_platform",
    "template_seeded",
  ]);
  await sql.end();
  await server.stop();
});

test("several concurrent processes create one prepared folder, and a broken one is deleted", async () => {
  const name = `test-${path.basename(folder)}`;
  const arrivals = path.join(folder, "arrivals");
  await mkdir(arrivals);
  // Builds when all three processes wait, so that none is late by chance.
  const program = `
    import { prepareFolder } from ${JSON.stringify(path.join(PROJECT, "scripts/test-cluster/cache.ts"))};
    import fs from "node:fs";
    const [arrivals, fails] = process.argv.slice(1);
    fs.writeFileSync(arrivals + "/" + process.pid, "");
    console.log(await prepareFolder(${JSON.stringify(name)}, async (folder) => {
      while (fs.readdirSync(arrivals).length < 3) await new Promise(setImmediate);
      fs.mkdirSync(folder);
      fs.writeFileSync(folder + "/built-by", String(process.pid));
      if (fails) throw new Error("Broken");
    }).catch((error) => error.message));`;
  const run = (...args: string[]) => {
    const child = spawn(process.execPath, [
      "--input-type=module",
      "-e",
      program,
      arrivals,
      ...args,
    ]);
    let output = "";
    child.stdout.on("data", (text) => {
      output += text;
    });
    return new Promise<string>((resolve) => child.once("close", () => resolve(output.trim())));
  };
  try {
    const results = await Promise.all([run("fails"), run("fails"), run("fails")]);
    expect(results).toEqual(["Broken", "Broken", "Broken"]);
    expect(await readdir(path.join(CACHE, name))).toEqual([]);

    const folders = await Promise.all([run(), run(), run()]);
    expect(new Set(folders).size).toBe(1);
    expect(await readdir(path.join(CACHE, name))).toEqual([path.basename(folders[0] as string)]);
    const builder = await readFile(path.join(folders[0] as string, "built-by"), "utf8");
    expect(await readdir(arrivals)).toContain(builder);
  } finally {
    await rm(path.join(CACHE, name), { recursive: true, force: true, maxRetries: 10 });
  }
});

test("a copy is created again when a file that shapes it changes, appears, disappears or is renamed", async () => {
  const sources = path.join(folder, "sources");
  await mkdir(path.join(sources, "nested"), { recursive: true });
  const file = path.join(sources, "nested/a.sql");
  const keys: string[] = [];
  const record = async () => keys.push(await fingerprint([sources]));
  await writeFile(file, "select 1");
  await record();
  await writeFile(file, "select 2");
  await record();
  await writeFile(path.join(sources, "b.sql"), "");
  await record();
  await rename(file, path.join(sources, "c.sql"));
  await record();
  expect(new Set(keys).size).toBe(4);
  await rename(path.join(sources, "c.sql"), file);
  await rm(path.join(sources, "b.sql"));
  expect(await fingerprint([sources])).toBe(keys[1]);
});

describe("the cache is used only by tests", () => {
  test.each(["start", "first-admin", "smoke"])("npm run %s does not import it", async (name) => {
    const files = await closureOf(path.join(PROJECT, `scripts/${name}.ts`));
    const folders = new Set(files.map((file) => path.relative(PROJECT, path.dirname(file))));
    expect([...folders].filter((folder) => /test|^scripts\/db/.test(folder))).toEqual([]);
    expect(files.length).toBeGreaterThan(1);
  });

  test("scratch databases import it", async () => {
    const files = await closureOf(path.join(PROJECT, "scripts/db/scratch.ts"));
    expect(files).toContain(path.join(PROJECT, "scripts/test-cluster/clusters.ts"));
  });
});
