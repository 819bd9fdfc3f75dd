/** How much memory the processes of a running service use, shared pages counted once. Linux only. */
import { readFile } from "node:fs/promises";
import { processes } from "./processes.ts";

export type ProcessName = keyof typeof PROGRAMS | "gateway" | "database";

/** The end of a process's command. */
const PROGRAMS = {
  "data API of others": /data-api-host\.ts$/,
  functions: /functions-host\.ts functions$/,
  "functions of others": /functions-host\.ts functions of everyone but leaders$/,
  "functions for files": /functions-host\.ts functions that read files$/,
  "background functions": /functions-host\.ts background functions$/,
};

/** By process of the service whose gateway is `pid`; empty if the system does not report it. */
export async function memoryOf(pid: number): Promise<Map<ProcessName, number>> {
  const all = await processes();
  const sizes = new Map<ProcessName, number>();
  const add = async (name: ProcessName, own: number) => {
    const bytes = await proportionalSize(own);
    if (bytes > 0) sizes.set(name, (sizes.get(name) ?? 0) + bytes);
  };
  await add("gateway", pid);
  const programs = Object.entries(PROGRAMS) as [keyof typeof PROGRAMS, RegExp][];
  for (const child of all.filter(({ parent }) => parent === pid)) {
    const name = programs.find(([, command]) => command.test(child.command))?.[0];
    if (name !== undefined) await add(name, child.pid);
    else if (/postgres/.test(child.command)) {
      await add("database", child.pid);
      for (const { pid: backend } of all.filter(({ parent }) => parent === child.pid)) {
        await add("database", backend);
      }
    }
  }
  return sizes;
}

async function proportionalSize(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024;
}
