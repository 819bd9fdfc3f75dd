import { z } from "zod";
import { indexingSteps } from "../_domain/documents/words.ts";
import { documentKinds } from "../_domain/words/documents.ts";
import type { Json } from "../_schema/database.types.ts";
import { callFunction } from "./call.ts";
import type { Db } from "./client.ts";
import type { Lease } from "./executions.ts";

const LeasedUpload = z.object({
  state: z.literal("leased"),
  document_id: z.string(),
  version: z.int(),
  step: z.enum(indexingSteps),
  bucket: z.string(),
  path: z.string(),
  file_name: z.string(),
  content_type: z.string(),
  size_bytes: z.int(),
  /** Null until the file has been fetched for the first time. */
  sha256: z.string().nullable(),
  kind: z.enum(documentKinds),
  title: z.string(),
  cursor: z.json(),
});
export type LeasedUpload = z.output<typeof LeasedUpload>;

const LeasedIndexing = z.discriminatedUnion("state", [
  LeasedUpload,
  z.object({ state: z.literal("gone") }),
]);

/** The result of one step; see store_extracted. */
export interface Extraction {
  passages: { content: string; location: object }[];
  cursor: Json | null;
  done: number;
  total: number | null;
  facts: object;
  flags: string[];
  sha256: string;
}

/** The SQL functions that read an upload step by step, under one lease. */
export function indexingOf(db: Db, lease: Lease) {
  return {
    lease: async () => LeasedIndexing.parse(await callFunction(db, "lease_indexing", lease)),
    storeExtracted: ({ passages, done, total, ...rest }: Extraction) =>
      callFunction(db, "store_extracted", {
        ...lease,
        ...rest,
        passages: passages.map(({ content, location }) => ({
          content,
          location,
        })) as unknown as Json,
        facts: rest.facts as Json,
        progress_done: done,
        // The generated types do not know that an argument may be null.
        progress_total: total as number,
      }),
    publish: () => callFunction(db, "publish_document", lease),
    fail: (code: string, reason: string) =>
      callFunction(db, "fail_indexing", { ...lease, code, reason }),
  };
}
