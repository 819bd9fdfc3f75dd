/**
 * node scripts/vendors/run.ts [--port N] [--seed N]
 *
 * The simulated vendors, until Ctrl-C or the end of the program that forked them: prints their addresses, and
 * sends pushes to subscribers.
 */
import { parseArgs } from "node:util";
import { credentials, startVendors } from "./simulator.ts";

const DELIVERY_MS = 500;
const { values } = parseArgs({
  options: { port: { type: "string", default: "54380" }, seed: { type: "string", default: "1" } },
});

const vendors = await startVendors({ port: Number(values.port), seed: Number(values.seed) });
console.log("The simulated vendors are ready:");
for (const [name, url] of Object.entries(vendors.baseUrls))
  console.log(`  ${name.padEnd(16)} ${url}`);
console.log(`  ${"Google tokens".padEnd(16)} ${vendors.googleTokenUrl}`);
console.log(`  ${"Microsoft login".padEnd(16)} ${vendors.microsoftLoginUrl}`);
console.log("Their accounts:");
for (const [name, secret] of Object.entries(credentials))
  console.log(`  ${name.padEnd(16)} ${secret}`);
// The program that started this process, if it listens.
process.send?.({ ...vendors.baseUrls, "google-token": vendors.googleTokenUrl });

let reportedCount = 0;
const timer = setInterval(async () => {
  await vendors.subscriptions.deliver();
  for (const { vendor, method, path, problem } of vendors.violations.slice(reportedCount)) {
    console.log(`${vendor ?? "unknown vendor"} refused ${method} ${path}: ${problem}`);
  }
  reportedCount = vendors.violations.length;
  if (vendors.brokenAnswers.length > 0) await end();
}, DELIVERY_MS);

async function end(): Promise<void> {
  clearInterval(timer);
  try {
    await vendors.stop();
    process.exit(0);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, end);
process.once("disconnect", end);
