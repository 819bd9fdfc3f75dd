/**
 * Measures the cost of reading a file: for each format, the CPU time per megabyte and per million words, and how it
 * grows with the file's size. Each file is read in a separate process, in steps, as the service does it.
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import {
  largeDocx,
  largePdf,
  largeText,
  largeXlsx,
} from "../tests/unit/documents/files/large-files.ts";
import type { StepCost } from "../tests/unit/documents/files/read-steps.ts";

export interface IndexingResult {
  format: string;
  /** The size of the file, as a multiple of the smallest. */
  size: number;
  words: number;
  steps: number;
  /** CPU time of all steps, in milliseconds like the next three. */
  cpu: number;
  /** CPU time of the longest step. */
  longest: number;
  perMegabyte: number;
  /** CPU time for a million words. */
  perMillion: number;
  /** Resident memory in MB, the highest of all steps. */
  memory: number;
  /** Time per word against the file of half the size. */
  growth: number | undefined;
  isWithinLimit: boolean;
}

/**
 * Limits for the growth of time per word when a file is twice as long, and for the longest step, which hosts end
 * after 2 s.
 */
export const MAX_INDEXING_GROWTH = 1.3;
export const MAX_STEP_MS = 2000;
const STEPS = path.join(import.meta.dirname, "../tests/unit/documents/files/read-steps.ts");
const SIZES = [1, 2, 4];

const FORMATS: Record<string, (size: number) => Uint8Array | Promise<Uint8Array>> = {
  pdf: (size) => largePdf(100 * size),
  docx: (size) => largeDocx(2000 * size),
  xlsx: (size) => largeXlsx(5000 * size),
  txt: (size) => largeText(2000 * size),
};

export async function benchIndexing(
  rounds: number,
  onResult: (result: IndexingResult) => void,
): Promise<IndexingResult[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "countersign-bench-"));
  const results: IndexingResult[] = [];
  try {
    for (const [format, make] of Object.entries(FORMATS)) {
      let before: number | undefined;
      for (const size of SIZES) {
        const file = path.join(folder, `large.${format}`);
        await writeFile(file, await make(size));
        const result = await measure(file, rounds, before);
        before = result.perMillion;
        results.push({ format, size, ...result });
        onResult({ format, size, ...result });
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return results;
}

/** Takes the cheapest of several rounds, because the rest of the machine disturbed it least. */
async function measure(file: string, rounds: number, before: number | undefined) {
  const reads: { words: number; steps: StepCost[]; cpu: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { stdout } = await promisify(execFile)(process.execPath, [STEPS, file, "700"]);
    const report = JSON.parse(stdout) as { words: number; steps: StepCost[] };
    reads.push({ ...report, cpu: report.steps.reduce((sum, { cpu }) => sum + cpu, 0) });
  }
  const [best] = reads.sort((a, b) => a.cpu - b.cpu);
  if (!best) throw new Error("Nothing was read.");
  const { words, steps, cpu } = best;
  const perMillion = (cpu / words) * 1e6;
  const { size } = await stat(file);
  const longest = Math.max(...steps.map((step) => step.cpu));
  const growth = before === undefined ? undefined : perMillion / before;
  return {
    words,
    steps: steps.length,
    cpu,
    longest,
    perMegabyte: (cpu / size) * 1e6,
    perMillion,
    memory: Math.max(...steps.map(({ memory }) => memory)),
    growth,
    isWithinLimit: longest <= MAX_STEP_MS && (growth ?? 1) <= MAX_INDEXING_GROWTH,
  };
}
