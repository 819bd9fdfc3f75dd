/**
 * The functions that `supabase functions deploy` uploads resolve their packages by themselves. In npm test,
 * check/functions.test.ts proves that every import is a file of the functions or a package of their import map, and
 * that config.toml has every function; stack/schema-tools-tests.ts proves that any other import is found.
 */
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runSupabase } from "../../../scripts/deploy/cli.ts";
import {
  ACCESS_TOKEN,
  type ManagementApi,
  PROJECT_REF,
  startManagementApi,
} from "../management-api.ts";
import { type Registry, startRegistry } from "./npm-registry.ts";

const PROJECT = path.resolve(import.meta.dirname, "../../..");
const DENO = path.join(PROJECT, "node_modules/.bin/deno");
const run = promisify(execFile);

let folder: string;
let api: ManagementApi;
let registry: Registry;
let slugs: string[];

beforeAll(async () => {
  // Outside of the project: no folder above an upload has packages.
  folder = await mkdtemp(path.join(tmpdir(), "countersign-upload-"));
  [api, registry] = await Promise.all([startManagementApi(folder), startRegistry()]);
  const account = { managementUrl: api.url, accessToken: ACCESS_TOKEN };
  await runSupabase(account, ["functions", "deploy", `--remote=${PROJECT_REF}`, "--use-api"]);
  slugs = [...api.deployed.keys()];
});

afterAll(async () => {
  await Promise.all([api?.close(), registry?.close()]);
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

test("every function of the checkout is uploaded", async () => {
  const entries = await readdir(path.join(PROJECT, "supabase/functions"), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith("_"));
  expect(slugs.sort()).toEqual(folders.map((entry) => entry.name).sort());
});

test("every upload resolves all of its imports without node_modules", async () => {
  const maps = await Promise.all(slugs.map(importMapOf));
  const texts = await Promise.all(maps.map((map) => readFile(map, "utf8")));
  // One run with one import map is then the same as a run for each upload.
  expect(new Set(texts).size).toBe(1);
  expect(await missingModuleError(maps[0] as string)).toBe("");
});

async function importMapOf(slug: string): Promise<string> {
  const metadata = await readFile(path.join(folder, slug, "metadata.json"), "utf8");
  return path.join(folder, slug, "source", JSON.parse(metadata).import_map_path);
}

/** Deno's error about a missing module of any upload; empty if there is none. */
async function missingModuleError(importMap: string): Promise<string> {
  const sources = slugs.map((slug) => path.join(folder, slug, "source"));
  try {
    await run(DENO, ["cache", "--quiet", "--config", importMap, ...sources], {
      cwd: folder,
      env: {
        PATH: process.env["PATH"],
        HOME: path.join(folder, "home"),
        DENO_DIR: path.join(folder, "deno"),
        DENO_NO_UPDATE_CHECK: "1",
        NPM_CONFIG_REGISTRY: registry.url,
        NO_COLOR: "1",
      },
    });
    return "";
  } catch (error) {
    return (error as { stderr: string }).stderr;
  }
}
