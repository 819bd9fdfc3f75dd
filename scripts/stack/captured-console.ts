/**
 * Sends the console output of libraries to a log file, because the terminal is for the stack's own messages. Lite
 * prints every database error, and the HTTP server every disconnected client.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { LogFile } from "./log-file.ts";

const METHODS = ["log", "info", "warn", "error", "debug"] as const;
const currentLog = new AsyncLocalStorage<Pick<LogFile, "write">>();
let isInstalled = false;

/** Discards unneeded output. */
export const NO_LOG: Pick<LogFile, "write"> = { write: () => {} };

/** Runs something and sends all its `console` output, now and later, to the log. */
export function captureConsole<T>(log: Pick<LogFile, "write">, run: () => T): T {
  if (!isInstalled) {
    isInstalled = true;
    for (const method of METHODS) {
      const print = console[method].bind(console);
      console[method] = (...values: unknown[]) => {
        const target = currentLog.getStore();
        if (target === undefined) print(...values);
        else target.write(...values);
      };
    }
  }
  return currentLog.run(log, run);
}
