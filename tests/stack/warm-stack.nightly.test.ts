/**
 * A warm stack that is really started. In npm test, warm-stack.test.ts proves who gets a stack and when it is outdated,
 * with a stack that another process has started.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { answers, lines, log, warm } from "./warm-stack-folder.ts";

const DAY_MS = 86_400_000;
/** Longer than the test takes. */
const LONG_MS = 3 * 60_000;
const PROJECT = path.resolve(import.meta.dirname, "../..");

/** The address that another run gets, or nothing. */
async function takeInAnotherProcess(): Promise<string> {
  const program = `
    import { takeWarmStack } from ${JSON.stringify(path.join(PROJECT, "scripts/test-cluster/warm-stack.ts"))};
    const lease = await takeWarmStack(console.log);
    console.log(lease?.stack.url ?? "nothing");
    process.exit(0);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program]);
  let output = "";
  child.stdout.on("data", (text) => {
    output += text;
  });
  await new Promise((resolve) => child.once("close", resolve));
  return output.trim();
}

test("a warm stack serves one run after another until it is old, killed or stopped", async () => {
  // A stack of yesterday is outdated, so a test that would run past midnight begins after it.
  const untilMidnight = DAY_MS - (Date.now() % DAY_MS);
  if (untilMidnight < LONG_MS) await sleep(untilMidnight);
  expect(await warm.takeWarmStack(log)).toBeUndefined();
  expect(await warm.stopWarmStack()).toBe(false);

  const first = await warm.startWarmStack(log);
  expect(await warm.startWarmStack(log)).toEqual(first);
  const lease = await warm.takeWarmStack(log);
  expect(lease?.stack).toEqual(first);
  expect(await warm.takeWarmStack(log)).toBeUndefined();
  expect(await takeInAnotherProcess()).toBe(
    "Another run uses the warm stack: this one starts its own.\nnothing",
  );
  await lease?.release();
  expect(await takeInAnotherProcess()).toBe(first.url);
  expect(lines).toEqual([]);

  // The environment of the functions is part of the key.
  vi.stubEnv("SERVICE_INGEST_RATE_LIMIT", "5");
  expect(await warm.isWarmStackCurrent()).toBe(false);
  vi.stubEnv("SERVICE_INGEST_RATE_LIMIT", undefined);
  expect(await warm.isWarmStackCurrent()).toBe(true);

  const [keeper] = (await readFile(path.join(warm.KEEPER, "lock"), "utf8")).split(" ");
  process.kill(Number(keeper), "SIGKILL");
  await expect.poll(() => warm.isWarmStackCurrent()).toBe(false);
  expect(await warm.takeWarmStack(log)).toBeUndefined();
  expect(await answers(first.url)).toBe(true);
  expect(await warm.stopWarmStack()).toBe(true);
  expect(await answers(first.url)).toBe(false);
  expect(existsSync(first.data_dir)).toBe(false);
  expect(await warm.stopWarmStack()).toBe(false);
});
