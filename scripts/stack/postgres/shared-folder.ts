/** Folders that another user of the system may enter. Those of root often cannot be entered. */
import * as fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";

export interface ServerUser {
  uid: number;
  gid: number;
}

/** A folder outside the checkout that every user may enter and that survives a reboot. */
export async function sharedFolder(): Promise<string> {
  for (const base of ["/var/lib", "/var/tmp", os.tmpdir()]) {
    const folder = path.join(base, "countersign");
    try {
      await fs.mkdir(folder, { recursive: true });
      await fs.chmod(folder, 0o755);
      if (await canEnter(folder, undefined)) return folder;
    } catch {
      // Tries the next candidate.
    }
  }
  throw new Error("This machine has no folder that the database server may enter.");
}

/** Whether `user` (every user if undefined) may enter `folder` and all folders above it. */
export async function canEnter(folder: string, user: ServerUser | undefined): Promise<boolean> {
  for (let at = await fs.realpath(folder); ; at = path.dirname(at)) {
    const { mode, uid, gid } = await fs.stat(at);
    const owns = user?.uid === uid && (mode & 0o100) !== 0;
    const shares = user?.gid === gid && (mode & 0o010) !== 0;
    if (!owns && !shares && (mode & 0o001) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
}
