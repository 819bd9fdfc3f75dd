import { z } from "zod";
import { defineContract, Id } from "../contract.ts";
import { MAX_DOCUMENT_BYTES } from "../documents/contract.ts";
import { Day, Line, Paragraphs } from "../normal-forms.ts";

const Instant = z.string().describe("Instant with offset, ISO 8601");
const Hash = z.string().describe("SHA-256 in hexadecimal");
const Section = z.object({ heading: z.string(), body: z.string() });
const File = z.object({ name: z.string(), sha256: Hash });

const DeliverableDecision = z.object({
  id: Id,
  decision: z.enum(["approved", "changes_requested"]),
  comment: z.string().nullable(),
  content_hash: Hash,
  decided_by: z.string(),
  decided_at: Instant,
});

const RequestFile = z.object({ id: Id, name: z.string(), size_bytes: z.int() });

const MAX_REQUEST_FILES = 5;

export const ClientRequest = z.object({
  id: Id,
  project_id: Id,
  kind: z.enum(["question", "change", "problem", "other"]),
  text: z.string(),
  asked_by: z.string(),
  asked_at: Instant,
  respond_by: z.string().describe("Day by which the agency responds"),
  status: z.enum(["open", "answered", "declined"]),
  reply: z.string().nullable(),
  ended_at: Instant.nullable(),
  files: z.array(RequestFile),
});

/** Everything that a client reads. The database selects the same fields; any other field is removed. */
export const ClientPortal = z.object({
  agency: z.object({
    name: z.string(),
    currency: z.string(),
    color: z.string().nullable().describe("Such as #0b7285"),
  }),
  client: z.object({ id: Id, name: z.string() }),
  projects: z.array(
    z.object({
      id: Id,
      name: z.string(),
      state: z.string().describe("In words for clients"),
      starts_on: z.string().nullable().describe("As released"),
      due_on: z.string().nullable().describe("As released"),
      hours: z
        .object({ used: z.number(), budget: z.number().nullable() })
        .nullable()
        .describe("Where the account's operating profile shares them"),
    }),
  ),
  updates: z.array(
    z.object({
      id: Id,
      project_id: Id,
      week_of: z.string(),
      headline: z.string(),
      body: z.string(),
      next_steps: z.string().nullable(),
      published_at: Instant,
    }),
  ),
  readouts: z.array(
    z.object({
      id: Id,
      project_id: Id,
      title: z.string(),
      sections: z.array(Section),
      published_at: Instant,
    }),
  ),
  deliverables: z.array(
    z.object({
      id: Id,
      project_id: Id,
      title: z.string(),
      note: z.string().nullable(),
      released_at: Instant,
      content_hash: Hash,
      file: File.nullable(),
      decision: DeliverableDecision.nullable(),
    }),
  ),
  statements_of_work: z.array(
    z.object({
      id: Id,
      project_id: Id,
      title: z.string(),
      sections: z.array(Section),
      published_at: Instant,
    }),
  ),
  scope_changes: z.array(
    z.object({
      id: Id,
      project_id: Id,
      title: z.string(),
      description: z.string(),
      hours_change: z.number().nullable(),
      amount_change: z.number().nullable(),
      effective_on: z.string().nullable(),
      published_at: Instant,
    }),
  ),
  requests: z
    .array(ClientRequest)
    .describe("Open requests, and those that ended in the last 30 days"),
});
export type ClientPortal = z.infer<typeof ClientPortal>;

const RequestAction = z.strictObject({
  action: z.literal("request"),
  project_id: Id,
  kind: z.enum(["question", "change", "problem", "other"]),
  text: Paragraphs(4000),
  file_ids: z
    .array(Id)
    .max(MAX_REQUEST_FILES, "A request can have at most 5 files")
    .optional()
    .describe("Files that the caller uploaded for this project with begin_upload"),
});

const BeginUploadAction = z.strictObject({
  action: z.literal("begin_upload"),
  project_id: Id,
  file_name: Line(255),
  content_type: z.string().trim().min(1).max(200),
  size_bytes: z.int().min(1, "The file is empty").max(MAX_DOCUMENT_BYTES),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, "Send the SHA-256 of the file in hexadecimal"),
});

const OpenRequestFileAction = z.strictObject({
  action: z.literal("open_request_file"),
  file_id: Id,
});

const DecideAction = z.strictObject({
  action: z.literal("decide_deliverable"),
  deliverable_id: Id,
  content_hash: z.string().regex(/^[0-9a-f]{64}$/, "Send the content_hash that the portal showed"),
  decision: z.enum(["approved", "changes_requested"]),
  comment: Paragraphs(4000).optional().describe("Required for changes"),
});

const OpenFileAction = z.strictObject({ action: z.literal("open_file"), deliverable_id: Id });

const PrepareAccessAction = z.strictObject({
  action: z.literal("prepare_access"),
  client_id: Id,
});

const ReleaseDatesAction = z.strictObject({
  action: z.literal("release_dates"),
  project_id: Id,
  starts_on: Day.nullable(),
  due_on: Day.nullable(),
});

export const ClientPortalAction = z.discriminatedUnion(
  "action",
  [
    RequestAction,
    BeginUploadAction,
    OpenRequestFileAction,
    DecideAction,
    OpenFileAction,
    PrepareAccessAction,
    ReleaseDatesAction,
  ],
  "Specify the action",
);
export type ClientPortalAction = z.output<typeof ClientPortalAction>;
export type ClientPortalActionInput = z.input<typeof ClientPortalAction>;

/** The proof of a decision that the client keeps. */
export const DeliverableRecord = DeliverableDecision.extend({
  deliverable_id: Id,
  title: z.string(),
  project: z.string(),
  file: File.nullable(),
});
export type DeliverableRecord = z.infer<typeof DeliverableRecord>;

const FileLink = {
  url: z.string().describe("Address of the file, valid for at most a minute"),
  expires_at: Instant,
};

export const ClientPortalAnswer = z.discriminatedUnion("action", [
  z.object({ action: z.literal("request"), request: ClientRequest }),
  z.object({
    action: z.literal("begin_upload"),
    file_id: Id,
    bucket: z.string(),
    path: z.string(),
    token: z.string(),
    signed_url: z.string().describe("Accepts the file with PUT, once"),
    expires_at: Instant,
  }),
  z.object({ action: z.literal("open_request_file"), ...FileLink }),
  z.object({ action: z.literal("decide_deliverable"), record: DeliverableRecord }),
  z.object({ action: z.literal("open_file"), ...FileLink }),
  z.object({
    action: z.literal("prepare_access"),
    contacts: z.array(
      z.object({
        id: Id,
        name: z.string(),
        email: z.string().nullable(),
        access: z.enum(["active", "invited", "none"]),
      }),
    ),
    portal: ClientPortal,
  }),
  z.object({
    action: z.literal("release_dates"),
    project_id: Id,
    starts_on: z.string().nullable(),
    due_on: z.string().nullable(),
  }),
]);

export const clientPortal = defineContract({
  slug: "client-portal",
  access: "user",
  get: {
    summary: "A client's portal: for its contacts, and for admins and leads as its contacts see it",
    query: z.strictObject({
      client_id: Id.optional().describe(
        "For admins and leads: the client whose portal they view. The view is recorded",
      ),
    }),
    response: ClientPortal,
  },
  post: {
    summary:
      "Clients send requests with files and decide on deliverables; admins and leads release dates and prepare access",
    body: ClientPortalAction,
    response: ClientPortalAnswer,
  },
});
