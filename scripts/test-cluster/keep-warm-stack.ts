/** Runs the warm stack until a signal arrives or the stack ends. */
import { rename, rm, writeFile } from "node:fs/promises";
import { startTestStack } from "../../tests/support/test-stack.ts";
import { withLock } from "./cache.ts";
import { KEEPER, STATE, stackKey, type WarmState } from "./warm-stack.ts";

const stopSignal = new Promise<void>((resolve) => {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => resolve());
});

await withLock(KEEPER, async () => {
  // Computed before the start, because a change during the start makes the stack outdated.
  const key = await stackKey();
  const stack = await startTestStack(0);
  try {
    const state: WarmState = { key, stack: await stack.ready };
    await writeFile(`${STATE}.new`, JSON.stringify(state), { mode: 0o600 });
    await rename(`${STATE}.new`, STATE);
    await Promise.race([stopSignal, stack.ended]);
  } finally {
    await rm(STATE, { force: true });
    await stack.stop();
  }
});
process.exit(0);
