/**
 * `/storage/v1`: what Lite's Storage does differently from the platform's, put right, and every
 * object sent so that a browser saves it and never runs it (Storage shares the console's origin).
 */
import { type Context, Hono } from "hono";
import { partOf } from "./byte-range.ts";
import { type KnownKeys, liteHeaders } from "./caller.ts";
import { GatewayError } from "./gateway-errors.ts";
import { inTurn } from "./in-turn.ts";
import type { Lite } from "./lite.ts";
import { readBody } from "./request-body.ts";
import { InvalidToken, type Tokens } from "./tokens.ts";

// Lite's own limit per object and room for a form around it.
const MAX_BODY_BYTES = 51 * 1_048_576;
const MAX_SIGNED_AT_ONCE = 500;
const PREFIX = "/storage/v1";
const SIGNED_DOWNLOAD = /^\/storage\/v1\/object\/sign\//;
const SIGNED_UPLOAD = /^\/storage\/v1\/object\/upload\/sign\//;
const PUBLIC_OBJECT = /^\/storage\/v1\/object\/public\//;
const AUTHENTICATED = /^\/storage\/v1\/object\/authenticated\//;
const SIGN_MANY = /^\/storage\/v1\/object\/sign\/[^/]+\/?$/;
const OBJECT = /^\/storage\/v1\/object\/(?!info\/)/;
const WRITTEN = /^\/storage\/v1\/object\/(?:upload\/sign\/)?(?!(?:upload|sign|list)\/)([^/]+\/.+)$/;

export function storageRoutes(lite: Lite, keys: KnownKeys, tokens: Tokens): Hono {
  // Lite looks whether an object is there, writes its bytes, then its row: of two uploads to one path at
  // once, the one that is refused could have written last.
  const writing = inTurn();
  return new Hono().all("*", async (c: Context) => {
    const headers = await liteHeaders(c.req, "storage", keys, tokens, {
      keyless: isKeyless(c.req.method, c.req.path),
    });
    const body = await readUpload(c.req.raw, headers);
    await checkUrlToken(c, tokens);
    const url = new URL(c.req.url);
    url.searchParams.delete("apikey");
    url.pathname = url.pathname.replace(AUTHENTICATED, `${PREFIX}/object/`);
    if (c.req.method === "POST" && SIGN_MANY.test(c.req.path)) {
      return signMany(lite, url, headers, body);
    }
    const request = new Request(url, { method: c.req.method, headers, body });
    const place = isRead(c.req.method) ? undefined : WRITTEN.exec(url.pathname)?.[1];
    const answer = await (place === undefined
      ? lite.fetch(request)
      : writing(decoded(place), () => lite.fetch(request)));
    if (isRead(c.req.method) && OBJECT.test(c.req.path)) return asAttachment(c, answer, url);
    if (c.req.method === "POST" && /\/sign\//.test(c.req.path)) return withUrls(answer);
    return answer;
  });
}

function isRead(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

// What carries its permission in the address needs no key: it is opened as a link.
function isKeyless(method: string, path: string): boolean {
  if (isRead(method)) return SIGNED_DOWNLOAD.test(path) || PUBLIC_OBJECT.test(path);
  return method === "PUT" && SIGNED_UPLOAD.test(path);
}

// Lite answers 500 to a token that is forged or expired; the platform says 400.
async function checkUrlToken(c: Context, tokens: Tokens): Promise<void> {
  const signed =
    (isRead(c.req.method) && SIGNED_DOWNLOAD.test(c.req.path)) ||
    (c.req.method === "PUT" && SIGNED_UPLOAD.test(c.req.path));
  const token = c.req.query("token");
  if (!signed || token === undefined) return;
  try {
    await tokens.checkStorageToken(token);
  } catch (error) {
    if (!(error instanceof InvalidToken)) throw error;
    const message = error.expired ? '"exp" claim timestamp check failed' : "Invalid signature";
    throw new GatewayError(400, { statusCode: "400", error: "InvalidJWT", message });
  }
}

/**
 * The body as Lite wants it: plain bytes with their length. supabase-js sends a Blob or a File as a
 * form, and a chunked body would pass the bucket's limit.
 */
async function readUpload(
  request: Request,
  headers: Headers,
): Promise<Uint8Array<ArrayBuffer> | null> {
  let body = await readBody(request, MAX_BODY_BYTES);
  const type = headers.get("content-type");
  if (body !== null && type?.startsWith("multipart/form-data")) {
    const form = await readForm(body, type);
    const file = [...form.values()].find((value) => typeof value !== "string");
    if (file === undefined) {
      throw new GatewayError(400, {
        statusCode: "400",
        error: "InvalidRequest",
        message: "The form holds no file.",
      });
    }
    body = new Uint8Array(await file.arrayBuffer());
    headers.set("content-type", file.type || "application/octet-stream");
    const seconds = form.get("cacheControl");
    if (typeof seconds === "string") headers.set("cache-control", `max-age=${seconds}`);
  }
  headers.delete("transfer-encoding");
  if (body !== null) headers.set("content-length", String(body.byteLength));
  return body;
}

async function readForm(body: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
  try {
    return await new Response(body, { headers: { "content-type": type } }).formData();
  } catch {
    throw new GatewayError(400, {
      statusCode: "400",
      error: "InvalidRequest",
      message: "The form cannot be read.",
    });
  }
}

async function asAttachment(c: Context, answer: Response, url: URL): Promise<Response> {
  const headers = new Headers(answer.headers);
  headers.set("x-content-type-options", "nosniff");
  headers.set("content-security-policy", "default-src 'none'; sandbox");
  if (!answer.ok) return new Response(answer.body, { status: answer.status, headers });
  const name = url.searchParams.get("download") || fileName(url.pathname);
  headers.set("content-disposition", `attachment; filename*=UTF-8''${encode(name)}`);
  const range = c.req.method === "GET" ? c.req.header("range") : undefined;
  if (range === undefined) return new Response(answer.body, { status: answer.status, headers });
  return partOf(await answer.arrayBuffer(), range, headers);
}

function fileName(path: string): string {
  return decoded(path.split("/").at(-1) ?? "");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function encode(name: string): string {
  return encodeURIComponent(name).replaceAll(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
}

// The platform names the address `signedURL` (download) or `url` (upload), relative to the API.
async function withUrls(answer: Response): Promise<Response> {
  if (!answer.ok) return answer;
  const headers = new Headers(answer.headers);
  headers.delete("content-length");
  return new Response(JSON.stringify(withUrl(await answer.json())), {
    status: answer.status,
    headers,
  });
}

function withUrl(item: unknown): unknown {
  const { signedUrl, ...rest } = item as { signedUrl: string; token?: string };
  const relative = signedUrl.replace(PREFIX, "");
  return rest.token === undefined ? { ...rest, signedURL: relative } : { ...rest, url: relative };
}

// Lite has this route too, behind another one that takes its requests.
async function signMany(
  lite: Lite,
  url: URL,
  headers: Headers,
  body: Uint8Array<ArrayBuffer> | null,
): Promise<Response> {
  const { expiresIn, paths } = parseSignMany(body);
  headers.delete("content-length");
  const signed = paths.map(async (path) => {
    const names = path.split("/");
    // An address is shortened by these, and would name another route.
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
  });
  return Response.json(await Promise.all(signed));
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
    // Answered below, like a body of another shape.
  }
  throw new GatewayError(400, {
    statusCode: "400",
    error: "InvalidRequest",
    message: `expiresIn and at most ${MAX_SIGNED_AT_ONCE} paths are needed.`,
  });
}
