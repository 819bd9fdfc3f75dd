/** A warm stack in a folder of the test's own. */
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, vi } from "vitest";
import { temporaryFolder } from "./temporary-folder.ts";

let folder: string;
export let warm: typeof import("../../scripts/test-cluster/warm-stack.ts");
export const lines: string[] = [];
export const log = (line: string) => lines.push(line);

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

export const answers = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
