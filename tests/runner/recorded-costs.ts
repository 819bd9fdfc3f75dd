import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

const PROJECT = path.resolve(import.meta.dirname, "../..");
const RECORD = path.join(PROJECT, "tests/cpu-seconds.json");

/** CPU seconds of each test file, by its path relative to the project. */
export type Costs = Record<string, number>;

export async function recordedCosts(): Promise<Costs> {
  return JSON.parse(await readFile(RECORD, "utf8"));
}

/** Stores the costs of these files, and deletes those of removed files. */
export async function recordCosts(files: { file: string; seconds: number }[]): Promise<void> {
  const costs = await recordedCosts();
  for (const { file, seconds } of files) costs[file] = Math.round(seconds * 10) / 10;
  const entries = Object.entries(costs)
    .filter(([file]) => existsSync(path.join(PROJECT, file)))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  await writeFile(RECORD, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
}
