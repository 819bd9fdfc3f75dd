import { z } from "zod";
import { callFunction } from "./call.ts";
import type { Db } from "./client.ts";
import type { Lease } from "./executions.ts";

const Leased = z.discriminatedUnion("state", [
  z.object({ state: z.literal("gone") }),
  z.object({
    state: z.literal("leased"),
    provider: z.string(),
    external_id: z.string(),
    settings: z.record(z.string(), z.unknown()),
    secret: z.string().nullable(),
    export_type: z.string().nullable(),
    content_type: z.string(),
    content_version: z.string(),
    max_bytes: z.int(),
    version: z.int(),
    bucket: z.string(),
    path: z.string(),
  }),
]);
export type LeasedFile = Extract<z.output<typeof Leased>, { state: "leased" }>;

/** The SQL functions that turn the bytes of a synced file into a version of its document, under one lease. */
export function fileFetchOf(db: Db, lease: Lease) {
  return {
    lease: async () => Leased.parse(await callFunction(db, "lease_file_fetch", { ...lease })),
    store: ({ content_version, version }: LeasedFile, sha256: string, size_bytes: number) =>
      callFunction(db, "store_fetched_file", {
        ...lease,
        content_version,
        version,
        size_bytes,
        sha256,
      }),
    fail: (code: string, reason: string) =>
      callFunction(db, "fail_file_fetch", { ...lease, code, reason }),
  };
}
