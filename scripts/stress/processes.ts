/** The processes of this machine. Linux only: empty elsewhere. */
import { readdir, readFile } from "node:fs/promises";

export interface Process {
  pid: number;
  parent: number;
  command: string;
}

export async function processes(): Promise<Process[]> {
  const names = await readdir("/proc").catch(() => []);
  const processes = await Promise.all(
    names.filter((name) => /^\d+$/.test(name)).map((name) => describe(Number(name))),
  );
  return processes.filter((process) => process !== undefined);
}

/** A process and all that descend from it. */
export function familyOf(pid: number, all: Process[]): number[] {
  const children = all.filter(({ parent }) => parent === pid);
  return [pid, ...children.flatMap((child) => familyOf(child.pid, all))];
}

async function describe(pid: number): Promise<Process | undefined> {
  try {
    const status = await readFile(`/proc/${pid}/status`, "utf8");
    const command = (await readFile(`/proc/${pid}/cmdline`, "utf8")).replaceAll("\0", " ").trim();
    return { pid, parent: Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]), command };
  } catch {
    // It has ended in the meantime.
    return undefined;
  }
}
