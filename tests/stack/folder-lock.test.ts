/** The lock of a folder has one holder, however many processes take it at once after its holder was killed. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { takeLock } from "../../scripts/stack/postgres/folder-lock.ts";

const PROCESSES = 6;
const TURNS = 15;
/** No process has this number. */
const ENDED_HOLDER = "4194999 1\n";

/** Takes the lock again and again, and leaves it each time as a killed process does. */
const contender = `
  import { rename, rm, writeFile } from "node:fs/promises";
  import { setTimeout as sleep } from "node:timers/promises";
  const [module, folder] = process.argv.slice(1);
  const { takeLock } = await import(module);
  for (let turn = 0; turn < ${TURNS}; ) {
    try {
      await takeLock(folder);
    } catch (error) {
      if (!/in use/.test(String(error))) throw error;
      await sleep(5);
      continue;
    }
    turn++;
    await writeFile(folder + "/holder", "", { flag: "wx" });
    await sleep(2);
    await rm(folder + "/holder");
    await writeFile(folder + "/ended-" + process.pid, ${JSON.stringify(ENDED_HOLDER)});
    await rename(folder + "/ended-" + process.pid, folder + "/lock");
  }
`;

test("a lock whose holder was killed gets one new holder at a time", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "countersign-lock-"));
  try {
    await writeFile(path.join(folder, "lock"), ENDED_HOLDER);
    const module = path.resolve(import.meta.dirname, "../../scripts/stack/postgres/folder-lock.ts");
    const codes = await Promise.all(
      Array.from({ length: PROCESSES }, async () => {
        const args = ["--input-type=module", "--eval", contender, module, folder];
        const [code] = await once(spawn(process.execPath, args, { stdio: "inherit" }), "close");
        return code as number;
      }),
    );
    expect(codes).toEqual(Array(PROCESSES).fill(0));
    const unlock = await takeLock(folder);
    await expect(takeLock(folder)).rejects.toThrow("in use");
    await unlock();
    await (await takeLock(folder))();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
