import { type Checker, checkerOf, type VendorRequest } from "./contract.ts";
import type { Subscriptions } from "./pushes.ts";
import type { Truth } from "./records.ts";
import type { Tokens } from "./tokens.ts";

export const vendorNames = [
  "fathom",
  "clickup",
  "linear",
  "google-calendar",
  "microsoft-graph",
  "google-drive",
  "gmail",
  "harvest",
  "hubspot",
  "resend",
] as const;
export type VendorName = (typeof vendorNames)[number];

export interface Reply {
  status: number;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged, with the content type in the headers. */
  bytes?: Uint8Array | string;
}

export interface Call extends VendorRequest {
  operation: string;
  params: Record<string, string>;
}

/** A request that the vendor knows. */
export interface RequestMatch {
  operation: string;
  /** Every rule of the vendor's description that it breaks. */
  problems: string[];
  answer(): Reply;
  /** Every rule of the vendor's description that a successful reply breaks. */
  check(reply: Reply): string[];
}

/** Reports a rule that the description states only in prose. */
export class InvalidRequest extends Error {}

/** The vendor's form of a refusal. */
export interface Refusals {
  invalid(problems: string[]): Reply;
  unauthorized(): Reply;
  forbidden(): Reply;
  notFound(): Reply;
  /** With the vendor's own retry hint. */
  rateLimited(seconds: number, now: number): Reply;
  /** The same refusal as a 403, if the vendor uses it. */
  rateLimitedBy403?(): Reply;
  serverError(status: number): Reply;
}

export interface Vendor {
  name: VendorName;
  /** The path of this vendor on the server. */
  basePath: string;
  /** Whether the request carries the credentials of the account. */
  isAuthorized(request: VendorRequest): boolean;
  recognize(request: VendorRequest): RequestMatch | null;
  /** Requests outside the description: tokens and downloads. They need no credentials. */
  other?(request: VendorRequest): Reply | null;
  refusals: Refusals;
}

/** The state that all vendors share. */
export interface World {
  truth: Truth;
  tokens: Tokens;
  subscriptions: Subscriptions;
  /** Address of a vendor on this server, for links in answers. */
  baseUrl(vendor: VendorName): string;
}

export type Handlers = Record<string, (call: Call) => Reply>;

/** A vendor whose description lists operations by method and path. */
export function recognizer(vendor: VendorName, handlers: Handlers) {
  const checker = checkerOf(vendor);
  return (request: VendorRequest) => recognize(checker, handlers, request);
}

function recognize(
  checker: Checker,
  handlers: Handlers,
  request: VendorRequest,
): RequestMatch | null {
  const match = checker.match(request);
  const handle = match && handlers[match.name];
  if (!match || !handle) return null;
  return {
    operation: match.name,
    problems: checker.requestProblems(match, request),
    answer: () => handle({ ...request, operation: match.name, params: match.params }),
    check: ({ status, body, bytes }) =>
      bytes === undefined && status < 300 ? checker.responseProblems(match, status, body) : [],
  };
}

export const ok = (body: unknown, headers: Record<string, string> = {}): Reply => ({
  status: 200,
  headers,
  body,
});
export const isoOf = (milliseconds: number) => new Date(milliseconds).toISOString();
/** Without the fraction of a second, as several vendors write instants. */
export const isoSecondsOf = (milliseconds: number) => isoOf(milliseconds).replace(/\.\d+Z$/, "Z");
