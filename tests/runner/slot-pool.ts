/**
 * The workers of the tests. Each runs in a slot, 1 to the number of cores. A suite that needs the
 * service has a stack in each slot, so files that run side by side never share one, and no suite sees
 * the rows that another one leaves. Every file pays for the CPU seconds of its worker, and of the
 * stack while it uses it.
 */
import path from "node:path";
import type { PoolOptions, PoolRunnerInitializer, WorkerRequest } from "vitest/node";
import { ForksPoolWorker } from "vitest/node";
import { startTestStack, type TestStack } from "../support/test-stack.ts";
import { CpuMeter } from "./cpu-meter.ts";
import { isCurrent, warmTestStack } from "./warm-test-stack.ts";

const PROJECT = path.resolve(import.meta.dirname, "../..");
/** Frequent enough to lose little of a process without a waiting parent. */
const SAMPLE_MS = 2500;
/** Pays for the stacks' use outside of tests, mostly their start. */
export const STACKS = "stacks";

export const meter = new CpuMeter();
const sampleTimer = setInterval(() => meter.sample(), SAMPLE_MS);
sampleTimer.unref();

/** By suite and slot. */
const stacks = new Map<string, Promise<TestStack>>();

/** Workers of a suite. With `stackOf`, `inject("stack")` answers the suite's stack of the worker's slot. */
export function slotPool({ stackOf }: { stackOf?: string } = {}): PoolRunnerInitializer {
  const name = stackOf ? `slot-with-stack-of-${stackOf}` : "slot";
  return { name, createPoolWorker: (options) => new SlotWorker(name, options, stackOf) };
}

export async function stopStacks(): Promise<void> {
  clearInterval(sampleTimer);
  const startResults = await Promise.allSettled(stacks.values());
  await Promise.all(
    startResults.map((stack) => (stack.status === "fulfilled" ? stack.value.stop() : undefined)),
  );
}

class SlotWorker extends ForksPoolWorker {
  override readonly name: string;
  readonly #stackOf: string | undefined;
  #slot = 0;
  #pid = 0;
  #stackPid: number | undefined;
  #hasLostStack = false;

  constructor(name: string, options: PoolOptions, stackOf: string | undefined) {
    super(options);
    this.name = name;
    this.#stackOf = stackOf;
  }

  override async start(): Promise<void> {
    await super.start();
    // Private in the types alone; there is no other way to the process.
    const fork = this["fork"];
    this.#pid = fork.pid ?? 0;
    fork.on("message", (message: { type?: string }) => {
      if (message?.type === "testfileFinished") this.#endFile();
    });
  }

  override send(message: WorkerRequest): void {
    if (message.type === "start") this.#slot = message.poolId;
    if (message.type !== "run" && message.type !== "collect") {
      super.send(message);
      return;
    }
    const file = path.relative(PROJECT, message.context.files[0]?.filepath ?? "");
    meter.charge(this.#pid, file);
    if (this.#stackOf === undefined) {
      super.send(message);
      return;
    }
    this.#stack(file).then(
      (stack) => {
        const providedContext = { ...message.context.providedContext, stack };
        super.send({ ...message, context: { ...message.context, providedContext } });
      },
      (error) => this["_errorEmitter"].emit("error", error),
    );
  }

  override async stop(): Promise<void> {
    this.#endFile();
    meter.leave(this.#pid);
    await super.stop();
  }

  /** Shared modules keep the address of their first stack. */
  canReuse(): boolean {
    return !this.#hasLostStack;
  }

  async #stack(file: string) {
    const stack = await runningStack(this.#stackOf ?? "", this.#slot);
    stack.ended.then(() => {
      this.#hasLostStack = true;
    });
    const ready = await stack.ready;
    meter.charge(stack.pid, file);
    this.#stackPid = stack.pid;
    return ready;
  }

  #endFile(): void {
    meter.sample();
    if (this.#stackPid !== undefined) meter.charge(this.#stackPid, STACKS);
    this.#stackPid = undefined;
  }
}

/** The suite's stack of a slot, started by the first file that needs it. One that ended or is old is restarted. */
async function runningStack(suite: string, slot: number): Promise<TestStack> {
  const key = `${suite} ${slot}`;
  const current = stacks.get(key);
  if (current && (await isCurrent(await current))) return current;
  const newStack = warmOrOwnStack(slot).then((stack) => {
    meter.charge(stack.pid, STACKS);
    stack.ended.then(() => {
      meter.leave(stack.pid);
      stacks.delete(key);
    });
    return stack;
  });
  stacks.set(key, newStack);
  return newStack;
}

async function warmOrOwnStack(slot: number): Promise<TestStack> {
  return (await warmTestStack()) ?? (await startTestStack(slot));
}
