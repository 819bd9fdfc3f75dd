/** Tests of one running service that need it for themselves, in one file because each start is expensive. */
import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { dataDir, killService } from "./own-model-service.ts";
import { runningProcesses } from "./running-processes.ts";

describe("Ask with one's own model", async () => {
  await import("./own-model-tests.ts");
});
describe("the sign-up of an invited person", async () => {
  await import("./invited-sign-up-tests.ts");
});

// Last, because it ends the service.
test("after the service is killed, only its data remains", async () => {
  await killService();
  await expect.poll(() => runningProcesses(dataDir)).toEqual([]);
  expect(existsSync(path.join(dataDir, "postgres"))).toBe(true);
});
