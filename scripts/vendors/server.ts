/** Serves all vendors on one port of this machine, each below its own path. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { VendorRequest } from "./contract.ts";
import type { Fault, Faults } from "./faults.ts";
import {
  InvalidRequest,
  type Reply,
  type RequestMatch,
  type Vendor,
  type VendorName,
} from "./vendor.ts";

export interface Violation {
  vendor: VendorName | null;
  method: string;
  path: string;
  problem: string;
}

export interface SeenRequest {
  vendor: VendorName;
  operation: string;
  method: string;
  path: string;
  query: string;
  status: number | null;
}

export interface VendorServer {
  port: number;
  close(): Promise<void>;
}

export interface ServerOptions {
  port: number;
  /** Created once the port is known, because responses contain links. */
  vendors: (origin: string) => Vendor[];
  faults: Faults;
  now: () => number;
  violations: Violation[];
  /** Responses of the simulator that the vendor's description does not allow. */
  brokenAnswers: Violation[];
  requests: SeenRequest[];
}

const MAX_BODY_BYTES = 1_048_576;

export async function serveVendors(options: ServerOptions): Promise<VendorServer> {
  const { faults, now, violations, brokenAnswers, requests } = options;
  let vendors: Vendor[] = [];

  const server = createServer(async (incoming, outgoing) => {
    try {
      const url = new URL(incoming.url ?? "/", "http://vendor");
      const vendor = vendorOf(url.pathname);
      // A client that disconnects while it writes leaves half a request, which no vendor executes.
      const request = await readRequest(incoming, url, vendor?.basePath ?? "").catch(() => null);
      if (request) await answer(vendor, request, outgoing);
    } catch (error) {
      console.error(error);
      send(outgoing, { status: 500, body: { message: `The simulator failed: ${error}` } });
    }
  });

  function vendorOf(path: string): Vendor | null {
    const matches = vendors.filter(
      ({ basePath }) => path === basePath || path.startsWith(`${basePath}/`),
    );
    return matches.sort((a, b) => b.basePath.length - a.basePath.length)[0] ?? null;
  }

  async function answer(vendor: Vendor | null, request: VendorRequest, outgoing: ServerResponse) {
    const { method, path } = request;
    const violate = (problem: string) =>
      violations.push({ vendor: vendor?.name ?? null, method, path, problem });
    if (!vendor) {
      violate("no vendor has this address");
      return send(outgoing, { status: 404, body: { message: "No vendor has this address." } });
    }
    const { name, refusals } = vendor;
    const otherReply = vendor.other?.(request);
    if (otherReply) return send(outgoing, otherReply);
    const match = vendor.recognize(request);
    if (!match) {
      violate("the operation is not described");
      return send(outgoing, refusals.notFound());
    }
    const { operation } = match;
    const entry: SeenRequest = {
      vendor: name,
      operation,
      method,
      path,
      query: request.query.toString(),
      status: null,
    };
    requests.push(entry);
    const sendAndRecord = (reply: Reply) => {
      entry.status = reply.status;
      send(outgoing, reply);
    };
    if (faults.isRevoked(name) || !vendor.isAuthorized(request))
      return sendAndRecord(refusals.unauthorized());
    const refuse = (problems: string[]) => {
      for (const problem of problems) violate(`${operation}: ${problem}`);
      sendAndRecord(refusals.invalid(problems));
    };
    if (match.problems.length > 0) return refuse(match.problems);
    const fault = faults.next(vendor, match);
    const refusal = fault && refusalOf(vendor, fault);
    if (refusal) return sendAndRecord(refusal);
    if (fault?.kind === "timeout") return;
    if (fault?.kind === "reset") return outgoing.socket?.resetAndDestroy();
    const reply = answerOf(match);
    if (reply instanceof InvalidRequest) return refuse([reply.message]);
    const problems = match.check(reply);
    if (problems.length > 0) {
      for (const problem of problems) {
        brokenAnswers.push({ vendor: name, method, path, problem: `${operation}: ${problem}` });
      }
      return sendAndRecord({
        status: 500,
        body: { message: "The simulator's answer is invalid.", problems },
      });
    }
    if (fault?.kind === "truncated") return sendHalf(outgoing, reply);
    sendAndRecord(reply);
  }

  function refusalOf({ refusals }: Vendor, fault: Fault): Reply | null {
    const seconds = fault.retryAfterSeconds ?? 1;
    if (fault.kind === "rate_limited") return refusals.rateLimited(seconds, now());
    if (fault.kind === "rate_limited_by_403") {
      return refusals.rateLimitedBy403?.() ?? refusals.rateLimited(seconds, now());
    }
    if (fault.kind === "forbidden") return refusals.forbidden();
    if (fault.kind === "server_error") return refusals.serverError(fault.status ?? 503);
    return null;
  }

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  vendors = options.vendors(`http://127.0.0.1:${port}`);
  return {
    port,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answerOf(match: RequestMatch): Reply | InvalidRequest {
  try {
    return match.answer();
  } catch (error) {
    if (error instanceof InvalidRequest) return error;
    throw error;
  }
}

async function readRequest(
  incoming: IncomingMessage,
  url: URL,
  basePath: string,
): Promise<VendorRequest> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming) {
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_BODY_BYTES) throw new Error("The body is too large.");
    chunks.push(chunk as Buffer);
  }
  const text = Buffer.concat(chunks).toString("utf8");
  const headers = new Headers(incoming.headers as Record<string, string>);
  return {
    method: incoming.method ?? "",
    path: url.pathname.slice(basePath.length) || "/",
    query: url.searchParams,
    headers,
    body: text === "" ? undefined : parseBody(text, headers.get("content-type") ?? ""),
  };
}

/** A body that isn't JSON stays text, which no description allows. */
function parseBody(text: string, contentType: string): unknown {
  if (contentType.includes("form-urlencoded")) return Object.fromEntries(new URLSearchParams(text));
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function send(outgoing: ServerResponse, { status, headers, body, bytes }: Reply): void {
  const text = bytes ?? (body === undefined ? "" : JSON.stringify(body));
  outgoing.writeHead(status, {
    ...(text !== "" && { "content-type": "application/json; charset=utf-8" }),
    ...headers,
  });
  outgoing.end(text);
}

/** Announces the whole body and closes the connection in the middle of it. */
function sendHalf(outgoing: ServerResponse, { status, headers, body, bytes }: Reply): void {
  const whole = Buffer.from(bytes ?? JSON.stringify(body ?? {}));
  outgoing.writeHead(status, {
    "content-type": "application/json",
    ...headers,
    "content-length": String(whole.length),
  });
  outgoing.write(whole.subarray(0, Math.floor(whole.length / 2)), () =>
    outgoing.socket?.destroySoon(),
  );
}
