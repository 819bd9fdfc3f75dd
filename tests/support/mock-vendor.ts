/**
 * A vendor that records: an HTTP server that checks every request against the vendor's description and stores the
 * objects it creates. It fails on demand, before or after the requested effect.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Contract, contractChecker, type VendorRequest } from "./vendor-contract.ts";

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/** How the next request of an operation goes wrong. */
export interface Fault {
  operation: string;
  /** Whether the requested effect happens before the failure. */
  when: "before" | "after";
  /** A different response, silence, or a broken connection. */
  how: Answer | "hang" | "reset";
  /** The number of failures; by default one. */
  times?: number;
}

export interface SeenCall extends VendorRequest {
  operation: string;
  params: Record<string, string>;
}

export interface MockVendor {
  url: string;
  /** Every request that came, in order. */
  requests: SeenCall[];
  /** The ways in which requests break the vendor's description. */
  violations: string[];
  fail(fault: Fault): void;
  close(): Promise<void>;
}

/** Performs an operation and responds as the vendor does. */
export type Handle = (request: SeenCall) => Answer;

export async function startMockVendor(
  contract: Contract,
  handle: Handle,
  /** Requests outside the contract, such as for a token; null is 404. */
  handleOther: (request: VendorRequest) => Answer | null = () => null,
  /** By default a free port. */
  port = 0,
): Promise<MockVendor> {
  const check = contractChecker(contract);
  const faults: Fault[] = [];
  const requests: SeenCall[] = [];
  const violations: string[] = [];

  const server = createServer(async (incoming, outgoing) => {
    // A process that is killed while it writes sends half a request, which no vendor executes.
    const request = await readRequest(incoming).catch(() => undefined);
    if (!request) return;
    const match = check(request);
    if (!match) {
      const answer = handleOther(request);
      if (!answer) violations.push(`${request.method} ${request.path} is not described`);
      return send(outgoing, answer ?? { status: 404, body: {} });
    }
    const call = { ...request, operation: match.name, params: match.params };
    requests.push(call);
    violations.push(...match.violations);
    if (match.violations.length > 0) {
      return send(outgoing, { status: 400, body: { err: match.violations.join("; ") } });
    }
    const fault = nextFault(match.name);
    if (fault?.when === "before") return goWrong(outgoing, fault);
    const answer = handle(call);
    return fault ? goWrong(outgoing, fault) : send(outgoing, answer);
  });

  function nextFault(operation: string): Fault | undefined {
    const index = faults.findIndex((fault) => fault.operation === operation);
    const fault = faults[index];
    if (!fault) return undefined;
    const remainingTimes = (fault.times ?? 1) - 1;
    if (remainingTimes > 0) faults[index] = { ...fault, times: remainingTimes };
    else faults.splice(index, 1);
    return fault;
  }

  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    violations,
    fail: (fault) => faults.push(fault),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readRequest(incoming: IncomingMessage): Promise<VendorRequest> {
  const url = new URL(incoming.url ?? "/", "http://vendor");
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  const headers = new Headers(incoming.headers as Record<string, string>);
  const isForm = headers.get("content-type")?.includes("form-urlencoded");
  return {
    method: incoming.method ?? "",
    path: url.pathname,
    query: url.searchParams,
    headers,
    body:
      text === ""
        ? undefined
        : isForm
          ? Object.fromEntries(new URLSearchParams(text))
          : JSON.parse(text),
  };
}

function goWrong(outgoing: ServerResponse, { how }: Fault): void {
  if (how === "hang") return;
  if (how === "reset") outgoing.socket?.resetAndDestroy();
  else send(outgoing, how);
}

function send(outgoing: ServerResponse, { status, headers, body }: Answer): void {
  outgoing.writeHead(status, { "content-type": "application/json", ...headers });
  outgoing.end(body === undefined ? "" : JSON.stringify(body));
}
