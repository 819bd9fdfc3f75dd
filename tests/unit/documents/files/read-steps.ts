/**
 * Reads a file step by step in a separate process and prints the cost of each step, as JSON. Usage: node
 * read-steps.ts FILE BUDGET_MS
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { extractStep } from "../../../../supabase/functions/_files/documents/extract.ts";

export interface StepCost {
  /** CPU time in milliseconds. */
  cpu: number;
  /** Resident memory after it, in MB. */
  memory: number;
  passages: number;
}

const [, , name = "", budget = "1000"] = process.argv;
const bytes = new Uint8Array(await readFile(name));
const input = {
  bytes,
  fileName: path.basename(name),
  contentType: "",
  kind: "other" as const,
  title: "",
};
const steps: StepCost[] = [];
let words = 0;
let cursor: Awaited<ReturnType<typeof extractStep>>["cursor"] = null;
do {
  const before = process.cpuUsage();
  const step = await extractStep(input, cursor, Number(budget));
  const { user, system } = process.cpuUsage(before);
  const memory = Math.round(process.memoryUsage.rss() / 1e6);
  steps.push({ cpu: Math.round((user + system) / 1000), memory, passages: step.passages.length });
  cursor = step.cursor;
  words = step.facts.words;
} while (cursor !== null);
console.log(JSON.stringify({ words, steps }));
