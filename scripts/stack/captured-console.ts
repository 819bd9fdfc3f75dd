/**
 * Sends what libraries print while they work for us to a log file. Lite prints every database error,
 * the HTTP server every client that left; a terminal is for what the stack itself says.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { LogFile } from "./log-file.ts";

const METHODS = ["log", "info", "warn", "error", "debug"] as const;
const capturing = new AsyncLocalStorage<Pick<LogFile, "write">>();
let installed = false;

/** Where prints go that nobody needs. */
export const NOWHERE: Pick<LogFile, "write"> = { write: () => {} };

/** Runs something; whatever it prints by `console`, now or later, goes to the log. */
export function captureConsole<T>(log: Pick<LogFile, "write">, run: () => T): T {
  if (!installed) {
    installed = true;
    for (const method of METHODS) {
      const print = console[method].bind(console);
      console[method] = (...values: unknown[]) => {
        const target = capturing.getStore();
        if (target === undefined) print(...values);
        else target.write(...values);
      };
    }
  }
  return capturing.run(log, run);
}
