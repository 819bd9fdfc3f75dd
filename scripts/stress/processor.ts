/** The shares of the processors that the service, the attack and other programs use. Linux only. */
import { readFile } from "node:fs/promises";
import { familyOf, processes } from "./processes.ts";

const NAMES = ["service", "attack", "other programs"] as const;
export type ProcessorUse = Record<(typeof NAMES)[number], number>;

/** Times in ticks, since the start of each process. */
interface Reading {
  ticks: ProcessorUse;
  all: number;
}

/** Starts measuring. The returned function reports the share of all processors that each has used since then. */
export async function measureProcessor(
  service: number,
  attack?: number,
): Promise<() => Promise<ProcessorUse | undefined>> {
  const before = await readTicks(service, attack);
  return async () => {
    const after = await readTicks(service, attack);
    if (before === undefined || after === undefined || after.all === before.all) return undefined;
    const share = (name: (typeof NAMES)[number]) =>
      Math.max(after.ticks[name] - before.ticks[name], 0) / (after.all - before.all);
    return Object.fromEntries(NAMES.map((name) => [name, share(name)])) as ProcessorUse;
  };
}

async function readTicks(
  service: number,
  attack: number | undefined,
): Promise<Reading | undefined> {
  const machine = await readFile("/proc/stat", "utf8").catch(() => undefined);
  if (machine === undefined) return undefined;
  // user, nice, system, idle, waiting for input, interrupts, soft interrupts, stolen
  const [user = 0, nice = 0, system = 0, idle = 0, io = 0, irq = 0, soft = 0, stolen = 0] =
    machine.split("\n")[0]?.split(/\s+/).slice(1).map(Number) ?? [];
  const usedTicks = user + nice + system + irq + soft + stolen;
  const processList = await processes();
  const of = async (pids: number[]) =>
    (await Promise.all(pids.map(ticksOf))).reduce((sum, ticks) => sum + ticks, 0);
  const ofService = await of(familyOf(service, processList));
  const ofAttack = attack === undefined ? 0 : await of(familyOf(attack, processList));
  const own = await of([process.pid]);
  return {
    ticks: {
      service: ofService,
      attack: ofAttack,
      "other programs": usedTicks - ofService - ofAttack - own,
    },
    all: usedTicks + idle + io,
  };
}

/** Counts the process and its children that have ended. */
async function ticksOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The second field is a name in parentheses, which may contain anything.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return fields.slice(11, 15).reduce((sum, ticks) => sum + (Number(ticks) || 0), 0);
}
