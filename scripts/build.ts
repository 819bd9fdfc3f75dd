/** `npm run build`: writes the console to web/dist, for a static host. */
import path from "node:path";
import { parseArgs } from "node:util";
import { buildConsole } from "./stack/console-build.ts";

const { values } = parseArgs({ options: { help: { type: "boolean", default: false } } });
if (values.help) {
  console.log("npm run build\n\n  writes the console to web/dist, for a static host");
  process.exit(0);
}
try {
  console.log(`The console is in ${path.relative(process.cwd(), await buildConsole())}.`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
