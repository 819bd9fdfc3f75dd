import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { roundsOf } from "../../support/depth.ts";
import { largeDocx, largePdf, largeXlsx, wideXlsx } from "./files/large-files.ts";
import type { StepCost } from "./files/read-steps.ts";

const STEPS = path.join(import.meta.dirname, "files", "read-steps.ts");
const LONG = 300_000;
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "countersign-steps-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const pages = roundsOf({ default: 50, nightly: 400 });
const rows = roundsOf({ default: 10_000, nightly: 20_000 });
const chapters = roundsOf({ default: 250, nightly: 450 });
const wideRows = roundsOf({ default: 10_000, nightly: 20_000 });

// Hosted functions have 256 MB and 2 s of CPU time for each step. The time is only printed, because it depends on the machine.
test.each([
  [`${pages} pages.pdf`, () => largePdf(pages), 540 * pages, pages / 10],
  [`${chapters} chapters.docx`, () => largeDocx(20 * chapters), 1222 * chapters, 32],
  [`${6 * rows} cells.xlsx`, () => largeXlsx(rows), 26 * rows + 11, 21],
  ["one cell a row, in the last column.xlsx", () => wideXlsx(wideRows), wideRows, 20],
])(
  "%s is read in few steps that fit into memory",
  async (name, make, words, mostSteps) => {
    const file = path.join(folder, name);
    await writeFile(file, await make());
    // A heap that outgrows its limit ends the process, and the test with it.
    const child = await promisify(execFile)(process.execPath, [
      "--max-old-space-size=160",
      "--max-semi-space-size=8",
      STEPS,
      file,
      "150",
    ]);
    const costs = JSON.parse(child.stdout) as { words: number; steps: StepCost[] };
    const [maxCpuMs, memory] = [
      Math.max(...costs.steps.map(({ cpu }) => cpu)),
      Math.max(...costs.steps.map((step) => step.memory)),
    ];
    console.log(
      `${name}: ${costs.steps.length} steps, at most ${maxCpuMs} ms of CPU time and ${memory} MB`,
    );
    expect(costs.words).toBe(words);
    expect(costs.steps.length).toBeGreaterThan(1);
    expect(costs.steps.length).toBeLessThanOrEqual(mostSteps);
    expect(memory).toBeLessThan(256);
  },
  LONG,
);
