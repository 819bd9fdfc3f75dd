import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { CpuMeter } from "../../runner/cpu-meter.ts";
import { type ProcessTimes, parseStat } from "../../runner/process-tree.ts";

const init = { parent: 0, start: 1, own: 50, reaped: 900 };

/** A meter on a machine that shows one reading after the other, and the last one from then on. */
function meterOf(...readings: Record<number, Partial<ProcessTimes>>[]): CpuMeter {
  let next = 0;
  return new CpuMeter(() => {
    const reading = readings[Math.min(next++, readings.length - 1)] ?? {};
    const entries = Object.entries(reading).map(
      ([pid, times]) =>
        [Number(pid), { parent: 1, start: 7, own: 0, reaped: 0, ...times }] as const,
    );
    return new Map([[1, init], ...entries]);
  }, true);
}

test("a process is charged from its beginning, with its descendants and nothing else", () => {
  const meter = meterOf({
    10: { own: 2 },
    11: { parent: 10, own: 3 },
    12: { parent: 11, own: 4, reaped: 1 },
    20: { own: 100 },
  });
  meter.charge(10, "a");
  meter.sample();
  meter.sample();
  expect(meter.spent("a")).toBe(10);
  expect(meter.spent("b")).toBe(0);
});

test("after a change of payer, the new payer is charged for further use by the tree", () => {
  const meter = meterOf({ 10: { own: 2 } }, { 10: { own: 5 } }, { 10: { own: 9 } });
  meter.charge(10, "a");
  meter.sample();
  meter.charge(10, "b");
  meter.sample();
  expect([meter.spent("a"), meter.spent("b")]).toEqual([5, 4]);
});

describe("a child that ended", () => {
  const running = { 10: { own: 1 }, 11: { parent: 10, own: 4 } };

  test("counts once when its parent waited for it, with what it used since the last reading", () => {
    const meter = meterOf(running, { 10: { own: 1, reaped: 6 } });
    meter.charge(10, "a");
    meter.sample();
    meter.sample();
    expect(meter.spent("a")).toBe(7);
  });

  test("keeps its share when no process waited for it", () => {
    const meter = meterOf(running, { 10: { own: 1 } });
    meter.charge(10, "a");
    meter.sample();
    meter.sample();
    expect(meter.spent("a")).toBe(5);
  });

  test("is not confused with a process that has its id now", () => {
    const meter = meterOf(running, { 10: { own: 1 }, 11: { parent: 1, start: 99, own: 70 } });
    meter.charge(10, "a");
    meter.sample();
    meter.sample();
    expect(meter.spent("a")).toBe(5);
  });
});

test("a process that outlives its parent still belongs to the tree", () => {
  const meter = meterOf({ 10: {}, 11: { parent: 10, own: 1 } }, { 11: { parent: 1, own: 8 } });
  meter.charge(10, "a");
  meter.sample();
  meter.sample();
  expect(meter.spent("a")).toBe(8);
});

test("a tree whose count has ended is charged no more", () => {
  const meter = meterOf({ 10: { own: 3 } }, { 10: { own: 30 } });
  meter.charge(10, "a");
  meter.leave(10);
  meter.sample();
  expect(meter.spent("a")).toBe(3);
});

test("the name of a program may contain the separators of fields", () => {
  const fields = [
    "S",
    42,
    ...Array.from({ length: 9 }, () => 0),
    150,
    50,
    1000,
    7,
    0,
    0,
    0,
    0,
    314,
  ];
  expect(parseStat(`99 (a) b (c)) ${fields.join(" ")} 0 0`)).toEqual({
    parent: 42,
    start: 314,
    own: 2,
    reaped: 10.07,
  });
});

test.runIf(existsSync("/proc/self/stat"))("a real process and its child are measured", async () => {
  const meter = new CpuMeter();
  const burn = "while (process.cpuUsage().user < 100_000);";
  const child = spawn(
    process.execPath,
    [
      "-e",
      `require("node:child_process").spawnSync(process.execPath, ["-e", ${JSON.stringify(burn)}]);
       ${burn} console.log("burnt"); setInterval(() => {}, 1000);`,
    ],
    { stdio: ["ignore", "pipe", "ignore"] },
  );
  meter.charge(child.pid as number, "it");
  await once(child.stdout, "data");
  meter.sample();
  child.kill("SIGKILL");
  expect(meter.spent("it")).toBeGreaterThan(0.18);
});
