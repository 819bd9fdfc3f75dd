/**
 * `npm run test:hosted` tests the properties on which a deployment to Supabase depends. The first part needs
 * only npm ci. The emulated part needs the hosted kit beside the project (../shared/hosted); if the kit is missing, this
 * part is counted as skipped.
 */
import { spawn } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { startEmulator } from "../tests/hosted/emulated/emulator.ts";
import { NIGHTLY_DEPTH } from "../tests/support/depth.ts";
import { KIT } from "./deploy/rehearsal.ts";

const PROJECT = path.resolve(import.meta.dirname, "..");
const HELP = `npm run test:hosted

  Proves that a deployment to Supabase works: uploads resolve their packages, migrations run as an owner that is
  not a superuser, and no function has an UPDATE or a DELETE without WHERE. With the hosted kit in ../shared/hosted,
  it also tests the database (pushes, personas, workers, schedules) and npm run deploy itself. The kit downloads
  PostgreSQL once.
`;
/** The claims of the emulated part, printed if its kit is missing. */
const EMULATED_CLAIMS = [
  "push to a new project: extensions disabled, enabled before the push, enabled after it",
  "push of the next migration onto a filled database",
  "personas through authenticator, with safeupdate",
  "an import is applied, an upload is indexed, a card is executed",
  "schedules, vault, Realtime publication, storage policies",
  "stand-ins for extensions that are available but not installed",
  "PostgreSQL 15: migrations, an import, a card with a date",
  "npm run deploy, first-admin and the upload of every function",
];

if (parseArgs({ options: { help: { type: "boolean" } } }).values.help) {
  console.log(HELP);
  process.exit(0);
}
const hasKit = existsSync(path.join(KIT, "emulate.sh"));
const folders = hasKit ? ["own", "emulated"] : ["own"];
const projects = hasKit ? ["hosted", "emulated"] : ["hosted"];
if (hasKit) {
  // The kit's server is built once, which may take longer than the time limit of a test.
  console.log("Preparing the hosted kit's database server …");
  await (await startEmulator()).stop();
}
const folder = await mkdtemp(path.join(tmpdir(), "countersign-report-"));
const report = path.join(folder, "report.json");
const child = spawn(
  process.execPath,
  [
    path.join(PROJECT, "node_modules/vitest/vitest.mjs"),
    "run",
    ...projects.map((project) => `--project=${project}`),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ],
  {
    cwd: PROJECT,
    stdio: "inherit",
    // The test of how uploads resolve packages is too slow for npm test. Here it always runs.
    env: { ...process.env, TEST_DEPTH: process.env["TEST_DEPTH"] ?? String(NIGHTLY_DEPTH) },
  },
);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
const exitCode = await new Promise<number | null>((resolve) => child.once("close", resolve));
const text = await readFile(report, "utf8").catch(() => undefined);
await rm(folder, { recursive: true, force: true });
if (text === undefined) {
  console.error("The tests ended without a report.");
  process.exit(1);
}
const counts = JSON.parse(text) as {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string }[];
};
const filesRun = new Set(counts.testResults.map(({ name }) => path.relative(PROJECT, name)));
const missingFiles = globSync(
  folders.map((folder) => `tests/hosted/${folder}/*.test.ts`),
  { cwd: PROJECT },
).filter((file) => !filesRun.has(file));
for (const file of missingFiles) console.error(`did not run: ${file}`);
const skippedClaims = hasKit ? [] : EMULATED_CLAIMS;
for (const name of skippedClaims) {
  console.log(`skipped: ${name} (the hosted kit is not in ../shared/hosted)`);
}
const skippedSuffix = skippedClaims.length > 0 ? `, ${skippedClaims.length} skipped` : "";
console.log(`${counts.numPassedTests} passed, ${counts.numFailedTests} failed${skippedSuffix}`);
process.exit(exitCode === 0 && counts.numPassedTests > 0 && missingFiles.length === 0 ? 0 : 1);
