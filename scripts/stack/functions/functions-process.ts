/**
 * A Deno process that runs Edge Functions. It is restarted when it dies or is caught in an endless loop.
 * Background functions have a separate process, because a crafted file can kill the process that reads it.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { LogFile } from "../log-file.ts";
import { lowerSessionPriority } from "../process-priority.ts";

const PROJECT = path.resolve(import.meta.dirname, "../../..");
const HOST_PROGRAM = path.join(import.meta.dirname, "functions-host.ts");
const START_SECONDS = 20;
const PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;
const STEADY_MS = 10_000;
const BEATS_MISSED = 5;
const BEAT = '{"beat":true}';

export interface FunctionsProcess {
  /** The current address of the functions. Waits for a start in progress. Undefined if no process runs. */
  address(): Promise<{ origin: string; headers: Record<string, string> } | undefined>;
  pid(): number | undefined;
  stop(): Promise<void>;
}

export interface FunctionsOptions {
  /** Folder with one folder per function and a deno.json. */
  functions: string;
  /** The whole environment of the functions. */
  env: Record<string, string>;
  /** Addresses they may connect to, as host and port. */
  reach: string[];
  /** Deno's cache of compiled modules. */
  cache: string;
  log: LogFile;
  /** Its name in the log; `functions` when absent. */
  name?: string;
  /** The memory limit for JavaScript's objects, in MiB; a process that needs more dies. */
  heapMb?: number;
  /** The process is ended after this time without a heartbeat; never if absent. */
  silenceMs?: number;
  /** Half of the pause before the first restart. Each later pause is twice as long as the one before. */
  pauseMs?: number;
  /** Whether it yields to other processes. */
  hasLowPriority?: boolean;
}

/** A process that starts when it is first needed, and costs neither time nor memory until then. */
export function startFunctionsLater(options: FunctionsOptions): FunctionsProcess {
  let isStopping = false;
  let starting: Promise<FunctionsProcess | undefined> | undefined;
  let current: FunctionsProcess | undefined;

  async function start(): Promise<FunctionsProcess | undefined> {
    try {
      current = await startFunctions(options);
    } catch (error) {
      options.log.write(error);
      starting = undefined;
    }
    return current;
  }
  return {
    async address() {
      if (isStopping) return undefined;
      starting ??= start();
      return (await starting)?.address();
    },
    pid: () => current?.pid(),
    async stop() {
      isStopping = true;
      await (await starting)?.stop();
    },
  };
}

export async function startFunctions(options: FunctionsOptions): Promise<FunctionsProcess> {
  const secret = randomBytes(24).toString("base64url");
  const { name = "functions", pauseMs = PAUSE_MS } = options;
  let isStopping = false;
  let child: ChildProcess | undefined;
  let port: Promise<number | undefined>;

  function launch(pause: number): Promise<number | undefined> {
    const startedAt = Date.now();
    const running = spawnHost(options, secret);
    child = running;
    running.once("exit", (code, signal) => {
      if (isStopping) return;
      options.log.write(`The ${name} ended (${signal ?? code}) and are starting again.`);
      const steady = Date.now() - startedAt > STEADY_MS;
      const next = steady ? pauseMs : Math.min(pause * 2, LONGEST_PAUSE_MS);
      port = sleep(next, undefined, { ref: false }).then(() =>
        isStopping ? undefined : launch(next),
      );
    });
    return readPort(running, options);
  }

  port = launch(pauseMs);
  if ((await port) === undefined) {
    isStopping = true;
    child?.kill("SIGKILL");
    throw new Error(`The ${name} cannot be started; see ${options.log.path}.`);
  }
  return {
    async address() {
      const current = await port;
      if (current === undefined || isStopping) return undefined;
      return { origin: `http://127.0.0.1:${current}`, headers: { "x-stack-secret": secret } };
    },
    pid: () => child?.pid,
    async stop() {
      isStopping = true;
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const exit = new Promise((resolve) => child?.once("exit", resolve));
      child.kill("SIGTERM");
      const late = AbortSignal.timeout(2000);
      late.addEventListener("abort", () => child?.kill("SIGKILL"));
      await exit;
    },
  };
}

function spawnHost(options: FunctionsOptions, secret: string): ChildProcess {
  const readable = [options.functions, HOST_PROGRAM, path.join(PROJECT, "node_modules")];
  const child = spawn(
    path.join(PROJECT, "node_modules/.bin/deno"),
    [
      "run",
      "--quiet",
      "--no-prompt",
      "--no-remote",
      "--no-lock",
      // The packages are those that npm ci installed. A deployment resolves packages itself.
      "--node-modules-dir=manual",
      ...(options.heapMb ? [`--v8-flags=--max-old-space-size=${options.heapMb}`] : []),
      `--config=${path.join(options.functions, "deno.json")}`,
      // The process may listen on any free port, and connect only to these addresses.
      `--allow-net=${["127.0.0.1:0", ...options.reach].join(",")}`,
      "--allow-env",
      "--allow-sys",
      `--allow-read=${readable.join(",")}`,
      HOST_PROGRAM,
      // This argument is the name in a list of processes.
      options.name ?? "functions",
    ],
    {
      cwd: options.functions,
      // The process does not inherit our environment, except for the variables that every program needs.
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        DENO_DIR: options.cache,
        DENO_NO_UPDATE_CHECK: "1",
        NO_COLOR: "1",
        ...options.env,
      },
      stdio: ["pipe", "pipe", "pipe"],
      // Shields this process from Ctrl-C, because the stack ends its processes in order.
      detached: true,
    },
  );
  if (options.hasLowPriority) lowerSessionPriority(child.pid);
  child.on("error", (error) => options.log.write(error));
  child.stdin?.on("error", () => {}); // The process ended before it read its input, which the exit handler reports.
  const start = {
    functions: `${pathToFileURL(options.functions).href}/`,
    secret,
    ...(options.silenceMs && { beatMs: options.silenceMs / BEATS_MISSED }),
  };
  child.stdin?.write(`${JSON.stringify(start)}\n`);
  child.stderr?.pipe(options.log.stream, { end: false });
  return child;
}

/** The first line of output is the port. Later lines are the output of the functions, and heartbeats. */
function readPort(
  child: ChildProcess,
  { log, silenceMs }: FunctionsOptions,
): Promise<number | undefined> {
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  let port: number | undefined;
  let heard = () => {};
  const lines = createInterface({ input: child.stdout as Readable });
  lines.on("line", (line) => {
    if (line === BEAT) return heard();
    if (port !== undefined) {
      log.stream.write(`${line}\n`);
      return;
    }
    port = Number(/^\{"port":(\d+)\}$/.exec(line)?.[1]);
    resolve(Number.isNaN(port) ? undefined : port);
    if (silenceMs) heard = endWhenSilent(child, silenceMs);
  });
  child.once("error", () => resolve(undefined));
  child.once("exit", () => resolve(undefined));
  const timer = setTimeout(() => resolve(undefined), START_SECONDS * 1000);
  return promise.finally(() => clearTimeout(timer));
}

/** Counts missing heartbeats instead of measuring time, because this process may have been suspended too. */
function endWhenSilent(child: ChildProcess, silenceMs: number): () => void {
  let misses = 0;
  const timer = setInterval(() => {
    misses += 1;
    if (misses > BEATS_MISSED) child.kill("SIGKILL");
  }, silenceMs / BEATS_MISSED);
  timer.unref();
  child.once("exit", () => clearInterval(timer));
  return () => {
    misses = 0;
  };
}
