/**
 * npm run test:seeded-bugs [-- --only TEXT] [--seeds N] [--control]
 *
 * Applies each bug of tests/seeded-bugs to a copy of the project and runs its test with ten seeds, or with as many
 * as the bug specifies. Prints how many runs found the bug; exits 1 unless all did. `--control` runs the same tests
 * without the bugs and exits 1 if one of them fails.
 */
import { execFileSync, spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { applyChange, type SeededBug, seededBugs } from "../tests/seeded-bugs/bugs.ts";
import { revertedDefenses } from "../tests/seeded-bugs/reverted-defenses.ts";

interface Report {
  testResults: {
    name: string;
    message: string;
    assertionResults: { status: string; failureMessages: string[] | null }[];
  }[];
}

const { values: options } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    seeds: { type: "string" },
    control: { type: "boolean", default: false },
  },
});
const USUAL_SEEDS = 10;
const PROJECT = path.resolve(import.meta.dirname, "..");
const BUG_MIGRATION = "supabase/migrations/99991231235959_seeded_bug.sql";
/** Cache folders of prepared databases. They are shared, unless the bug changes the database. */
const DATABASE_FOLDERS = ["stack", "scratch", "pgtap"];

const bugs = [...seededBugs, ...revertedDefenses].filter(({ name, test }) =>
  `${test} ${name}`.includes(options.only),
);
if (bugs.length === 0) throw new Error(`No seeded bug has "${options.only}" in its name or test.`);

const unexpectedResults: string[] = [];
let isInterrupted = false;
for (const bug of bugs) {
  const start = performance.now();
  const failures = await failuresWith(bug).catch((error: Error) => {
    console.error(error.message);
    return Number.NaN;
  });
  if (isInterrupted) process.exit(130);
  const isRight = options.control ? failures === 0 : failures === seedsOf(bug);
  if (!isRight) unexpectedResults.push(bug.name);
  console.log(
    `${isRight ? "ok    " : "not ok"} ${options.control ? "failed without the bug" : "found"} ${failures}/${seedsOf(bug)}  ${bug.test} > ${bug.testName}: ${bug.name} (${Math.round((performance.now() - start) / 1000)} s)`,
  );
}
console.log(
  `${bugs.length - unexpectedResults.length} of ${bugs.length} seeded bugs had the required result`,
);
process.exit(unexpectedResults.length > 0 ? 1 : 0);

