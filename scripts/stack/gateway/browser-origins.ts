/**
 * Decides which pages in a browser may call the service: those of its own origin and of the configured ones. A page
 * of any other origin can neither read nor change anything, although its browser can reach a service that listens
 * only on this machine. Programs other than browsers do not send the headers that are checked here.
 */
import { isIP } from "node:net";
import { type GatewayError, gatewayErrors } from "./gateway-errors.ts";

export interface WebPages {
  /** Serves a request that no foreign page sent, and lets permitted pages read the response. */
  serve(request: Request, answer: () => Response | Promise<Response>): Promise<Response>;
}

const METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";
const EXPOSED_HEADERS = [
  "content-range",
  "content-location",
  "preference-applied",
  "retry-after",
  "x-request-id",
].join(", ");
const PREFLIGHT_SECONDS = "3600";
// A link on another page may lead to the console, to a signed file or to the address in an email, but not to these
// paths.
const NO_LINK = /^\/(rest|functions|api|gateway)(\/|$)|^\/auth\/v1\/(?!verify$)/;

/** Throws an Error of one sentence for an invalid origin. */
export function checkOrigins(origins: string[]): string[] {
  return origins.map((origin) => {
    const url = URL.canParse(origin) ? new URL(origin) : undefined;
    if (
      url === undefined ||
      !/^https?:$/.test(url.protocol) ||
      origin.replace(/\/$/, "") !== url.origin
    ) {
      throw new Error(`--origin ${origin} is not an origin such as https://console.example.com.`);
    }
    return url.origin;
  });
}

/** `url` is the address the stack calls its own, `origins` the configured ones. */
export function createWebPages(url: string, origins: string[]): WebPages {
  const names = new Set([
    "localhost",
    ...[url, ...origins].map((address) => new URL(address).hostname),
  ]);

  // An attacker's host name can point to this machine. Only an IP address or a configured name is trustworthy.
  function isKnownHost(host: string): boolean {
    if (!URL.canParse(`http://${host}`)) return false;
    const { hostname } = new URL(`http://${host}`);
    return names.has(hostname) || isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
  }

  function isOwnPage(origin: string, request: Request): boolean {
    if (origins.includes(origin)) return true;
    // For a page without a referrer, the browser sends `null`, and reports in another header whether the origin is
    // the same.
    if (origin === "null") return request.headers.get("sec-fetch-site") === "same-origin";
    return origin === `http://${request.headers.get("host")}`;
  }

  function isFollowedLink({ method, headers, url: address }: Request): boolean {
    return (
      method === "GET" &&
      headers.get("sec-fetch-mode") === "navigate" &&
      headers.get("sec-fetch-dest") === "document" &&
      !NO_LINK.test(new URL(address).pathname)
    );
  }

  function refusal(request: Request): GatewayError | undefined {
    const host = request.headers.get("host") ?? "";
    if (!isKnownHost(host)) return gatewayErrors.unknownHost(host.slice(0, 100));
    const origin = request.headers.get("origin");
    if (origin !== null)
      return isOwnPage(origin, request) ? undefined : gatewayErrors.foreignPage();
    const site = request.headers.get("sec-fetch-site") ?? "none";
    const isOwn = site === "none" || site === "same-origin" || isFollowedLink(request);
    return isOwn ? undefined : gatewayErrors.foreignPage();
  }

  return {
    async serve(request, answer) {
      const error = refusal(request);
      if (error) return seal(Response.json(error.body, { status: error.status }));
      const origin = request.headers.get("origin");
      const isPreflight =
        request.method === "OPTIONS" && request.headers.has("access-control-request-method");
      const response = seal(isPreflight ? new Response(null, { status: 204 }) : await answer());
      if (origin === null) return response;
      response.headers.set("access-control-allow-origin", origin);
      response.headers.set("access-control-expose-headers", EXPOSED_HEADERS);
      if (isPreflight) {
        const requestedHeaders = request.headers.get("access-control-request-headers");
        response.headers.set("access-control-allow-methods", METHODS);
        response.headers.set("access-control-allow-headers", requestedHeaders ?? "");
        response.headers.set("access-control-max-age", PREFLIGHT_SECONDS);
      }
      return response;
    },
  };
}

/**
 * Makes a response readable only by its own origin. The functions themselves permit every origin, as hosted ones do.
 */
function seal(answer: Response): Response {
  for (const name of [...answer.headers.keys()]) {
    if (name.startsWith("access-control-")) answer.headers.delete(name);
  }
  answer.headers.append("vary", "Origin");
  answer.headers.set("cross-origin-resource-policy", "same-origin");
  return answer;
}
