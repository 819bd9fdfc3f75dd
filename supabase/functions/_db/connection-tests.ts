import { z } from "zod";
import type { Enums, Json } from "../_schema/database.types.ts";
import { callFunction } from "./call.ts";
import type { Db } from "./client.ts";
import type { Lease } from "./executions.ts";

const Begun = z.discriminatedUnion("state", [
  z.object({ state: z.literal("gone") }),
  z.object({
    state: z.literal("begun"),
    provider: z.string(),
    version: z.int(),
    settings: z.record(z.string(), z.unknown()),
    secret: z.string().nullable(),
  }),
]);

export interface ConnectionTestEnd {
  result: Enums<"connection_test_result">;
  status?: number | null;
  resource?: string;
  retryAfterMs?: number | null;
  lists?: { id: string; name: string }[];
  hasMore?: boolean;
}

/** The SQL functions of a connection test, for the worker that has its job. */
export function connectionTestOf(db: Db, lease: Lease) {
  return {
    begin: async () => Begun.parse(await callFunction(db, "begin_connection_test", { ...lease })),
    /** Stores the result of this version of the connection, and ends the job. */
    async end(version: number, end: ConnectionTestEnd) {
      const { result, status, resource, retryAfterMs, lists, hasMore } = end;
      await callFunction(db, "end_connection_test", {
        ...lease,
        version,
        result,
        ...(typeof status === "number" && { http_code: status }),
        ...(resource !== undefined && { resource }),
        ...(typeof retryAfterMs === "number" && { retry_after_ms: Math.round(retryAfterMs) }),
        ...(lists && { lists: lists as unknown as Json }),
        ...(hasMore !== undefined && { has_more_lists: hasMore }),
      });
    },
  };
}
