import { decodeJwt } from "jose";
import type { z } from "zod";
import { AppError } from "../_domain/app-error.ts";
import type { BodyOf, QueryOf } from "../_domain/contract.ts";
import type {
  doc,
  docUploadSession,
  documentInventory,
  documents,
} from "../_domain/documents/contract.ts";
import type { Json } from "../_schema/database.types.ts";
import { callFunction } from "./call.ts";
import type { Db } from "./client.ts";
import { type DatabaseError, isUnreachable, refusal, unavailable } from "./errors.ts";
import { publicAddress } from "./public-address.ts";

type Upload = z.input<typeof docUploadSession.post.response>;
type File = z.input<typeof doc.get.response>;

/**
 * Creates the document of an upload, and has Storage sign a URL with which the caller can upload to exactly that
 * path.
 */
export async function beginUpload(
  db: Db,
  body: BodyOf<typeof docUploadSession.post>,
): Promise<Upload> {
  const upload = (await callFunction(db, "create_document_upload", body).catch(asUnsupported)) as {
    document_id: string;
    version: number;
    bucket: string;
    path: string;
  };
  return { ...upload, ...(await signUpload(db, upload)) };
}

/** Has Storage sign, for the caller, an upload to exactly this path. */
export async function signUpload(
  db: Db,
  { bucket, path }: { bucket: string; path: string },
): Promise<{ token: string; signed_url: string; expires_at: string }> {
  const { data, error } = await db.storage.from(bucket).createSignedUploadUrl(path);
  if (error) throw refusedByStorage(error);
  return {
    token: data.token,
    signed_url: publicAddress(data.signedUrl),
    expires_at: expiryOf(data.token),
  };
}

/** The database returns a refusal instead of raising it, so that the refused call counts towards the limit. */
export async function beginIndexing(db: Db, document_id: string): Promise<Json> {
  const answer = await callFunction(db, "begin_indexing", { document_id });
  const { refusal: databaseError } = answer as unknown as { refusal?: DatabaseError };
  if (databaseError) throw refusal(databaseError);
  return answer;
}

/** An address at which the caller's file is served for a minute, while they may still see the document. */
export async function openFile(
  db: Db,
  query: QueryOf<typeof doc.get>,
  origin: string,
): Promise<File> {
  const { ticket, ...file } = (await callFunction(db, "open_document", query)) as {
    document_id: string;
    version: number;
    ticket: string;
    expires_at: string;
  };
  return { ...file, url: publicAddress(`${origin}/functions/v1/doc-file?ticket=${ticket}`) };
}

export function readInventory(db: Db, query: QueryOf<typeof documentInventory.get>): Promise<Json> {
  const { limit, ...filter } = query;
  return callFunction(db, "get_document_inventory", { ...filter, page_size: limit });
}

/** Performs an action: one SQL function each, which enforces every rule. */
export async function changeDocument(
  db: Db,
  action: BodyOf<typeof documents.post>,
): Promise<{ document: Json }> {
  const { document_id } = action;
  switch (action.action) {
    case "update":
      return {
        document: await callFunction(db, "update_document", {
          document_id,
          changes: action.changes,
        }),
      };
    case "archive":
      return { document: await callFunction(db, "archive_document", { document_id }) };
    case "restore":
      return { document: await callFunction(db, "restore_document", { document_id }) };
  }
}

/** HTTP has a separate status for an unsupported type. */
export function asUnsupported(error: unknown): never {
  if (error instanceof AppError && error.code === "unsupported_file_type") {
    throw new AppError(415, error.code, error.message);
  }
  throw error;
}

/** Storage checks its own policies. If it refuses, the caller lost access after the function call. */
function refusedByStorage(error: { message: string; statusCode?: string }): Error {
  if (/^40[034]$/.test(error.statusCode ?? "")) {
    return new AppError(404, "document_not_found", "There is no such document");
  }
  if (isUnreachable(error)) return unavailable.storage();
  return new Error(`Storage error ${error.statusCode}: ${error.message}`);
}

/** The token itself contains its expiry. */
function expiryOf(token: string): string {
  const { exp } = decodeJwt(token);
  if (exp === undefined) throw new Error("Storage signed a token without an expiry");
  return new Date(exp * 1000).toISOString();
}
