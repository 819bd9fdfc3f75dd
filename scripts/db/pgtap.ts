/**
 * npm run test:db [-- <part of a path> …]
 *
 * Runs supabase/tests with pgTAP in PGlite: PostgreSQL in this process, with the platform, the
 * migrations and the seed, prepared once. The files run as `supabase test db` runs them: in the
 * order of their paths, each opening and rolling back its own transaction.
 */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { pgtap } from "@electric-sql/pglite/pgtap";
import { vector } from "@electric-sql/pglite/vector";
import { databaseSeed } from "../../tests/support/depth.ts";
import { seedFiles } from "../stack/postgres/migrations.ts";
import { splitStatements } from "../stack/postgres/sql-statements.ts";
import { beginSession, openPreparedDatabase } from "./lite-database.ts";
import { ROOT } from "./tool.ts";

const SUPABASE = path.join(ROOT, "supabase");
export const PGTAP_TESTS = path.join(SUPABASE, "tests");

export interface PgtapResult {
  passed: number;
  /** One text per failed assertion, with pgTAP's own explanation; an error of the file is one too. */
  failures: string[];
}

export interface PgtapDatabase {
  /** Runs one file, by its path below supabase/tests. */
  run(name: string): Promise<PgtapResult>;
  close(): Promise<void>;
}

/** Paths of all test files below supabase/tests, in running order. Throws when there are none. */
export async function findPgtapFiles(directory = PGTAP_TESTS): Promise<string[]> {
  const names = (await readdir(directory, { recursive: true }))
    .map((name) => name.split(path.sep).join("/"))
    .filter((name) => name.endsWith(".test.sql"))
    .sort();
  if (names.length === 0) throw new Error(`There is no pgTAP test in ${directory}.`);
  return names;
}

/**
 * A database with the platform, the migrations, vectors and, if there is one, the seed. What the files
 * draw by `random()` follows from `randomSeed`, a number from 0 to 1.
 */
export async function openPgtapDatabase(randomSeed: number): Promise<PgtapDatabase> {
  const db = await openPreparedDatabase("pgtap", { pgtap, vector }, async (fresh) => {
    await fresh.exec("create extension if not exists pgtap with schema extensions");
    await fresh.exec("set countersign.seed_allowed = 'on'");
    // The portfolio alone: tests of the queue and the prompt begin where there is none yet.
    await fresh.exec(await readFile(seedFiles[0] as string, "utf8"));
  });
  return {
    run: async (name) => {
      const script = await readFile(path.join(PGTAP_TESTS, name), "utf8");
      try {
        await db.query("select setseed($1)", [randomSeed]);
        return await runScript(db, script);
      } finally {
        await db.exec("rollback");
        await beginSession(db);
      }
    },
    close: () => db.close(),
  };
}

async function runScript(db: PGlite, script: string): Promise<PgtapResult> {
  const lines: string[] = [];
  for (const statement of splitStatements(script)) {
    try {
      for (const { rows } of await db.exec(statement, { rowMode: "array" })) {
        for (const row of rows as unknown as unknown[][]) {
          if (typeof row[0] === "string") lines.push(...row[0].split("\n"));
        }
      }
    } catch (error) {
      const { message } = error as Error;
      const result = readTap(lines, false);
      result.failures.push(`${message}\n  in: ${statement.slice(0, 300)}`);
      return result;
    }
  }
  return readTap(lines, true);
}

/** Reads what a file printed; `isComplete` when it ran to its end and must have kept its plan. */
export function readTap(lines: string[], isComplete: boolean): PgtapResult {
  const result: PgtapResult = { passed: 0, failures: [] };
  let planned = 0;
  let last: "ok" | "failure" = "ok";
  for (const line of lines) {
    const plan = /^1\.\.(\d+)/.exec(line);
    if (plan) planned += Number(plan[1]);
    else if (/^not ok\b(?!.*# TODO)/i.test(line)) {
      result.failures.push(line);
      last = "failure";
    } else if (/^(not )?ok\b/.test(line)) {
      result.passed++;
      last = "ok";
    } else if (line.startsWith("#") && last === "failure") {
      result.failures.push(`${result.failures.pop()}\n  ${line}`);
    }
  }
  const ran = result.passed + result.failures.length;
  if (isComplete && (planned === 0 || planned !== ran)) {
    result.failures.push(`planned ${planned} assertions, ran ${ran}`);
  }
  return result;
}

async function main(): Promise<void> {
  const wanted = process.argv.slice(2);
  const all = await findPgtapFiles();
  // The helpers come first by their name and are needed by the others.
  const names = all.filter(
    (name) =>
      wanted.length === 0 ||
      name.startsWith("_helpers/") ||
      wanted.some((part) => `supabase/tests/${name}`.includes(part)),
  );
  const database = await openPgtapDatabase(databaseSeed());
  let passed = 0;
  let failed = 0;
  for (const name of names) {
    const result = await database.run(name);
    passed += result.passed;
    failed += result.failures.length;
    console.log(`${result.failures.length === 0 ? "ok    " : "not ok"} ${name}`);
    for (const failure of result.failures) console.log(`  ${failure.replaceAll("\n", "\n  ")}`);
  }
  await database.close();
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}

if (import.meta.main) await main();
