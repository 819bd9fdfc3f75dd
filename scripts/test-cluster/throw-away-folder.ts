/** Where tests put the databases that they throw away. */
import * as fs from "node:fs/promises";
import os from "node:os";

const MEMORY = "/dev/shm";
/** Enough for two stacks and two servers with their logs. */
const NEEDED_BYTES = 6 * 2 ** 30;

/**
 * The folder of the run, or else a file system in memory. A database has more than a thousand files, and on a disk it
 * takes longer to create and delete them than to run a test.
 */
export async function throwAwayFolder(): Promise<string> {
  return process.env["TEST_RUN_FOLDER"] ?? ((await hasRoom(MEMORY)) ? MEMORY : os.tmpdir());
}

async function hasRoom(folder: string): Promise<boolean> {
  try {
    await fs.access(folder, fs.constants.W_OK | fs.constants.X_OK);
    const { bavail, bsize } = await fs.statfs(folder);
    return Math.min(bavail * bsize, process.availableMemory()) >= NEEDED_BYTES;
  } catch {
    return false;
  }
}
