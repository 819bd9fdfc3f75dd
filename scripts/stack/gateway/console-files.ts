/**
 * Serves the built console: assets with a hash in their name, compressed and cached forever, and its page for every
 * other path. The files are read on first use, so that the build can finish while the database starts.
 */
import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { type Context, Hono } from "hono";

const TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};
const COMPRESSED = /^(text\/|application\/(json|manifest|wasm)|image\/(svg|x-icon))/;
const IMMUTABLE = "public, max-age=31536000, immutable";
const BROTLI_QUALITY = 9;

interface File {
  path: string;
  type: string;
  bytes: Buffer;
  modified: number;
  etag: string;
  compressed: Map<string, Promise<Buffer>>;
}

/** `origins`: hosts that the page may connect to in addition to its own. */
export function consoleRoutes(folder: string, origins: string[]): Hono {
  const files = new Map<string, File>();

  async function load(name: string): Promise<File | undefined> {
    // A file that begins with a dot is a note of the build, and not served.
    if (/\/\./.test(name)) return undefined;
    const full = path.join(folder, name);
    if (full !== folder && !full.startsWith(folder + path.sep)) return undefined;
    const stats = await stat(full).catch(() => undefined);
    if (!stats?.isFile()) return undefined;
    const cached = files.get(full);
    if (cached?.modified === stats.mtimeMs) return cached;
    const bytes = await readFile(full);
    const file = {
      path: full,
      type: TYPES[path.extname(full)] ?? "application/octet-stream",
      bytes,
      modified: stats.mtimeMs,
      etag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`,
      compressed: new Map(),
    };
    files.set(full, file);
    return file;
  }

  return new Hono().get("*", async (c) => {
    const name = decode(c.req.path);
    if (name === undefined) return c.text("Bad request", 400);
    const asset = name === "/" ? undefined : await load(name);
    if (asset !== undefined && !name.endsWith(".html")) {
      return send(c, asset, name.startsWith("/assets/") ? IMMUTABLE : "no-cache");
    }
    if (path.extname(name) !== "" && !name.endsWith(".html")) return c.text("Not found", 404);
    const page = await load("index.html");
    if (page === undefined) {
      return c.text(
        "The console is not built here; the API is under /api, /rest/v1 and /auth/v1.",
        404,
      );
    }
    c.header("content-security-policy", policy(page.bytes.toString("utf8"), origins));
    c.header("x-frame-options", "DENY");
    c.header("cross-origin-opener-policy", "same-origin");
    c.header("referrer-policy", "no-referrer");
    c.header("permissions-policy", "camera=(), geolocation=(), microphone=()");
    return send(c, page, "no-cache");
  });
}

function decode(pathname: string): string | undefined {
  try {
    const name = decodeURIComponent(pathname);
    return name.includes("\0") ? undefined : name;
  } catch {
    return undefined;
  }
}

async function send(c: Context, file: File, cacheControl: string): Promise<Response> {
  c.header("cache-control", cacheControl);
  c.header("content-type", file.type);
  c.header("x-content-type-options", "nosniff");
  c.header("etag", file.etag);
  if (c.req.header("if-none-match") === file.etag) return c.body(null, 304);
  if (!COMPRESSED.test(file.type)) return c.body(new Uint8Array(file.bytes));
  c.header("vary", "accept-encoding");
  const encodings = c.req.header("accept-encoding") ?? "";
  const encoding = /\bbr\b/.test(encodings)
    ? "br"
    : /\bgzip\b/.test(encodings)
      ? "gzip"
      : undefined;
  if (encoding === undefined) return c.body(new Uint8Array(file.bytes));
  c.header("content-encoding", encoding);
  return c.body(new Uint8Array(await compress(file, encoding)));
}

function compress(file: File, encoding: "br" | "gzip"): Promise<Buffer> {
  let result = file.compressed.get(encoding);
  if (result === undefined) {
    result = encoding === "br" ? brotliOf(file) : promisify(gzip)(file.bytes);
    file.compressed.set(encoding, result);
  }
  return result;
}

/** Prefers the copy that the build compressed, because a server has no time to compress as well. */
async function brotliOf({ path: name, bytes }: File): Promise<Buffer> {
  const builtCopy = await readFile(`${name}.br`).catch(() => undefined);
  if (builtCopy) return builtCopy;
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  return promisify(brotliCompress)(bytes, { params });
}

// Inline scripts of the page are allowed by their hash. Inline styles are allowed, because the component library
// writes its variables into the page.
function policy(html: string, origins: string[]): string {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)];
  const hashes = inline.map(
    ([, script]) =>
      `'sha256-${createHash("sha256")
        .update(script ?? "")
        .digest("base64")}'`,
  );
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashes].join(" "),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    ["connect-src 'self'", ...origins].join(" "),
    "manifest-src 'self'",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
