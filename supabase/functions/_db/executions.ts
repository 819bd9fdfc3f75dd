import { z } from "zod";
import type { Enums, Json } from "../_schema/database.types.ts";
import { callFunction } from "./call.ts";
import type { Db } from "./client.ts";

/** A job and the number of its attempt. Every statement of an executor names both. */
export interface Lease {
  job_id: string;
  attempt: number;
}

export interface LeasedApproval {
  id: string;
  organization_id: string;
  project_id: string | null;
  kind: Enums<"approval_kind">;
  payload: Record<string, Json>;
}

export type LeasedExecution =
  | { state: "gone" }
  | {
      state: "leased";
      approval: LeasedApproval;
      marker: string;
      /** Whether an earlier attempt may have called the vendor. */
      vendor_called_before: boolean;
    };

/** The result, as the card stores it. */
export interface ExecutionResult {
  provider: Enums<"external_provider">;
  external_id: string;
  url: string | null;
}

// The database owns the lists of providers.
const isText = (value: unknown) => typeof value === "string";

const Integration = z.object({
  provider: z.custom<Enums<"integration_provider">>(isText),
  settings: z.record(z.string(), z.json()).nullable(),
  secret: z.string().nullable(),
  takes_environment: z.boolean(),
  time_zone: z.string(),
});
export type Integration = z.output<typeof Integration>;

const LocalObject = z.object({ external_id: z.string(), url: z.string().nullable() });

const Event = z.object({
  provider: z.custom<Enums<"external_provider">>(isText),
  external_id: z.string(),
  calendar_id: z.string(),
  summary: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  time_zone: z.string(),
  attendees: z.array(z.string()),
  location: z.string().nullable(),
  description: z.string().nullable(),
  series_id: z.string().nullable(),
});
export type EventToChange = z.output<typeof Event>;

/** The SQL functions of executors, under one lease. Each refuses a worker whose lease is over. */
export function executionOf(db: Db, lease: Lease) {
  return {
    lease: async () => (await callFunction(db, "lease_execution", lease)) as LeasedExecution,
    leaseReconciliation: async () =>
      (await callFunction(db, "lease_reconciliation", lease)) as LeasedExecution,
    markVendorCall: () => callFunction(db, "mark_vendor_call", lease),
    confirm: (marker: string, result: ExecutionResult) =>
      callFunction(db, "confirm_execution", {
        ...lease,
        marker,
        result: result as unknown as Json,
      }),
    finish: (result: ExecutionResult) =>
      callFunction(db, "finish_execution", { ...lease, result: result as unknown as Json }),
    fail: (error: string, is_final: boolean, retry_after_ms: number | null) =>
      callFunction(db, "fail_execution", {
        ...lease,
        error,
        is_final,
        ...(retry_after_ms !== null && { retry_after_ms: Math.ceil(retry_after_ms) }),
      }),
    park: (error: string) => callFunction(db, "park_execution", { ...lease, error }),
    settleFound: (result: ExecutionResult) =>
      callFunction(db, "settle_execution", {
        ...lease,
        was_found: true,
        result: result as unknown as Json,
      }),
    settleAbsent: (error: string) =>
      callFunction(db, "settle_execution", { ...lease, was_found: false, error }),

    integration: async () => Integration.parse(await callFunction(db, "get_integration", lease)),
    findLocalEffect: async () =>
      LocalObject.nullable().parse(await callFunction(db, "find_local_effect", lease)),
    carryOutLocally: async () =>
      LocalObject.parse(await callFunction(db, "carry_out_locally", lease)),
    eventToChange: async () => Event.parse(await callFunction(db, "get_event_to_change", lease)),
    recordEvent: (event: object) =>
      callFunction(db, "record_calendar_event", { ...lease, event: event as Json }),
  };
}
export type Execution = ReturnType<typeof executionOf>;
