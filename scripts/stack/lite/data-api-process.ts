/**
 * A second process for the Data API. It serves everyone but leaders and the service, and every large body. Its
 * statements and results do not slow leaders down: they run outside the gateway's event loop, on separate connections
 * and at a lower priority. The process starts when it is first needed. Until it runs, the gateway's own process
 * serves.
 */
import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { forwardRequest } from "../forward-request.ts";
import type { Tier } from "../gateway/admission.ts";
import { GatewayError, gatewayErrors } from "../gateway/gateway-errors.ts";
import { lowerSessionPriority } from "../process-priority.ts";
import type { Lite, LiteOptions } from "./lite.ts";

export interface DataApiProcess {
  /** Serves a request within the budget of a tier. Throws a GatewayError like Lite in this process. */
  fetch(request: Request, tier: Tier): Promise<Response>;
  clearSchemaCache(): Promise<void>;
  pid(): number | undefined;
  stop(): Promise<void>;
}

/** The first message to the host. */
export interface DataApiStart {
  lite: Omit<LiteOptions, "log">;
  logFile: string;
  secret: string;
}

/** A message to the running host, which replies with the same text. */
export const CLEAR_SCHEMA_CACHE = "clear schema cache";
export const SECRET_HEADER = "x-stack-secret";
export const TIER_HEADER = "x-stack-tier";
/** This header marks a response that reports an exception of the host. */
export const FAILURE_HEADER = "x-stack-failure";

const HOST_PROGRAM = path.join(import.meta.dirname, "data-api-host.ts");
const HEAP_MB = 512;
const START_SECONDS = 120;
const PAUSE_MS = 5000;

interface RunningHost {
  child: ChildProcess;
  origin: string;
}

/** `meanwhile` serves until the process runs. */
export function startDataApiLater(
  { log, ...lite }: LiteOptions,
  meanwhile: Pick<Lite, "fetch">,
): DataApiProcess {
  const secret = randomBytes(24).toString("base64url");
  let child: ChildProcess | undefined;
  let running: RunningHost | undefined;
  let mayStart = true;
  let isStopping = false;

  function start(): void {
    mayStart = false;
    const host = fork(HOST_PROGRAM, {
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      // Detached from the terminal, because on Ctrl-C the stack ends its processes in order.
      detached: true,
    });
    child = host;
    host.stdout?.pipe(log.stream, { end: false });
    host.stderr?.pipe(log.stream, { end: false });
    host.on("error", (error) => log.write("The second Data API:", error));
    const timer = setTimeout(() => host.kill("SIGKILL"), START_SECONDS * 1000);
    host.once("message", ({ port }: { port: number }) => {
      clearTimeout(timer);
      lowerSessionPriority(host.pid);
      running = { child: host, origin: `http://127.0.0.1:${port}` };
    });
    host.once("exit", (code, signal) => {
      clearTimeout(timer);
      running = undefined;
      if (isStopping) return;
      log.write(`The second Data API ended (${signal ?? code}).`);
      // A program that cannot start is restarted only after a pause.
      void sleep(PAUSE_MS, undefined, { ref: false }).then(() => {
        mayStart = true;
      });
    });
    host.send({ lite, logFile: log.path, secret } satisfies DataApiStart);
  }

  return {
    async fetch(request, tier) {
      if (mayStart && !isStopping) start();
      if (running === undefined) return meanwhile.fetch(request, tier);
      const { pathname, search } = new URL(request.url);
      const headers = new Headers(request.headers);
      for (const name of ["host", "expect"]) headers.delete(name);
      headers.set(SECRET_HEADER, secret);
      headers.set(TIER_HEADER, tier);
      // The request does not end when the client disconnects: its statement keeps running, and keeps its slot until
      // it is done.
      const answer = await forwardRequest({
        url: running.origin + pathname + search,
        method: request.method,
        headers,
        body: request.body,
      }).catch((error) => {
        log.write("The second Data API does not answer:", error);
        throw gatewayErrors.databaseUnreachable();
      });
      return withoutFailure(answer);
    },
    async clearSchemaCache() {
      const host = running?.child;
      if (!host?.connected) return;
      const confirmation = new Promise<void>((resolve) => {
        host.once("message", () => resolve());
        host.once("exit", () => resolve());
      });
      host.send(CLEAR_SCHEMA_CACHE);
      await confirmation;
    },
    pid: () => child?.pid,
    async stop() {
      isStopping = true;
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const exit = new Promise((resolve) => child?.once("exit", resolve));
      child.kill("SIGKILL");
      await exit;
    },
  };
}

/** Throws an error that the other process threw. */
async function withoutFailure(answer: Response): Promise<Response> {
  const failure = answer.headers.get(FAILURE_HEADER);
  if (failure === "unexpected")
    throw new Error("The second Data API failed; see above in this log.");
  if (failure === "expected") {
    const body = (await answer.json()) as GatewayError["body"];
    throw new GatewayError(answer.status as GatewayError["status"], body);
  }
  answer.headers.delete("date");
  return answer;
}
