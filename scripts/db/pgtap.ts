/**
 * npm run test:db [-- <part of a path> …]
 *
 * Runs supabase/tests, or those whose path has one of the parts, with pgTAP on a throw-away server with the platform,
 * the migrations and the seed. Files about vectors run in PGlite, which has pgvector. The files run as `supabase test db`
 * runs them: in the order of their paths, each opening and rolling back its own transaction.
 */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { databaseSeed } from "../../tests/support/depth.ts";
import { splitStatements } from "../stack/postgres/sql-statements.ts";
import { openNativeDatabase, type TapDatabase } from "./pgtap-databases.ts";
import { ROOT } from "./tool.ts";

const SUPABASE = path.join(ROOT, "supabase");
export const PGTAP_TESTS = path.join(SUPABASE, "tests");

export interface PgtapResult {
  passed: number;
  /** One text per failed assertion, with pgTAP's explanation, and one for an error of the file. */
  failures: string[];
}

export interface PgtapDatabase {
  /** Runs one file, by its path below supabase/tests. */
  run(name: string): Promise<PgtapResult>;
  /**
   * Creates the functions that a file of helpers defines, without running its assertions. Throws the error of the
   * first statement that fails.
   */
  prepare(name: string): Promise<void>;
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

/** Files cannot include others, so files in folders of this name run before them and define their helper functions. */
const HELPERS = "_helpers/";
/** A file of helpers commits its functions, and then tests them. */
const END_OF_HELPERS = /^commit;$/m;
/** The native server has no extension pgtap: its functions were created by a script. */
const EXTENSION = /^create extension if not exists pgtap\b.*$/m;

/**
 * Databases with the platform, the migrations and the seed, each created when a file first needs it. `randomSeed`, a
 * number from 0 to 1, determines the results of `random()` in the files.
 */
export function openPgtapDatabase(randomSeed: number): PgtapDatabase {
  const helpers: string[] = [];
  const open = new Map<boolean, Promise<TapDatabase>>();

  async function runIn(database: TapDatabase, script: string): Promise<PgtapResult> {
    const lines: string[] = [];
    await database.begin(randomSeed);
    for (const statement of splitStatements(script)) {
      try {
        lines.push(...(await database.run(statement)));
      } catch (error) {
        const result = readTap(lines, false);
        result.failures.push(`${(error as Error).message}\n  in: ${statement.slice(0, 300)}`);
        return result;
      }
    }
    return readTap(lines, true);
  }

  async function start(withVectors: boolean): Promise<TapDatabase> {
    const database = await (withVectors
      ? import("./pgtap-vectors.ts").then(({ openVectorDatabase }) => openVectorDatabase())
      : openNativeDatabase());
    for (const script of helpers) await define(database, script);
    return database;
  }

  async function define(database: TapDatabase, script: string): Promise<void> {
    const [definitions = ""] = script.split(END_OF_HELPERS);
    await database.begin(randomSeed);
    await database.run(`${definitions}commit;`);
  }

  function databaseFor(withVectors: boolean): Promise<TapDatabase> {
    const database = open.get(withVectors) ?? start(withVectors);
    open.set(withVectors, database);
    return database;
  }

  async function read(name: string): Promise<{ script: string; withVectors: boolean }> {
    const text = await readFile(path.join(PGTAP_TESTS, name), "utf8");
    const withVectors = name.startsWith("knowledge/") && /vector|embedding/.test(text);
    return { script: withVectors ? text : text.replace(EXTENSION, ""), withVectors };
  }

  return {
    run: async (name) => {
      const { script, withVectors } = await read(name);
      const result = await runIn(await databaseFor(withVectors), script);
      if (name.startsWith(HELPERS)) helpers.push(script);
      return result;
    },
    prepare: async (name) => {
      const { script, withVectors } = await read(name);
      await define(await databaseFor(withVectors), script);
      if (name.startsWith(HELPERS)) helpers.push(script);
    },
    close: async () => {
      for (const database of open.values()) await (await database).close();
    },
  };
}

/**
 * Reads the output of a file. If `isComplete`, the file ran to its end, and the number of assertions must match its
 * plan.
 */
export function readTap(lines: string[], isComplete: boolean): PgtapResult {
  const result: PgtapResult = { passed: 0, failures: [] };
  let plannedCount = 0;
  let last: "ok" | "failure" = "ok";
  for (const line of lines) {
    const plan = /^1\.\.(\d+)/.exec(line);
    if (plan) plannedCount += Number(plan[1]);
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
  if (isComplete && (plannedCount === 0 || plannedCount !== ran)) {
    result.failures.push(`planned ${plannedCount} assertions, ran ${ran}`);
  }
  return result;
}

/** The files to run, and the helpers that they need: those of all files, and those of their own domain. */
export function chooseFiles(names: string[], parts: string[]): { name: string; runs: boolean }[] {
  const runs = (name: string) =>
    parts.length === 0 || parts.some((part) => `supabase/tests/${name}`.includes(part));
  const matches = names.filter(runs);
  const isHelperOfMatch = (name: string) => {
    const [folder, helperName] = name.split(HELPERS);
    return helperName !== undefined && matches.some((match) => match.startsWith(folder ?? ""));
  };
  return names
    .filter((name) => runs(name) || isHelperOfMatch(name))
    .map((name) => ({ name, runs: runs(name) }));
}

async function main(): Promise<void> {
  const files = chooseFiles(await findPgtapFiles(), process.argv.slice(2));
  if (!files.some(({ runs }) => runs)) throw new Error("No file of supabase/tests has this path.");
  const database = openPgtapDatabase(databaseSeed());
  let passed = 0;
  let failed = 0;
  // The helpers come first by their name, because the other files need them.
  for (const { name, runs } of files) {
    if (!runs) {
      await database.prepare(name);
      continue;
    }
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
