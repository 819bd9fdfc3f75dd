/** Runs the simulated vendors of `npm start -- --vendors` in a separate process. Ending it shows how syncs fail. */
import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

const PROGRAM = path.resolve(import.meta.dirname, "../../vendors/run.ts");

/** The connected vendors, each with the environment variable that gives the functions its address. */
export const simulatedProviders = {
  linear: "LINEAR_API_URL",
  harvest: "HARVEST_API_URL",
  google_calendar: "GOOGLE_CALENDAR_API_URL",
  resend: "RESEND_API_URL",
  fathom: "FATHOM_API_URL",
  google_drive: "GOOGLE_DRIVE_API_URL",
  hubspot: "HUBSPOT_API_URL",
} as const;
export type SimulatedProvider = keyof typeof simulatedProviders;

export interface VendorsProcess {
  pid: number | undefined;
  /** Environment variables with the addresses of the vendors. */
  env: Record<string, string>;
  /** Resolves when the process has ended, even without `stop`. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

export async function startVendorsProcess(): Promise<VendorsProcess> {
  const child = fork(PROGRAM, ["--port", "0"], {
    // Detached, so that Ctrl-C reaches only `npm start`, which ends its parts in order.
    detached: true,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const exit = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const [addresses] = await Promise.race([
    once(child, "message"),
    exit.then(() => {
      throw new Error("The simulated vendors could not be started.");
    }),
  ]);
  return {
    pid: child.pid,
    env: Object.fromEntries(
      Object.entries({ ...simulatedProviders, google_token: "GOOGLE_TOKEN_URL" }).map(
        ([provider, name]) => [name, addresses[provider.replaceAll("_", "-")]],
      ),
    ),
    ended: exit,
    async stop() {
      if (child.connected) child.disconnect();
      const killTimer = setTimeout(() => child.kill("SIGKILL"), 2000);
      await exit;
      clearTimeout(killTimer);
    },
  };
}
