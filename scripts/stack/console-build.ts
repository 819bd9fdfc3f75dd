/** Builds the console with Vite if its build is missing or older than its sources. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";

const PROJECT = path.resolve(import.meta.dirname, "../..");
const WEB = path.join(PROJECT, "web");
const DIST = path.join(WEB, "dist");
const STAMP = ".built-from";
// The console imports its contracts and types from the functions.
const SOURCES = ["web", "supabase/functions", "package-lock.json"];
const ASSET_LIFETIME_MS = 30 * 86_400_000;
const SKIPPED = new Set(["dist", "node_modules"]);

/** A page that Vite builds. */
interface Target {
  /** Folder with its index.html and vite.config.ts. */
  root: string;
  /** The folder that the build is written to. */
  dist: string;
}

/** Returns the folder of the build. Throws an Error with Vite's last output if it fails. */
export async function buildConsole(): Promise<string> {
  const hasConsole = await stat(path.join(WEB, "index.html")).catch(() => undefined);
  return hasConsole === undefined ? DIST : buildPage({ root: WEB, dist: DIST });
}

/** Builds any page from the console's sources, like buildConsole(). */
export async function buildPage({ root, dist }: Target): Promise<string> {
  const sources = await fingerprint([...SOURCES, path.relative(PROJECT, root)]);
  const stamp = await readFile(path.join(dist, STAMP), "utf8").catch(() => "");
  if (stamp === sources) return dist;

  // Built beside its target and then moved, so that an interrupted build is not used.
  const beside = path.join(path.dirname(dist), `.${path.basename(dist)}-${process.pid}`);
  const old = `${beside}-old`;
  try {
    await runVite(root, beside);
    await keepEarlierAssets(dist, beside);
    await writeFile(path.join(beside, STAMP), sources);
    await rename(dist, old).catch(() => {});
    await rename(beside, dist).catch(async (error) => {
      // Another start has already put the same build there.
      if ((await readFile(path.join(dist, STAMP), "utf8").catch(() => "")) !== sources) throw error;
    });
  } finally {
    await rm(beside, { recursive: true, force: true });
    await rm(old, { recursive: true, force: true });
  }
  return dist;
}

/** Keeps the files of earlier builds for a month, because a console that was opened before may load them later. */
async function keepEarlierAssets(dist: string, fresh: string): Promise<void> {
  const earlier = path.join(dist, "assets");
  if ((await stat(earlier).catch(() => undefined)) === undefined) return;
  await cp(earlier, path.join(fresh, "assets"), {
    recursive: true,
    force: false,
    preserveTimestamps: true,
    filter: async (file) => {
      const stats = await stat(file);
      return stats.isDirectory() || Date.now() - stats.mtimeMs < ASSET_LIFETIME_MS;
    },
  });
}

async function fingerprint(sources: string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const source of new Set(sources)) {
    for (const file of await filesIn(path.join(PROJECT, source))) {
      const { size, mtimeMs } = await stat(file);
      hash.update(`${path.relative(PROJECT, file)}\0${size}\0${mtimeMs}\n`);
    }
  }
  return hash.digest("hex");
}

async function filesIn(target: string): Promise<string[]> {
  const stats = await stat(target).catch(() => undefined);
  if (!stats?.isDirectory()) return stats === undefined ? [] : [target];
  const entries = (await readdir(target)).filter(
    (name) => !SKIPPED.has(name) && !name.startsWith("."),
  );
  const filesOfEntries = await Promise.all(
    entries.sort().map((name) => filesIn(path.join(target, name))),
  );
  return filesOfEntries.flat();
}

function runVite(root: string, outDir: string): Promise<void> {
  const program = path.join(PROJECT, "node_modules/vite/bin/vite.js");
  const args = [
    program,
    "build",
    root,
    "--configLoader",
    "native",
    "--outDir",
    outDir,
    "--emptyOutDir",
  ];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString("utf8");
    });
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The console cannot be built:\n${withoutStack(output)}`));
    });
  });
}

function withoutStack(output: string): string {
  const lines = stripVTControlCharacters(output).trim().split("\n");
  const end = lines.findIndex((line) => /^\s+at /.test(line));
  return lines
    .slice(0, end === -1 ? undefined : end)
    .join("\n")
    .trim();
}
