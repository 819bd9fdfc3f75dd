/**
 * Fault of @supabase/lite 0.10.0: its signed addresses are absolute paths named `signedUrl`, and its route that signs
 * many is hidden behind another route. Hosted Storage names them `signedURL` (download) or `url` (upload), relative
 * to the API, and signs many at once. Repair: the gateway rewrites the addresses, and signs several by one request to
 * Lite for each.
 */
import { GatewayError } from "../../gateway/gateway-errors.ts";
import type { Lite } from "../lite.ts";

const MAX_SIGNED_AT_ONCE = 500;
const PREFIX = "/storage/v1";

// Hosted Storage names the address `signedURL` (download) or `url` (upload), relative to the API.
export async function withUrls(answer: Response): Promise<Response> {
  if (!answer.ok) return answer;
  const headers = new Headers(answer.headers);
  headers.delete("content-length");
  return new Response(JSON.stringify(withUrl(await answer.json())), {
    status: answer.status,
    headers,
  });
}

function withUrl(item: unknown): unknown {
  const { signedUrl, ...fields } = item as { signedUrl: string; token?: string };
  const relative = signedUrl.replace(PREFIX, "");
  return fields.token === undefined
    ? { ...fields, signedURL: relative }
    : { ...fields, url: relative };
}

// Lite has this route too, but another route shadows it.
export async function signMany(
  lite: Lite,
  url: URL,
  headers: Headers,
  body: Uint8Array<ArrayBuffer> | null,
): Promise<Response> {
  const { expiresIn, paths } = parseSignMany(body);
  headers.delete("content-length");
  const urls: object[] = [];
  // One after the other, because they share the slot of one request.
  for (const path of paths) urls.push(await signPath(path));
  return Response.json(urls);

  async function signPath(path: string): Promise<object> {
    const names = path.split("/");
    // Such names would be resolved in the address, which would then lead to another route.
    if (names.some((name) => name === "." || name === "..")) {
      return { error: "Invalid key", path, signedURL: null };
    }
    const encoded = names.map((name) => encodeURIComponent(name.toWellFormed()));
    const address = new URL(url);
    address.pathname = [url.pathname.replace(/\/$/, ""), ...encoded].join("/");
    const answer = await lite.fetch(
      new Request(address, { method: "POST", headers, body: JSON.stringify({ expiresIn }) }),
    );
    const content = (await answer.json()) as { signedUrl?: string; message?: string };
    return answer.ok
      ? { error: null, path, signedURL: content.signedUrl?.replace(PREFIX, "") ?? null }
      : {
          error:
            content.message ?? "Either the object does not exist or you do not have access to it",
          path,
          signedURL: null,
        };
  }
}

function parseSignMany(body: Uint8Array<ArrayBuffer> | null): {
  expiresIn: number;
  paths: string[];
} {
  try {
    const { expiresIn, paths } = JSON.parse(new TextDecoder().decode(body ?? undefined));
    const isValid =
      Number.isInteger(expiresIn) &&
      Array.isArray(paths) &&
      paths.length <= MAX_SIGNED_AT_ONCE &&
      paths.every((path) => typeof path === "string");
    if (isValid) return { expiresIn, paths };
  } catch {
    // A body that is not JSON is refused below, like a body of another shape.
  }
  throw new GatewayError(400, {
    statusCode: "400",
    error: "InvalidRequest",
    message: `expiresIn and at most ${MAX_SIGNED_AT_ONCE} paths are needed.`,
  });
}
