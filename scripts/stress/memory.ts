/** How much memory the processes of a running service use, shared pages counted once. Linux only. */
import { readdir, readFile } from "node:fs/promises";

export type ProcessName = "gateway" | "functions" | "background" | "database";

interface Process {
  pid: number;
  parent: number;
  command: string;
}

/** By process of the service that `pid` is the gateway of; empty where the system does not say. */
export async function memoryOf(pid: number): Promise<Map<ProcessName, number>> {
  const all = await processes();
  const sizes = new Map<ProcessName, number>();
  const add = async (name: ProcessName, own: number) => {
    const bytes = await proportionalSize(own);
    if (bytes > 0) sizes.set(name, (sizes.get(name) ?? 0) + bytes);
  };
  await add("gateway", pid);
  const functions: ProcessName[] = ["functions", "background"];
  for (const child of all.filter(({ parent }) => parent === pid)) {
    if (child.command.includes("functions-host")) {
      await add(
        child.command.includes("max-old-space-size") ? "background" : "functions",
        child.pid,
      );
    } else if (/postgres/.test(child.command)) {
      await add("database", child.pid);
      for (const { pid: backend } of all.filter(({ parent }) => parent === child.pid)) {
        await add("database", backend);
      }
    }
  }
  return new Map([...sizes].sort(([a], [b]) => functions.indexOf(a) - functions.indexOf(b)));
}

async function processes(): Promise<Process[]> {
  const names = await readdir("/proc").catch(() => []);
  const found = await Promise.all(
    names.filter((name) => /^\d+$/.test(name)).map((name) => describe(Number(name))),
  );
  return found.filter((process) => process !== undefined);
}

async function describe(pid: number): Promise<Process | undefined> {
  try {
    const status = await readFile(`/proc/${pid}/status`, "utf8");
    const command = (await readFile(`/proc/${pid}/cmdline`, "utf8")).replaceAll("\0", " ");
    return { pid, parent: Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]), command };
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}

async function proportionalSize(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024;
}
