/** Builds the console with Vite when its build is missing or older than what it is made from. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";

const PROJECT = path.resolve(import.meta.dirname, "../..");
const WEB = path.join(PROJECT, "web");
const DIST = path.join(WEB, "dist");
const STAMP = path.join(DIST, ".built-from");
// The console's contracts and types come from the functions.
const SOURCES = ["web", "supabase/functions", "package-lock.json"];
const SKIPPED = new Set(["dist", "node_modules"]);

/** Answers the folder of the build. Throws an Error with Vite's last words when it fails. */
export async function buildConsole(): Promise<string> {
  const hasConsole = await stat(path.join(WEB, "index.html")).catch(() => undefined);
  if (hasConsole === undefined) return DIST;
  const sources = await fingerprint();
  const built = await readFile(STAMP, "utf8").catch(() => "");
  if (built === sources) return DIST;

  // Beside its place and then moved there, so that an interrupted build is no build.
  const fresh = path.join(WEB, `.dist-${process.pid}`);
  const old = path.join(WEB, `.dist-${process.pid}-old`);
  try {
    await runVite(fresh);
    await writeFile(path.join(fresh, ".built-from"), sources);
    await rename(DIST, old).catch(() => {});
    await rename(fresh, DIST);
  } finally {
    await rm(fresh, { recursive: true, force: true });
    await rm(old, { recursive: true, force: true });
  }
  return DIST;
}

async function fingerprint(): Promise<string> {
  const hash = createHash("sha256");
  for (const source of SOURCES) {
    for (const file of await filesIn(path.join(PROJECT, source))) {
      const { size, mtimeMs } = await stat(file);
      hash.update(`${path.relative(PROJECT, file)}\0${size}\0${mtimeMs}\n`);
    }
  }
  return hash.digest("hex");
}

async function filesIn(place: string): Promise<string[]> {
  const found = await stat(place).catch(() => undefined);
  if (!found?.isDirectory()) return found === undefined ? [] : [place];
  const entries = (await readdir(place)).filter(
    (name) => !SKIPPED.has(name) && !name.startsWith("."),
  );
  const nested = await Promise.all(entries.sort().map((name) => filesIn(path.join(place, name))));
  return nested.flat();
}

function runVite(outDir: string): Promise<void> {
  const program = path.join(PROJECT, "node_modules/vite/bin/vite.js");
  const args = [
    program,
    "build",
    WEB,
    "--configLoader",
    "native",
    "--outDir",
    outDir,
    "--emptyOutDir",
  ];
  const child = spawn(process.execPath, args, {
    cwd: WEB,
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
