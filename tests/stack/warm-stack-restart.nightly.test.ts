/** In npm test, warm-stack.test.ts proves that another environment makes a warm stack outdated. */
import { existsSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { answers, lines, log, warm } from "./warm-stack-folder.ts";

test("an outdated warm stack is started again", async () => {
  const first = await warm.startWarmStack(log);
  vi.stubEnv("SERVICE_INGEST_RATE_LIMIT", "5");
  const second = await warm.takeWarmStack(log);
  expect(lines).toEqual([
    "The checkout has changed since the warm stack was started: restarting it.",
  ]);
  expect(second?.stack.data_dir).not.toBe(first.data_dir);
  expect(await answers(second?.stack.url as string)).toBe(true);
  expect(await answers(first.url)).toBe(false);
  expect(existsSync(first.data_dir)).toBe(false);
  await second?.release();
});
