/**
 * A file that is being uploaded to Storage. It is written to disk as it arrives, so that large and unfinished files
 * use no memory. supabase-js sends a Blob or a File as a form, of which the file is one part.
 */
import { randomUUID } from "node:crypto";
import { openAsBlob } from "node:fs";
import { mkdir, open, rm } from "node:fs/promises";
import path from "node:path";
import type { Subject } from "./admission.ts";
import type { BodyPace } from "./body-pace.ts";
import { GatewayError, gatewayErrors } from "./gateway-errors.ts";
import { unlessSilent } from "./request-body.ts";

export interface IncomingFile {
  bytes: Blob;
  type: string | undefined;
  /** The field cacheControl, which some forms have. */
  cacheSeconds: string | undefined;
}

// A slightly oversized body is read to its end, so that the client sees the response and not a broken connection.
const GRACE_BYTES = 16 * 1_048_576;
const MAX_PARTS = 10;
const MAX_HEAD = 16_384;
const MAX_FIELD = 1024;
const STEP = 65_536;
const BYTES_AT_ONCE = 1_048_576;

/**
 * Writes the body into `folder`, passes its file to `use`, and deletes it. Throws a GatewayError: 413 above
 * `limit` bytes, 408 if no more data arrives, 400 for a form without a file.
 */
export async function withIncomingFile<T>(
  request: Request,
  limit: number,
  folder: string,
  pace: BodyPace,
  subject: Subject,
  use: (file: IncomingFile) => Promise<T>,
): Promise<T> {
  const contentLength = Number(request.headers.get("content-length"));
  if (contentLength > limit + GRACE_BYTES) throw gatewayErrors.tooLarge(limit);
  const filePath = path.join(folder, randomUUID());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await write(request, limit, filePath, pace, subject);
    const form = await openAsBlob(filePath);
    const type = request.headers.get("content-type") ?? undefined;
    return await use(
      type?.startsWith("multipart/form-data")
        ? await fileOfForm(form, type)
        : { bytes: form, type, cacheSeconds: undefined },
    );
  } finally {
    await rm(filePath, { force: true });
  }
}

async function write(
  request: Request,
  limit: number,
  filePath: string,
  pace: BodyPace,
  subject: Subject,
): Promise<void> {
  const file = await open(filePath, "wx", 0o600);
  let size = 0;
  let chunks: Uint8Array[] = [];
  let unwritten = 0;
  // Chunks are collected, because each write costs the same regardless of its length.
  const flush = async () => {
    if (unwritten > 0) await file.writev(chunks);
    chunks = [];
    unwritten = 0;
  };
  try {
    if (request.body === null) return;
    for await (const chunk of unlessSilent(request.body, pace, subject)) {
      size += chunk.byteLength;
      if (size > limit + GRACE_BYTES) break;
      if (size > limit) continue;
      chunks.push(chunk);
      unwritten += chunk.byteLength;
      if (unwritten >= BYTES_AT_ONCE) await flush();
    }
    if (size <= limit) await flush();
  } finally {
    await file.close();
  }
  if (size > limit) throw gatewayErrors.tooLarge(limit);
}

async function fileOfForm(form: Blob, type: string): Promise<IncomingFile> {
  const boundary = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;]{1,200}))/i.exec(type);
  const name = boundary?.[1] ?? boundary?.[2];
  if (name === undefined) throw badForm("The form cannot be read.");
  const delimiter = Buffer.from(`\r\n--${name}`);
  let incoming: IncomingFile | undefined;
  let cacheSeconds: string | undefined;
  // The first delimiter has no line break before it but one after it, so its length is the same.
  const first = await form.slice(0, delimiter.length).text();
  let start = first === `--${name}\r\n` ? delimiter.length : -1;
  for (let parts = 0; start !== -1; parts++) {
    if (parts === MAX_PARTS) throw badForm("The form has too many parts.");
    const head = await form.slice(start, start + MAX_HEAD).text();
    const headLength = head.indexOf("\r\n\r\n");
    const from = start + Buffer.byteLength(head.slice(0, headLength)) + 4;
    const end = headLength === -1 ? -1 : await indexOf(form, delimiter, from);
    if (end === -1) throw badForm("The form cannot be read.");
    const fields = head.slice(0, headLength);
    const disposition = /^content-disposition:.*$/im.exec(fields)?.[0] ?? "";
    if (/;\s*filename\*?=/i.test(disposition)) {
      const type = /^content-type:\s*(\S.*?)\s*$/im.exec(fields)?.[1];
      incoming ??= { bytes: form.slice(from, end), type, cacheSeconds: undefined };
    } else if (/;\s*name="?cacheControl"?/i.test(disposition)) {
      cacheSeconds = await form.slice(from, Math.min(end, from + MAX_FIELD)).text();
    }
    const next = end + delimiter.length;
    const tail = await form.slice(next, next + 2).text();
    start = tail === "\r\n" ? next + 2 : -1;
  }
  if (incoming === undefined) throw badForm("The form contains no file.");
  return { ...incoming, cacheSeconds };
}

/** The position of `pattern` in the blob, which is read step by step; -1 if it does not occur. */
async function indexOf(blob: Blob, pattern: Buffer, from: number): Promise<number> {
  for (let at = from; at < blob.size; at += STEP) {
    const step = await blob.slice(at, at + STEP + pattern.length - 1).arrayBuffer();
    const index = Buffer.from(step).indexOf(pattern);
    if (index !== -1) return at + index;
  }
  return -1;
}

function badForm(message: string): GatewayError {
  return new GatewayError(400, { statusCode: "400", error: "InvalidRequest", message });
}
