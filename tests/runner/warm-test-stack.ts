/** The stack that stays up between runs, for the first slot that asks; the others start their own. */
import { isWarmStackCurrent, takeWarmStack } from "../../scripts/test-cluster/warm-stack.ts";
import type { TestStack } from "../support/test-stack.ts";

const warm = new WeakSet<TestStack>();

/** Undefined if there is none to use, and in `npm test`, whose stacks are always new. */
export async function warmTestStack(): Promise<TestStack | undefined> {
  if (process.env["TEST_RUN_FOLDER"] !== undefined) return undefined;
  const used = await takeWarmStack((line) => console.error(line));
  if (used === undefined) return undefined;
  const ended = Promise.withResolvers<void>();
  const stack: TestStack = {
    pid: used.pid,
    ready: Promise.resolve(used.stack),
    ended: ended.promise,
    stop: async () => {
      await used.release();
      ended.resolve();
    },
  };
  warm.add(stack);
  return stack;
}

/** Returns whether the stack matches the checkout, and releases a warm stack that does not. */
export async function isCurrent(stack: TestStack): Promise<boolean> {
  if (!warm.has(stack) || (await isWarmStackCurrent())) return true;
  await stack.stop();
  return false;
}
