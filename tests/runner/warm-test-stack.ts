/** The stack that stays up between runs. The first slot that asks gets it; other slots start their own. */
import { isWarmStackCurrent, takeWarmStack } from "../../scripts/test-cluster/warm-stack.ts";
import type { TestStack } from "../support/test-stack.ts";

const warm = new WeakSet<TestStack>();

/** Undefined if there is no warm stack, and in `npm test`, whose stacks are always new. */
export async function warmTestStack(): Promise<TestStack | undefined> {
  if (process.env["TEST_RUN_FOLDER"] !== undefined) return undefined;
  const warmStack = await takeWarmStack((line) => console.error(line));
  if (warmStack === undefined) return undefined;
  const end = Promise.withResolvers<void>();
  const stack: TestStack = {
    pid: warmStack.pid,
    ready: Promise.resolve(warmStack.stack),
    ended: end.promise,
    stop: async () => {
      await warmStack.release();
      end.resolve();
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
