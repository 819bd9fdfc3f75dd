import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

/** The time that a program has to shut down before it is killed. */
const GRACE_MS = 15_000;
/** The time for output that a remaining process keeps open. */
const LAST_OUTPUT_MS = 1000;

interface Options {
  args: string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  write(text: Uint8Array): void;
  onMessage?(message: unknown): void;
  /** The program is ended when it sends no message for this long. */
  silentMs: number;
  graceMs?: number;
}

export interface SupervisedRun {
  /** Resolves when the program and everything it started in its group have ended. */
  ended: Promise<"well" | "badly" | "silent">;
  /** Ends the program, with everything it started. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** Runs a Node program that sends a message whenever it makes progress. */
export function supervise(options: Options): SupervisedRun {
  const { args, cwd, env, write, silentMs, graceMs = GRACE_MS } = options;
  const child = spawn(process.execPath, args, {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    // A process group of its own, so that what the program started ends with it.
    detached: true,
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", write);
  const outputEnd = new Promise((resolve) => child.once("close", resolve));
  const exit = new Promise<number | null>((resolve) => {
    child.once("error", () => resolve(1));
    child.once("exit", resolve);
  });

  let isSilent = false;
  const end = async (signal: NodeJS.Signals) => {
    signalGroup(child, signal);
    const cancel = new AbortController();
    await Promise.race([exit, sleep(graceMs, undefined, cancel).catch(() => {})]);
    cancel.abort();
    signalGroup(child, "SIGKILL");
    await exit;
  };
  const silence = setTimeout(() => {
    isSilent = true;
    void end("SIGTERM");
  }, silentMs);
  child.on("message", (message) => {
    silence.refresh();
    options.onMessage?.(message);
  });

  const outcome = exit.then(async (code) => {
    clearTimeout(silence);
    await Promise.race([outputEnd, sleep(LAST_OUTPUT_MS)]);
    signalGroup(child, "SIGKILL");
    if (isSilent) return "silent";
    return code === 0 ? "well" : "badly";
  });
  return { ended: outcome, end };
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // None of its processes remains.
  }
}
