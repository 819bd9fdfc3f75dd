import { spawn } from "node:child_process";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { vector } from "@electric-sql/pglite/vector";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openLiteDatabase } from "../../scripts/db/lite-database.ts";
import { diffDatabases } from "../../scripts/db/schema-diff.ts";
import { startScratchServer } from "../../scripts/db/scratch.ts";
import { type Stack, startStack } from "../../scripts/stack/stack.ts";
import { CACHE } from "../../scripts/test-cluster/cache.ts";
import { cloneDataFolder, THROW_AWAY } from "../../scripts/test-cluster/clusters.ts";
import { fingerprint } from "../../scripts/test-cluster/fingerprint.ts";
import { type Content, differences, readContent } from "./database-content.ts";
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

describe("a stack on a clone", () => {
  let fresh: Stack;
  let cloned: Stack;
  const utcDay = () => new Date().toISOString().slice(0, 10);
  beforeAll(async () => {
    // The seeds count from the current day: around midnight both are created again.
    for (let day = ""; day !== utcDay(); ) {
      day = utcDay();
      await Promise.all([fresh?.stop(), cloned?.stop()]);
      const [freshDir, clonedDir] = ["fresh", "cloned"].map((name) => path.join(folder, day, name));
      await cloneDataFolder(clonedDir as string);
      [fresh, cloned] = (await Promise.all([
        startStack({ port: 0, dataDir: freshDir as string, postgresSettings: THROW_AWAY }),
        startStack({ port: 0, dataDir: clonedDir as string }),
      ])) as [Stack, Stack];
    }
  });
  afterAll(async () => {
    await Promise.all([fresh?.stop(), cloned?.stop()]);
  });

  test("has the schema of a fresh one", async () => {
    expect((await diffDatabases(cloned.databaseUrl, fresh.databaseUrl)).changes).toEqual([]);
  });

  test("has the rows, roles, grants and settings of a fresh one, and a difference is seen", async () => {
    const contents = () => Promise.all([fresh, cloned].map((one) => readContent(one.databaseUrl)));
    const [wanted, found] = (await contents()) as [Content, Content];
    expect(differences(wanted, found)).toEqual({});
    expect(wanted["rows of auth.users"]?.length).toBeGreaterThan(5);
    expect(wanted["rows of projects"]?.length).toBeGreaterThan(5);

    const sql = postgres(cloned.databaseUrl, { max: 1, onnotice: () => {} });
    await sql`update public.projects set name = name || '!' where code = 'SHOP-01'`;
    await sql`alter role anon set statement_timeout = '9s'`;
    await sql`grant select on auth.users to authenticated`;
    await sql.end();
    const [, changed] = (await contents()) as [Content, Content];
    expect(Object.keys(differences(wanted, changed))).toEqual([
      "access lists",
      "roles",
      "settings of databases and roles",
      "rows of projects",
    ]);
  });

  test("has keys of its own", () => {
    expect(cloned.secretKey).not.toBe(fresh.secretKey);
    expect(cloned.users).toEqual(fresh.users);
  });
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

test("two databases in this process do not see each other", async () => {
  const [one, other] = [await openLiteDatabase({ vector }), await openLiteDatabase({ vector })];
  await one.exec("create table public.only_here ()");
  const { rows } = await other.query("select to_regclass('public.only_here') as found");
  expect(rows).toEqual([{ found: null }]);
  await Promise.all([one.close(), other.close()]);
});

test("several concurrent processes create one, and a broken one is deleted", async () => {
  const name = `test-${path.basename(folder)}`;
  const arrivals = path.join(folder, "arrivals");
  await mkdir(arrivals);
  // Builds when all three processes wait, so that none is late by chance.
  const program = `
    import { prepared } from ${JSON.stringify(path.join(PROJECT, "scripts/test-cluster/cache.ts"))};
    import fs from "node:fs";
    const [arrivals, fails] = process.argv.slice(1);
    fs.writeFileSync(arrivals + "/" + process.pid, "");
    console.log(await prepared(${JSON.stringify(name)}, async (folder) => {
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
    const broken = await Promise.all([run("fails"), run("fails"), run("fails")]);
    expect(broken).toEqual(["Broken", "Broken", "Broken"]);
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
  const note = async () => keys.push(await fingerprint([sources]));
  await writeFile(file, "select 1");
  await note();
  await writeFile(file, "select 2");
  await note();
  await writeFile(path.join(sources, "b.sql"), "");
  await note();
  await rename(file, path.join(sources, "c.sql"));
  await note();
  expect(new Set(keys).size).toBe(4);
  await rename(path.join(sources, "c.sql"), file);
  await rm(path.join(sources, "b.sql"));
  expect(await fingerprint([sources])).toBe(keys[1]);
});

describe("the cache is used only by tests", () => {
  test.each(["start", "first-admin", "smoke"])("npm run %s does not import it", async (name) => {
    const files = await closureOf(path.join(PROJECT, `scripts/${name}.ts`));
    const folders = new Set(files.map((file) => path.relative(PROJECT, path.dirname(file))));
    expect([...folders].filter((one) => /test|^scripts\/db/.test(one))).toEqual([]);
    expect(files.length).toBeGreaterThan(1);
  });

  test("scratch databases import it", async () => {
    const files = await closureOf(path.join(PROJECT, "scripts/db/scratch.ts"));
    expect(files).toContain(path.join(PROJECT, "scripts/test-cluster/clusters.ts"));
  });
});
