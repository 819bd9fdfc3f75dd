/** The Deno process that runs the Edge Functions: started, started again when it dies, and ended. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { LogFile } from "./log-file.ts";

const PROJECT = path.resolve(import.meta.dirname, "../..");
const HOST_PROGRAM = path.join(import.meta.dirname, "functions-host.ts");
const START_SECONDS = 20;
const LONGEST_PAUSE_MS = 5000;
const STEADY_MS = 10_000;

export interface FunctionsProcess {
  /** Where the functions answer now; waits for a start under way. Undefined when there is none. */
  address(): Promise<{ origin: string; headers: Record<string, string> } | undefined>;
  pid(): number | undefined;
  stop(): Promise<void>;
}

export interface FunctionsOptions {
  /** Folder with one folder per function and a deno.json. */
  functions: string;
  /** All that the functions find in their environment. */
  env: Record<string, string>;
  /** Deno's cache of stripped modules. */
  cache: string;
  log: LogFile;
}

export async function startFunctions(options: FunctionsOptions): Promise<FunctionsProcess> {
  const secret = randomBytes(24).toString("base64url");
  let stopping = false;
  let child: ChildProcess | undefined;
  let port: Promise<number | undefined>;

  function launch(pause: number): Promise<number | undefined> {
    const started = Date.now();
    const running = spawnHost(options, secret);
    child = running;
    running.once("exit", (code, signal) => {
      if (stopping) return;
      options.log.write(`The functions ended (${signal ?? code}) and start again.`);
      const steady = Date.now() - started > STEADY_MS;
      const next = steady ? 100 : Math.min(pause * 2, LONGEST_PAUSE_MS);
      port = sleep(next, undefined, { ref: false }).then(() =>
        stopping ? undefined : launch(next),
      );
    });
    return readPort(running, options.log);
  }

  port = launch(100);
  if ((await port) === undefined) {
    stopping = true;
    child?.kill("SIGKILL");
    throw new Error(`The functions cannot be started; see ${options.log.path}.`);
  }
  return {
    async address() {
      const current = await port;
      if (current === undefined || stopping) return undefined;
      return { origin: `http://127.0.0.1:${current}`, headers: { "x-stack-secret": secret } };
    },
    pid: () => child?.pid,
    async stop() {
      stopping = true;
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const exited = new Promise((resolve) => child?.once("exit", resolve));
      child.kill("SIGTERM");
      const late = AbortSignal.timeout(2000);
      late.addEventListener("abort", () => child?.kill("SIGKILL"));
      await exited;
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
      `--config=${path.join(options.functions, "deno.json")}`,
      "--allow-net",
      "--allow-env",
      "--allow-sys",
      `--allow-read=${readable.join(",")}`,
      HOST_PROGRAM,
    ],
    {
      cwd: options.functions,
      // Nothing of our own environment but what a program needs to run at all.
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        DENO_DIR: options.cache,
        DENO_NO_UPDATE_CHECK: "1",
        NO_COLOR: "1",
        ...options.env,
      },
      stdio: ["pipe", "pipe", "pipe"],
      // Out of the terminal's reach: Ctrl-C is the stack's to handle, in its order.
      detached: true,
    },
  );
  child.on("error", (error) => options.log.write(error));
  child.stdin?.on("error", () => {}); // Gone before it read: the exit tells.
  child.stdin?.write(
    `${JSON.stringify({ functions: `${pathToFileURL(options.functions).href}/`, secret })}\n`,
  );
  child.stderr?.pipe(options.log.stream, { end: false });
  return child;
}

/** The first line of output is the port; what follows is what the functions print. */
function readPort(child: ChildProcess, log: LogFile): Promise<number | undefined> {
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  let port: number | undefined;
  const lines = createInterface({ input: child.stdout as Readable });
  lines.on("line", (line) => {
    if (port !== undefined) {
      log.stream.write(`${line}\n`);
      return;
    }
    port = Number(/^\{"port":(\d+)\}$/.exec(line)?.[1]);
    resolve(Number.isNaN(port) ? undefined : port);
  });
  child.once("error", () => resolve(undefined));
  child.once("exit", () => resolve(undefined));
  const timer = setTimeout(() => resolve(undefined), START_SECONDS * 1000);
  return promise.finally(() => clearTimeout(timer));
}