/** How many of the seeds made the test fail. */
async function failuresWith(bug: SeededBug): Promise<number> {
  const copy = await mkdtemp(path.join(tmpdir(), "countersign-bug-"));
  try {
    await copyProject(copy);
    await linkPackages(copy, !options.control && changesDatabase(bug));
    if (!options.control) await applyBug(copy, bug);
    const files = await Promise.all(
      Array.from({ length: seedsOf(bug) }, (_, index) => copyTest(copy, bug.test, index + 1)),
    );
    const report = path.join(copy, "report.json");
    const output = await runTests(copy, [
      "run",
      `--project=${bug.project}*`,
      `--testNamePattern=${[bug.testName, bug.after ?? bug.testName].map(escapePattern).join("|")}`,
      "--reporter=json",
      `--outputFile=${report}`,
      ...files,
    ]);
    const text = await readFile(report, "utf8").catch(() => undefined);
    if (text === undefined) throw new Error(`${bug.name}: no report.\n${output}`);
    return failuresIn(bug, JSON.parse(text) as Report, output);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

function seedsOf({ seeds = USUAL_SEEDS }: SeededBug): number {
  return options.seeds === undefined ? seeds : Number(options.seeds);
}

function changesDatabase({ change }: SeededBug): boolean {
  return "sql" in change || change.file.startsWith("supabase/schemas/");
}

/** Copies the files that git tracks or would add. */
async function copyProject(copy: string): Promise<void> {
  const fileList = execFileSync("git", ["ls-files", "-z", "-co", "--exclude-standard"], {
    cwd: PROJECT,
    encoding: "utf8",
  });
  // Without index.html the console is not built. No seeded bug needs it, and building it for each one takes time.
  const files = fileList.split("\0").filter((name) => name !== "" && name !== "web/index.html");
  for (const name of files) {
    await mkdir(path.join(copy, path.dirname(name)), { recursive: true });
    await cp(path.join(PROJECT, name), path.join(copy, name)).catch((error) => {
      // The working tree may lack a file whose deletion is not committed yet.
      if (error.code !== "ENOENT") throw error;
    });
  }
}

/**
 * Links the packages into the copy. Databases with a bug are prepared in the copy and deleted with it; others are
 * shared.
 */
async function linkPackages(copy: string, hasOwnDatabases: boolean): Promise<void> {
  const modules = path.join(PROJECT, "node_modules");
  const packages = (await readdir(modules, { withFileTypes: true })).filter(
    (entry) => entry.isDirectory() && (entry.name === ".bin" || !entry.name.startsWith(".")),
  );
  const cache = ".cache/countersign";
  const sharedFolders = ["deno", ...(hasOwnDatabases ? [] : DATABASE_FOLDERS)].map(
    (name) => `${cache}/${name}`,
  );
  for (const name of sharedFolders) await mkdir(path.join(modules, name), { recursive: true });
  await mkdir(path.join(copy, "node_modules", cache), { recursive: true });
  for (const name of [...packages.map((entry) => entry.name), ...sharedFolders]) {
    await symlink(path.join(modules, name), path.join(copy, "node_modules", name), "junction");
  }
}

async function applyBug(copy: string, { name, change }: SeededBug): Promise<void> {
  if ("sql" in change) {
    await writeFile(path.join(copy, BUG_MIGRATION), change.sql);
    return;
  }
  const text = applyChange(name, change, await readFile(path.join(copy, change.file), "utf8"));
  await writeFile(path.join(copy, change.file), text);
  if (change.file.startsWith("supabase/schemas/")) {
    await writeFile(path.join(copy, BUG_MIGRATION), text);
  }
}

/** Writes a copy of the test with its own seed. Returns the copy's path. */
async function copyTest(copy: string, test: string, seed: number): Promise<string> {
  const folder = path.dirname(test);
  const seedModule = `seed-${seed}.ts`;
  const text = await readFile(path.join(copy, test), "utf8");
  const name = path.join(folder, path.basename(test).replace(".test.ts", `.seed-${seed}.test.ts`));
  await writeFile(
    path.join(copy, folder, seedModule),
    `process.env["TEST_SEED"] = "${seed * 7919}";\n`,
  );
  await writeFile(path.join(copy, name), `import "./${seedModule}";\n${text}`);
  return name;
}

async function runTests(cwd: string, args: string[]): Promise<string> {
  const vitest = path.join(cwd, "node_modules/vitest/vitest.mjs");
  const child = spawn(process.execPath, [vitest, ...args], {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, TEST_SHRINK: "0", TEST_DEPTH: process.env["SEEDED_DEPTH"] ?? "1" },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output = `${output}${text}`.slice(-5_000);
    });
  }
  const stop = (signal: NodeJS.Signals) => {
    child.kill(signal);
    isInterrupted = true;
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
  const end = await new Promise((resolve) =>
    child.once("close", (code, signal) => resolve(signal ?? `exit ${code}`)),
  );
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, stop);
  return `${output}\n${end}`;
}

/** How many files, one per seed, had a failed test. Throws if a file ran no test. */
function failuresIn(bug: SeededBug, { testResults }: Report, output: string): number {
  const resultsByFile = testResults.map(({ message, assertionResults }) => {
    const results = assertionResults.filter(({ status }) => /passed|failed/.test(status));
    if (results.length === 0) throw new Error(`${bug.name}: nothing ran. ${message}\n${output}`);
    return results;
  });
  if (resultsByFile.length !== seedsOf(bug)) {
    throw new Error(
      `${bug.name}: only ${resultsByFile.length} of ${seedsOf(bug)} test files ran.\n${output}`,
    );
  }
  const failedFiles = resultsByFile.filter((results) =>
    results.some(({ status }) => status === "failed"),
  );
  if (process.env["SEEDED_DEBUG"]) {
    const messages = failedFiles.flat().flatMap((result) => result.failureMessages ?? []);
    console.log(messages.map((message) => message.replace(/\s+/g, " ").slice(0, 300)).slice(0, 3));
  }
  return failedFiles.length;
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
