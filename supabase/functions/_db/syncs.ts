import { z } from "zod";
import type { Enums, Json } from "../_schema/database.types.ts";
import { callFunction } from "./call.ts";
import type { Db } from "./client.ts";
import type { Lease } from "./executions.ts";

const Begun = z.discriminatedUnion("state", [
  z.object({ state: z.literal("gone") }),
  z.object({
    state: z.literal("begun"),
    run_id: z.string(),
    provider: z.string(),
    stream: z.string(),
    cursor: z.string().nullable(),
    secret: z.string().nullable(),
    settings: z.looseObject({ scopes: z.array(z.string()), time_zone: z.string() }),
  }),
]);
export type BegunSync = Extract<z.output<typeof Begun>, { state: "begun" }>;

const Applied = z.object({ state: z.enum(["more", "done", "held"]) });

export interface SyncEnd {
  reason: Enums<"sync_end">;
  error?: string;
  retryAfterMs?: number | null;
  calls?: number;
}

/** The SQL functions of a sync run, for the worker that has its job. */
export function syncOf(db: Db, lease: Lease) {
  return {
    async begin() {
      return Begun.parse(await callFunction(db, "begin_sync_run", { ...lease }));
    },
    /** Stores a page, its cursor and its counts in one transaction. */
    async apply(run_id: string, from_cursor: string | null, page: object) {
      const applied = await callFunction(db, "apply_sync_page", {
        ...lease,
        run_id,
        // A parameter that is null is one that is typed as never being so.
        from_cursor: from_cursor as string,
        page: page as Json,
      });
      return Applied.parse(applied).state;
    },
    async end(run_id: string, { reason, error, retryAfterMs, calls }: SyncEnd) {
      await callFunction(db, "end_sync_run", {
        ...lease,
        run_id,
        reason,
        ...(error !== undefined && { error }),
        ...(typeof retryAfterMs === "number" && { retry_after_ms: Math.round(retryAfterMs) }),
        ...(calls !== undefined && { calls }),
      });
    },
  };
}
