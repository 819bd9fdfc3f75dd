import { z } from "zod";
import { defineContract, Id } from "../contract.ts";
import { Line } from "../normal-forms.ts";

/** The database defines the names of vendors and streams, so a new one needs no change here. */
const Word = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, "Name a vendor");

const Count = z.int();

export const SyncReceipt = z.object({
  id: Id,
  started_at: z.string(),
  ended_at: z.string().nullable().describe("Null while the run is open"),
  ended_because: z.string().nullable().describe("Why it ended, such as completed or unavailable"),
  error: z.string().nullable(),
  pages: Count,
  record_count: Count.describe("The sum of the six outcomes that follow"),
  created: Count,
  updated: Count,
  unchanged: Count,
  deleted: Count,
  filtered: Count,
  failed: Count,
  gaps: Count,
  calls: Count,
  retries: Count,
});
export type SyncReceipt = z.infer<typeof SyncReceipt>;

const Scope = z.object({
  id: Id,
  external_id: z.string().describe("The vendor's id of the list or project"),
  name: z.string(),
  project_id: Id,
  project_name: z.string(),
});

const DeadLetter = z.object({
  id: Id,
  external_id: z.string(),
  title: z.string().nullable(),
  code: z.string(),
  reason: z.string(),
  attempt: z.int(),
  created_at: z.string(),
});

const CrmRecord = z.object({
  id: Id,
  name: z.string(),
  domain: z.string().nullable(),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  company_name: z.string().nullable(),
  merged_into: z
    .string()
    .nullable()
    .describe("The record that it was merged into, which is linked to something else"),
  client_id: Id.nullable().describe("The suggested client"),
});
export type CrmRecord = z.infer<typeof CrmRecord>;

export const SyncStream = z.object({
  id: Id,
  stream: Word,
  state: z.enum(["active", "paused", "needs_reconnect"]),
  pause_reason: z.enum(["disconnected"]).nullable(),
  confirmed_at: z.string().nullable().describe("The newest fact that the vendor confirmed"),
  completed_at: z.string().nullable().describe("When a listing was last read to its end"),
  next_at: z.string(),
  failures: z.int().describe("Failed runs since the last one that succeeded"),
  row_count: z.int().describe("Rows that the vendor manages"),
  requires_scope: z.boolean().default(true).describe("Whether nothing is read without a list"),
  accepts_scopes: z.boolean().default(true).describe("Whether lists can be assigned to projects"),
  scopes: z.array(Scope),
  runs: z.array(SyncReceipt).describe("The last ten"),
  dead_letters: z.object({ count: z.int(), rows: z.array(DeadLetter).describe("The newest 50") }),
  removals: z
    .object({ approval_id: Id, count: z.int() })
    .nullable()
    .describe("The open card about rows that were deleted at the vendor, and their number"),
  review: z
    .object({ count: z.int(), rows: z.array(CrmRecord).describe("At most 200") })
    .nullable()
    .default(null)
    .describe("Companies or deals that wait for a decision"),
});
export type SyncStream = z.infer<typeof SyncStream>;

export const ConnectionTest = z.object({
  requested_at: z.string(),
  ended_at: z.string().nullable().describe("Null while the test is open"),
  next_at: z.string().describe("When the vendor may be called for another test"),
  result: z
    .enum([
      "accepted",
      "rejected",
      "forbidden",
      "rate_limited",
      "unavailable",
      "invalid_response",
      "lost",
    ])
    .nullable(),
  http_code: z.int().nullable().describe("The vendor's status; null if it did not answer"),
  resource: z.string().nullable().describe("The data that was refused, such as contacts"),
  list_count: z.int().describe("Lists that can be chosen by their names"),
  has_more_lists: z.boolean(),
});
export type ConnectionTest = z.infer<typeof ConnectionTest>;

export const Provider = z.object({
  provider: Word,
  secret_type: z.string().describe("token: one word; service_account: the key file in JSON"),
  kinds: z.array(z.string()).describe("Kinds of cards that are executed at the vendor"),
  reads: z.array(Word).describe("Streams that are read from it"),
  fields: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      is_required: z.boolean(),
      rule: z.string().nullable(),
    }),
  ),
  connection: z
    .object({
      settings: z
        .record(z.string(), z.unknown())
        .nullable()
        .describe("Without the secret; null for leads"),
      version: z.int(),
      connected_at: z.string(),
      updated_at: z.string(),
      connected_by: z.object({ id: Id, name: z.string() }),
      test: ConnectionTest.nullable()
        .default(null)
        .describe("The last test of this connection; null for leads, and before the first test"),
    })
    .nullable(),
  streams: z.array(SyncStream),
});
export type Provider = z.infer<typeof Provider>;

export const IntegrationAction = z.discriminatedUnion(
  "action",
  [
    z.strictObject({
      action: z.literal("connect"),
      provider: Word,
      settings: z.record(z.string().max(60), z.unknown()),
      secret: z
        .string()
        .min(1)
        .max(20_000)
        .optional()
        .describe("Never returned. If absent, the current secret stays"),
    }),
    z.strictObject({
      action: z.literal("disconnect"),
      provider: Word,
      releases_rows: z
        .boolean()
        .default(false)
        .describe(
          "Whether rows that were read can be changed here, and their lists are unassigned",
        ),
      proposes_removal: z
        .boolean()
        .default(false)
        .describe(
          "Whether a card per stream proposes to remove its rows, and their lists are unassigned; not with releases_rows",
        ),
    }),
    z.strictObject({
      action: z.literal("test"),
      provider: Word.describe("The result becomes connection.test of the vendor within seconds"),
    }),
    z.strictObject({ action: z.literal("sync_now"), stream_id: Id }),
    z.strictObject({
      action: z.literal("set_scope"),
      stream_id: Id,
      external_id: Line(200),
      name: Line(200),
      project_id: Id.nullable().describe("Null ends the assignment"),
    }),
    z.strictObject({ action: z.literal("retry_dead_letter"), dead_letter_id: Id }),
    z.strictObject({
      action: z.literal("link_record"),
      record_id: Id,
      target_id: Id.describe("The client of a company, the project of a deal"),
    }),
    z.strictObject({
      action: z.literal("create_from_record"),
      record_id: Id,
      account_id: Id.nullable().default(null).describe("The account of a deal's new project"),
    }),
    z.strictObject({ action: z.literal("dismiss_record"), record_id: Id }),
    z.strictObject({ action: z.literal("reopen_record"), record_id: Id }),
  ],
  "Specify the action",
);
export type IntegrationAction = z.output<typeof IntegrationAction>;
export type IntegrationActionInput = z.input<typeof IntegrationAction>;

export const integrations = defineContract({
  slug: "integrations",
  access: "user",
  get: {
    summary: "Vendors, their connections and their syncs with receipts (admin and lead)",
    response: z.object({ providers: z.array(Provider) }),
  },
  post: {
    summary:
      "Connects, tests or disconnects a vendor, assigns its lists, runs a sync, retries a record, decides records of a CRM (admin; leads run, retry and decide records)",
    body: IntegrationAction,
    response: z.object({
      action: z.string(),
      receipt: SyncReceipt.nullable().describe("For retried records"),
    }),
  },
});
