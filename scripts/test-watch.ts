/**
 * npm run test:watch [-- <files or flags of vitest>]
 *
 * Runs the tests that depend on what has changed, now and after every change, with a stack that keeps running
 * afterwards. npm run test:warm -- --stop stops it.
 */
import { spawn } from "node:child_process";
import path from "node:path";
import { startWarmStack } from "./test-cluster/warm-stack.ts";

const VITEST = path.resolve(import.meta.dirname, "../node_modules/vitest/vitest.mjs");

await startWarmStack(console.log);
// The flag comes last, because it would take a following file name for a revision.
const args = [VITEST, "watch", ...process.argv.slice(2), "--changed"];
const watching = spawn(process.execPath, args, { stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => watching.kill(signal));
}
watching.once("exit", (code) => process.exit(code ?? 1));
