/**
 * Fault of @supabase/lite 0.10.0: it sends an uploaded HTML file as a page and ignores `download`. Hosted Storage
 * serves HTML as text and sends the name; here objects also share the console's origin. Repair: the gateway sends
 * each object as an attachment that no browser runs.
 */
import type { Context } from "hono";
import { partOf } from "./byte-range.ts";

export async function asAttachment(c: Context, answer: Response, url: URL): Promise<Response> {
  const headers = new Headers(answer.headers);
  headers.set("x-content-type-options", "nosniff");
  headers.set("content-security-policy", "default-src 'none'; sandbox");
  if (!answer.ok) return new Response(answer.body, { status: answer.status, headers });
  const name = url.searchParams.get("download") || fileName(url.pathname);
  headers.set("content-disposition", `attachment; filename*=UTF-8''${encode(name)}`);
  const range = c.req.method === "GET" ? c.req.header("range") : undefined;
  if (range === undefined) return new Response(answer.body, { status: answer.status, headers });
  return partOf(answer, range, headers);
}

function fileName(path: string): string {
  return decodeSafely(path.split("/").at(-1) ?? "");
}

export function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function encode(name: string): string {
  return encodeURIComponent(name).replaceAll(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
}
