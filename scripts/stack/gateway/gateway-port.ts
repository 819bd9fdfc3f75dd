/**
 * The stack's address. It is bound first, so that a port in use is reported at once, and serves only after the boot
 * proof.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { captureConsole } from "../captured-console.ts";
import type { LogFile } from "../log-file.ts";

export type Serve = (request: Request, connection: object) => Response | Promise<Response>;

export interface GatewayPort {
  url: string;
  serve(fetch: Serve): void;
  /** Waits briefly for pending requests, then ends every connection. */
  close(lastAnswersMs?: number): Promise<void>;
}

// Longer than the functions' own limit for a first byte.
const REQUEST_TIMEOUT_MS = 300_000;
const KEEP_ALIVE_MS = 65_000;
const LAST_ANSWERS_MS = 2000;
const ANY_ADDRESS = ["0.0.0.0", "::"];

/** Throws an Error of one sentence when the port cannot be taken. */
export async function openPort(port: number, host: string, log: LogFile): Promise<GatewayPort> {
  let answer: Serve = () =>
    new Response("The stack is starting.", { status: 503, headers: { "retry-after": "1" } });
  const listener = getRequestListener((request, env) => answer(request, env), {
    overrideGlobalObjects: false,
  });
  const server = createServer(
    { requestTimeout: REQUEST_TIMEOUT_MS, keepAliveTimeout: KEEP_ALIVE_MS },
    (incoming, outgoing) => captureConsole(log, () => listener(incoming, outgoing)),
  );
  await listen(server, port, host);
  const boundPort = (server.address() as AddressInfo).port;
  const reachable = ANY_ADDRESS.includes(host) ? ownAddress() : host;
  return {
    url: `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${boundPort}`,
    serve: (fetch) => {
      answer = fetch;
    },
    close: (lastAnswersMs = LAST_ANSWERS_MS) => close(server, lastAnswersMs),
  };
}

/** An address under which other machines reach this one. */
function ownAddress(): string {
  const addresses = Object.values(networkInterfaces()).flat();
  const outside = addresses.find((address) => address?.family === "IPv4" && !address.internal);
  return outside?.address ?? "127.0.0.1";
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reasons: Record<string, string> = {
        EADDRINUSE: `Port ${port} is taken by another program: choose another one with --port.`,
        EACCES: `Port ${port} may not be used by this user: choose another one with --port.`,
        EADDRNOTAVAIL: `This machine has no address ${host}.`,
        ENOTFOUND: `This machine has no address ${host}.`,
      };
      reject(new Error(reasons[error.code ?? ""] ?? `Port ${port} on ${host}: ${error.message}.`));
    });
    server.listen(port, host, resolve);
  });
}

async function close(server: Server, lastAnswersMs: number): Promise<void> {
  if (!server.listening) return;
  const closing = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  await Promise.race([closing, sleep(lastAnswersMs, undefined, { ref: false })]);
  server.closeAllConnections();
  await closing;
}
