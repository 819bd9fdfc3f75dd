/** npm run eval:outcome on a small export; on real ones it takes minutes. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "countersign-eval-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const columns =
  "TaskNumber,Summary,Category,SubCategory,ProjectCode,StatusCode,HoursEstimate,DeveloperHoursActual,EstimateOn,StartedOn,CompletedOn";

/** One task a day: hours follow the estimate. */
function lineOf(index: number): string {
  const day = new Date(Date.UTC(2005, 0, 3 + index)).toISOString().slice(0, 10);
  const estimate = 2 + (index % 5) * 3;
  return `${index},Change form ${index % 7},Enhancement,Forms,PC${index % 3},FINISHED,${estimate},${estimate * (1 + (index % 4) / 4)},${day},${day},${day}`;
}

test("the evaluation of estimates compares the product with six baselines", {
  timeout: 120_000,
}, async () => {
  const data = path.join(folder, "tasks.csv");
  const lines = Array.from({ length: 40 }, (_, index) => lineOf(index));
  await writeFile(data, [columns, ...lines].join("\n"));
  const output = await new Promise<string>((resolve, reject) =>
    execFile(process.execPath, ["bench/eval-outcome.ts", "--data", data], (_, stdout, stderr) =>
      // So few tasks miss the limits, which ends it with code 1 and nothing on stderr.
      stderr === "" ? resolve(stdout) : reject(new Error(stderr)),
    ),
  );
  expect(output).toMatch(/^40 finished tasks, 31 questions$/m);
  const table = output.split("\n").filter((line) => /(\s+\d+\.\d{3}){4}$/.test(line));
  expect(table.map((line) => line.split(/\s{2,}/)[0])).toEqual([
    "overall median",
    "category median",
    "median ratio of actual to estimate",
    "10 nearest by text",
    "20 nearest by text",
    "40 nearest by text",
    "product, without the humans' estimate",
    "product, with the humans' estimate",
  ]);
});
