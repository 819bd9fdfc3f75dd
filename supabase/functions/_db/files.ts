/** The bytes of documents: read from Storage, compared with their recorded hash, served as attachments. */
import { encodeHex } from "deno-std/encoding/hex.js";
import { z } from "zod";
import { AppError } from "../_domain/app-error.ts";
import { callFunction } from "./call.ts";
import type { Db } from "./client.ts";
import { isUnreachable, unavailable } from "./errors.ts";

const RedeemedFile = z.object({
  document_id: z.string(),
  version: z.int(),
  bucket: z.string(),
  path: z.string(),
  file_name: z.string(),
  content_type: z.string(),
  /** Null until the file has been read for the first time. */
  sha256: z.string().nullable(),
});

/** Each file is in memory as a whole, because its hash is known only once all of it has been read. */
const FILES_AT_ONCE = 4;
let serving = 0;
const queue: (() => void)[] = [];

/**
 * Serves the file of a ticket. Throws 404 for an invalid ticket, 409 for a file that
 * was replaced and 503 if Storage cannot be reached.
 */
export async function serveFile(db: Db, ticket: string, signal: AbortSignal): Promise<Response> {
  await turn();
  try {
    const file = RedeemedFile.parse(await callFunction(db, "redeem_ticket", { ticket }));
    const bytes = await readObject(db, file, signal).catch((error: Error) => {
      throw isUnreachable(error) ? unavailable.storage() : error;
    });
    const sha256 = bytes && (await sha256Of(bytes));
    const isOwn =
      (sha256 !== null && sha256 === file.sha256) || (await checkHash(db, file, sha256));
    if (!bytes || !isOwn) {
      throw new AppError(
        409,
        "file_changed",
        "The stored file differs from the uploaded one, so it can't be opened. Upload it again",
      );
    }
    return new Response(bytes, {
      headers: {
        "content-type": file.content_type,
        "content-length": String(bytes.byteLength),
        "content-disposition": `attachment; filename*=UTF-8''${encodeFileName(file.file_name)}`,
        "content-security-policy": "default-src 'none'; sandbox",
      },
    });
  } finally {
    // The slot passes to the caller that has waited longest, so that no later caller takes it.
    const next = queue.shift();
    if (next) next();
    else serving -= 1;
  }
}

/** The bytes of an object, or null if it does not exist. Throws if Storage does not respond. */
export async function readObject(
  db: Db,
  { bucket, path }: { bucket: string; path: string },
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const { data, error } = await db.storage.from(bucket).download(path, {}, { signal });
  if (data) return new Uint8Array(await data.arrayBuffer());
  // Some versions of Storage return 400 with a 404 in the body.
  const { status, statusCode } = error as { status?: number; statusCode?: string };
  if (status === 404 || statusCode === "404") return null;
  throw new Error(`Storage did not return the file: ${error?.message}`);
}

/** Writes an object. Throws if Storage does not accept it. */
export async function writeObject(
  db: Db,
  { bucket, path, content_type }: { bucket: string; path: string; content_type: string },
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const { error } = await db.storage
    .from(bucket)
    .upload(path, bytes, { contentType: content_type, upsert: true });
  if (error) throw new Error(`Storage did not accept the file: ${error.message}`);
}

/** Deletes an object; a missing one counts as deleted. Throws if Storage does not delete it. */
export async function deleteObject(
  db: Db,
  { bucket, path }: { bucket: string; path: string },
): Promise<void> {
  const { error } = await db.storage.from(bucket).remove([path]);
  if (error) throw new Error(`Storage did not delete the file: ${error.message}`);
}

/**
 * Whether bytes with this hash belong to the upload. The first hash is recorded. A different hash, or a missing file,
 * is a finding of the portfolio's health until the right bytes are checked again.
 */
export function checkHash(
  db: Db,
  { document_id, version }: { document_id: string; version: number },
  sha256: string | null,
): Promise<boolean> {
  return callFunction(db, "check_file_hash", {
    document_id,
    version,
    ...(sha256 !== null && { sha256 }),
  });
}

export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return encodeHex(await crypto.subtle.digest("SHA-256", bytes));
}

async function turn(): Promise<void> {
  if (serving >= FILES_AT_ONCE) return new Promise((resolve) => queue.push(resolve));
  serving += 1;
}

function encodeFileName(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
}
