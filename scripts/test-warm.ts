/**
 * npm run test:warm [-- --stop]
 *
 * Starts a stack that stays up, so that a test file which needs one begins at once, or stops it.
 */
import { startWarmStack, stopWarmStack } from "./test-cluster/warm-stack.ts";

const flags = process.argv.slice(2);
if (flags.length > 1 || (flags[0] !== undefined && flags[0] !== "--stop")) {
  console.error("npm run test:warm [-- --stop]");
  process.exit(2);
}
if (flags[0] === "--stop") {
  console.log((await stopWarmStack()) ? "The warm stack is stopped." : "There is no warm stack.");
} else {
  const { url } = await startWarmStack(console.log);
  console.log(`The warm stack is at ${url}. npm run test:warm -- --stop stops it.`);
}
process.exit(0);
