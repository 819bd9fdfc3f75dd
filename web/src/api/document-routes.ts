import type { z } from "zod";
import type {
  doc,
  docUploadSession,
  documentInventory,
  documents,
  ingestDoc,
} from "../../../supabase/functions/_domain/documents/contract.ts";
import { call, searchOf } from "./client.ts";

export type UploadSession = z.output<typeof docUploadSession.post.response>;
export type NewUpload = z.input<typeof docUploadSession.post.body>;
export type Inventory = z.output<typeof documentInventory.get.response>;
export type InventoryDocument = Inventory["documents"][number];
export type InventoryProblem = Inventory["problems"][number];
type InventoryQuery = Partial<z.output<typeof documentInventory.get.query>>;
export type DocumentAction = z.input<typeof documents.post.body>;
export type DocumentKind = InventoryDocument["kind"];

/** Creates a document or its next version; the file is then uploaded to `signed_url`. */
export const beginUpload = (body: NewUpload, signal?: AbortSignal) =>
  call<UploadSession>("POST", "doc-upload-session", { body, ...(signal && { signal }) });

/** Starts processing the latest upload. Raises 429 with retry_after_seconds; 409 not_uploaded, size_differs. */
export const ingestDocument = (document_id: string, signal?: AbortSignal) =>
  call<z.output<typeof ingestDoc.post.response>>("POST", "ingest-doc", {
    body: { document_id },
    ...(signal && { signal }),
  });

/** A URL of the file. It is valid for a minute, so it is requested only on a click. */
export const getDocumentFile = (document_id: string, version?: number) =>
  call<z.output<typeof doc.get.response>>("GET", `doc${searchOf({ document_id, version })}`);

export const actOnDocument = (body: DocumentAction) =>
  call<z.output<typeof documents.post.response>>("POST", "documents", { body });

export const getDocumentInventory = (query: InventoryQuery, signal?: AbortSignal) =>
  call<Inventory>("GET", `document-inventory${searchOf(query)}`, { signal });
