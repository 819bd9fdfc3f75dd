/**
 * `node scripts/run.mjs <name> [arguments]` runs scripts/<name>.ts on the project's own Node.
 *
 * Plain JavaScript for Node 18 and later: it runs before node_modules exists, and installs what is
 * missing first. An install counts when its stamp names the lock file it was made from.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const PROJECT = path.resolve(fileURLToPath(import.meta.url), "../..");
const MODULES = path.join(PROJECT, "node_modules");
const STAMP = path.join(MODULES, ".installed-from");
const LOCK = path.join(PROJECT, ".installing");
const PACKAGE_LOCK = path.join(PROJECT, "package-lock.json");
const WINDOWS = process.platform === "win32";
const NODE = path.join(MODULES, ".bin", WINDOWS ? "node.cmd" : "node");
// A holder renews its lock; one that has not done so for this long is gone.
const LOCK_RENEWED_MS = 2000;
const LOCK_STALE_MS = 20000;

const [name, ...args] = process.argv.slice(2);
const script = path.join(PROJECT, "scripts", `${name}.ts`);
if (name === undefined || !/^[\w/-]+$/.test(name) || !existsSync(script)) {
  fail(`There is no script "${name ?? ""}".`);
}
await installIfNeeded();
await run();

async function installIfNeeded() {
  const expectedHash = await lockHash();
  if (await isInstalled(expectedHash)) return;
  const release = await takeLock();
  try {
    // Another run may have installed while this one waited.
    if (await isInstalled(expectedHash)) return;
    console.log("Installing what is missing (npm ci) …");
    await rm(STAMP, { force: true });
    await npmInstall();
    await writeFile(STAMP, expectedHash);
  } finally {
    await release();
  }
}

async function lockHash() {
  const hash = createHash("sha256");
  hash.update(await readFile(PACKAGE_LOCK));
  return hash.update(`${process.platform} ${process.arch}`).digest("hex");
}

async function isInstalled(expectedHash) {
  if (!existsSync(NODE)) return false;
  if ((await readFile(STAMP, "utf8").catch(() => "")) === expectedHash) return true;
  if (!(await npmAgrees())) return false;
  await writeFile(STAMP, expectedHash);
  return true;
}

// At the end of every install, npm records what it installed: somebody may have run npm by hand.
async function npmAgrees() {
  const [expected, actual] = await Promise.all(
    [PACKAGE_LOCK, path.join(MODULES, ".package-lock.json")].map((file) =>
      readFile(file, "utf8").then(JSON.parse, () => undefined),
    ),
  );
  if (!expected?.packages || !actual?.packages) return false;
  return Object.entries(expected.packages).every(([folder, { version, optional }]) => {
    if (folder === "") return true;
    const there = actual.packages[folder];
    return there === undefined ? optional === true : there.version === version;
  });
}

async function takeLock() {
  let hasReported = false;
  for (;;) {
    try {
      await mkdir(LOCK);
      break;
    } catch (error) {
      if (error.code !== "EEXIST") fail(`${PROJECT} cannot be written (${error.code}).`);
    }
    const lock = await stat(LOCK).catch(() => undefined);
    // A time far in the future is stale too: the clock was set back after a run was killed.
    if (lock !== undefined && Math.abs(Date.now() - lock.mtimeMs) > LOCK_STALE_MS) {
      await rm(LOCK, { recursive: true, force: true });
      continue;
    }
    if (!hasReported) console.log("Waiting for another install to end …");
    hasReported = true;
    await sleep(300);
  }
  const renewing = setInterval(() => {
    const now = new Date();
    utimes(LOCK, now, now).catch(() => {});
  }, LOCK_RENEWED_MS);
  const release = async () => {
    clearInterval(renewing);
    await rm(LOCK, { recursive: true, force: true });
  };
  return release;
}

async function npmInstall() {
  const startedAt = Date.now();
  const flags = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  const child = spawn(WINDOWS ? "npm.cmd" : "npm", flags, {
    cwd: PROJECT,
    shell: WINDOWS,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const forward = forwardSignals(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  const progress = setInterval(() => {
    console.log(`  still installing, ${Math.round((Date.now() - startedAt) / 1000)} s`);
  }, 10000);
  const { code, error } = await exitOf(child);
  clearInterval(progress);
  forward.stop();
  if (forward.signal !== undefined) {
    await rm(LOCK, { recursive: true, force: true });
    process.exit(130);
  }
  if (error?.code === "ENOENT")
    await giveUp("npm is not on the PATH: install Node with npm first.");
  if (code !== 0) {
    const offline = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|network/i.test(output);
    const reason = offline ? "the package registry is not reachable" : `npm ended with ${code}`;
    await giveUp(`The packages cannot be installed: ${reason}.\n\n${output.trim()}`);
  }
  if (!existsSync(NODE)) {
    await giveUp(
      "npm ran no install scripts, so Node 24 is missing: allow them (npm config ignore-scripts).",
    );
  }
  console.log(`Installed in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
}

async function run() {
  const child = spawn(NODE, [script, ...args], {
    cwd: PROJECT,
    shell: WINDOWS,
    stdio: "inherit",
    env: {
      ...process.env,
      PATH: `${path.dirname(NODE)}${path.delimiter}${process.env.PATH ?? ""}`,
      // The many programs that one command starts share compiled code.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? path.join(MODULES, ".cache/node"),
    },
  });
  const forward = forwardSignals(child);
  const { code, signal, error } = await exitOf(child);
  forward.stop();
  if (error !== undefined) fail(`Node 24 cannot be started: ${error.message}`);
  if (signal) process.kill(process.pid, signal);
  process.exit(code ?? 1);
}

function exitOf(child) {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ error }));
    child.once("close", (code, signal) => resolve({ code, signal }));
  });
}

function forwardSignals(child) {
  const state = { signal: undefined, stop };
  const handlers = ["SIGINT", "SIGTERM", "SIGHUP"].map((signal) => {
    const handler = () => {
      state.signal = signal;
      child.kill(signal);
    };
    process.on(signal, handler);
    return [signal, handler];
  });
  function stop() {
    for (const [signal, handler] of handlers) process.off(signal, handler);
  }
  return state;
}

async function giveUp(message) {
  await rm(LOCK, { recursive: true, force: true });
  fail(message);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
