import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { closureOf } from "./imports.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const PROJECT = path.resolve(import.meta.dirname, "../..");
let folder: string;
let warm: typeof import("../../scripts/test-cluster/warm-stack.ts");
const lines: string[] = [];
const log = (line: string) => lines.push(line);

beforeAll(async () => {
  folder = await temporaryFolder("warm");
  vi.stubEnv("WARM_STACK_FOLDER", folder);
  warm = await import("../../scripts/test-cluster/warm-stack.ts");
});
afterAll(async () => {
  await warm.stopWarmStack();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

const answers = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

/** The address that another run gets, or nothing. */
async function takenByAnother(): Promise<string> {
  const program = `
    import { takeWarmStack } from ${JSON.stringify(path.join(PROJECT, "scripts/test-cluster/warm-stack.ts"))};
    const taken = await takeWarmStack(console.log);
    console.log(taken?.stack.url ?? "nothing");
    process.exit(0);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program]);
  let output = "";
  child.stdout.on("data", (text) => {
    output += text;
  });
  await new Promise((resolve) => child.once("close", resolve));
  return output.trim();
}

test("a warm stack serves one run after the other until it is old, killed or stopped", async () => {
  expect(await warm.takeWarmStack(log)).toBeUndefined();
  expect(await warm.stopWarmStack()).toBe(false);

  const first = await warm.startWarmStack(log);
  expect(await warm.startWarmStack(log)).toEqual(first);
  const taken = await warm.takeWarmStack(log);
  expect(taken?.stack).toEqual(first);
  expect(await warm.takeWarmStack(log)).toBeUndefined();
  expect(await takenByAnother()).toBe(
    "Another run uses the warm stack: this one starts its own.\nnothing",
  );
  await taken?.release();
  expect(await takenByAnother()).toBe(first.url);
  expect(lines).toEqual([]);

  // The environment of the functions is part of the key.
  vi.stubEnv("SERVICE_INGEST_RATE_LIMIT", "5");
  expect(await warm.isWarmStackCurrent()).toBe(false);
  const second = await warm.takeWarmStack(log);
  expect(lines).toEqual([
    "The checkout has changed since the warm stack was started: starting it again.",
  ]);
  expect(second?.stack.data_dir).not.toBe(first.data_dir);
  expect(await answers(second?.stack.url as string)).toBe(true);
  expect(await answers(first.url)).toBe(false);
  expect(existsSync(first.data_dir)).toBe(false);
  await second?.release();

  const [keeper] = (await readFile(path.join(warm.KEEPER, "lock"), "utf8")).split(" ");
  process.kill(Number(keeper), "SIGKILL");
  await expect.poll(() => warm.isWarmStackCurrent()).toBe(false);
  expect(await warm.takeWarmStack(log)).toBeUndefined();
  expect(await answers(second?.stack.url as string)).toBe(true);
  expect(await warm.stopWarmStack()).toBe(true);
  expect(await answers(second?.stack.url as string)).toBe(false);
  expect(existsSync(second?.stack.data_dir as string)).toBe(false);
  expect(await warm.stopWarmStack()).toBe(false);
});

test.each(["scripts/start.ts", "tests/support/test-stack.ts"])(
  "a change of any file that %s imports makes a warm stack outdated",
  async (name) => {
    const files = await closureOf(path.join(PROJECT, name));
    const isWatched = (file: string) =>
      warm.warmSources.some((source) => `${file}/`.startsWith(`${source}/`));
    const others = files
      .map((file) => path.relative(PROJECT, file))
      .filter((one) => !isWatched(one));
    expect(others).toEqual([]);
    expect(files.length).toBeGreaterThan(5);
  },
);
