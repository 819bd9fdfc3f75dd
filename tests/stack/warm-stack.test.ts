/** Takes a warm stack from the files that its keeper writes; warm-stack.nightly.test.ts starts a real one. */
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { takeLock } from "../../scripts/stack/postgres/folder-lock.ts";
import { closureOf } from "./imports.ts";
import { lines, log, warm } from "./warm-stack-folder.ts";

const PROJECT = path.resolve(import.meta.dirname, "../..");

test("a current warm stack serves one run after another until its keeper ends", async () => {
  // Yesterday's stack is outdated, so the test must not pass midnight.
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  expect(await warm.takeWarmStack(log)).toBeUndefined();
  expect(await warm.stopWarmStack()).toBe(false);

  await mkdir(warm.KEEPER, { recursive: true });
  const endKeeper = await takeLock(warm.KEEPER);
  const stack = {
    url: "http://127.0.0.1:9",
    publishable_key: "",
    secret_key: "",
    database_url: "",
    users: [],
    vendor_ports: { clickup: 9, google: 9 },
    data_dir: path.join(path.dirname(warm.STATE), "stack/data"),
  };
  await writeFile(warm.STATE, JSON.stringify({ key: await warm.stackKey(), stack }));
  expect(await warm.startWarmStack(log)).toEqual(stack);
  const lease = await warm.takeWarmStack(log);
  expect(lease?.stack).toEqual(stack);
  expect(await warm.takeWarmStack(log)).toBeUndefined();
  await lease?.release();
  const nextStack = await warm.takeWarmStack(log);
  expect(nextStack?.stack).toEqual(stack);
  await nextStack?.release();
  expect(lines).toEqual([]);

  // The environment of the functions is part of the key.
  vi.stubEnv("SERVICE_INGEST_RATE_LIMIT", "5");
  expect(await warm.isWarmStackCurrent()).toBe(false);
  vi.stubEnv("SERVICE_INGEST_RATE_LIMIT", undefined);
  expect(await warm.isWarmStackCurrent()).toBe(true);

  await endKeeper();
  expect(await warm.isWarmStackCurrent()).toBe(false);
  expect(await warm.takeWarmStack(log)).toBeUndefined();
});

test.each(["scripts/start.ts", "tests/support/test-stack.ts"])(
  "a change to any file that %s imports makes a warm stack outdated",
  async (name) => {
    const files = await closureOf(path.join(PROJECT, name));
    const isWatched = (file: string) =>
      warm.warmSources.some((source) => `${file}/`.startsWith(`${source}/`));
    const otherFiles = files
      .map((file) => path.relative(PROJECT, file))
      .filter((name) => !isWatched(name));
    expect(otherFiles).toEqual([]);
    expect(files.length).toBeGreaterThan(5);
  },
);
