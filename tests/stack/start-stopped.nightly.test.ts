/**
 * A start that is stopped while it prepares its own database. In npm test, start-refused.test.ts stops one that waits for
 * a database.
 */
import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { cloneDataFolder } from "../../scripts/test-cluster/clusters.ts";
import { runningProcesses } from "./running-processes.ts";
import { command, folder, TIMEOUT_MS } from "./start-command.ts";

test("npm start stops while it applies migrations", async () => {
  const dataDir = path.join(folder, "early");
  await cloneDataFolder(dataDir);
  const starting = command("start.ts", ["--port", "0", "--data", dataDir]);
  await expect
    .poll(starting.output, { timeout: TIMEOUT_MS, interval: 10 })
    .toContain("Applying migrations");
  starting.child.kill("SIGINT");
  expect(await starting.ended).toBe(0);
  expect(runningProcesses(dataDir)).toEqual([]);
  expect(existsSync(path.join(dataDir, "lock"))).toBe(false);
});
