/** How much memory the processes of a running service use, shared pages counted once. Linux only. */
import { readFile } from "node:fs/promises";
import { processes } from "./processes.ts";

/** By process of the service whose gateway is `pid`; empty if the system does not report it. */
export async function memoryOf(pid: number): Promise<Map<string, number>> {
  const processList = await processes();
  const sizes = new Map<string, number>();
  const add = async (name: string, processId: number) => {
    const bytes = await proportionalSize(processId);
    if (bytes > 0) sizes.set(name, (sizes.get(name) ?? 0) + bytes);
  };
  await add("gateway", pid);
  for (const child of processList.filter(({ parent }) => parent === pid)) {
    const name = nameOf(child.command);
    if (name !== undefined) await add(name, child.pid);
    else if (/postgres/.test(child.command)) {
      await add("database", child.pid);
      for (const { pid: backend } of processList.filter(({ parent }) => parent === child.pid)) {
        await add("database", backend);
      }
    }
  }
  return sizes;
}

/** The name that the service gave to a process, at the end of its command. */
function nameOf(command: string): string | undefined {
  if (command.endsWith("data-api-host.ts")) return "data API of everyone but leaders";
  return /functions-host\.ts (.+)$/.exec(command)?.[1];
}

async function proportionalSize(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024;
}
