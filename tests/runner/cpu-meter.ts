import { type ProcessTimes, readProcesses } from "./process-tree.ts";

interface Tree {
  /** The file that pays for the tree from now on. */
  payer: string;
  known: Map<number, ProcessTimes>;
}

/**
 * Attributes the CPU seconds of process trees to payers. A tree is a root process and everything it starts,
 * including processes that leave their parent later. Short-lived processes count through the parent that waits for them; the
 * tree is read often enough to count most other processes.
 */
export class CpuMeter {
  readonly #trees = new Map<number, Tree>();
  readonly #spent = new Map<string, number>();
  readonly #read: () => Map<number, ProcessTimes> | undefined;
  /** Whether this machine reports what its processes use. */
  readonly isAvailable: boolean;

  constructor(read = readProcesses, isAvailable = readProcesses() !== undefined) {
    this.#read = read;
    this.isAvailable = isAvailable;
  }

  /**
   * Charges the tree's use from now on to this payer; its earlier use stays with its former payer. A process that was
   * not followed yet is charged from its beginning.
   */
  charge(root: number, payer: string): void {
    this.sample();
    const tree = this.#trees.get(root);
    if (tree) tree.payer = payer;
    else this.#trees.set(root, { payer, known: new Map() });
  }

  /** Ends the count of a tree with its use so far. */
  leave(root: number): void {
    this.sample();
    this.#trees.delete(root);
  }

  /** CPU seconds that this payer owes. */
  spent(payer: string): number {
    return this.#spent.get(payer) ?? 0;
  }

  sample(): void {
    if (this.#trees.size === 0 || !this.isAvailable) return;
    const processes = this.#read();
    if (processes === undefined) return;
    const children = Map.groupBy(processes.keys(), (pid) => processes.get(pid)?.parent);
    for (const [root, tree] of this.#trees) {
      const members = membersOf(root, tree.known, processes, children);
      this.#spent.set(tree.payer, this.spent(tree.payer) + usedBetween(tree.known, members));
      tree.known = members;
    }
  }
}

/** Descendants of the root and of everything that belonged to its tree before. */
function membersOf(
  root: number,
  before: Map<number, ProcessTimes>,
  processes: Map<number, ProcessTimes>,
  children: Map<number | undefined, number[]>,
): Map<number, ProcessTimes> {
  const members = new Map<number, ProcessTimes>();
  const waitingPids = [root, ...before.keys()].filter((pid) => {
    const knownProcess = before.get(pid);
    return knownProcess === undefined || processes.get(pid)?.start === knownProcess.start;
  });
  for (let pid = waitingPids.pop(); pid !== undefined; pid = waitingPids.pop()) {
    const times = processes.get(pid);
    if (times === undefined || members.has(pid)) continue;
    members.set(pid, times);
    waitingPids.push(...(children.get(pid) ?? []));
  }
  return members;
}

/** CPU seconds between two readings of a tree. */
function usedBetween(before: Map<number, ProcessTimes>, after: Map<number, ProcessTimes>): number {
  let ownTicks = 0;
  let reapedTicks = 0;
  for (const [pid, times] of after) {
    const earlier = before.get(pid);
    ownTicks += times.own - (earlier?.own ?? 0);
    reapedTicks += times.reaped - (earlier?.reaped ?? 0);
  }
  // A process that ended was counted while it ran: its parent's new reaped time contains that again.
  let endedTicks = 0;
  for (const [pid, times] of before) if (!after.has(pid)) endedTicks += times.own + times.reaped;
  return ownTicks + Math.max(0, reapedTicks - endedTicks);
}
