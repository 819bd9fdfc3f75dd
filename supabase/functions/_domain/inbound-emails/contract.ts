import { z } from "zod";
import type { Database } from "../../_schema/database.types.ts";
import { defineContract, Id } from "../contract.ts";
import { Line } from "../normal-forms.ts";

const Address = z.object({ name: z.string().nullable(), address: z.string() });
const Project = z.object({ id: Id, name: z.string() });

export const EmailScope = z.enum(["all", "unassigned", "rejected"]);
export type EmailScope = z.infer<typeof EmailScope>;

/** An email in a list: its metadata and subject, never its text. */
export const InboundEmail = z.object({
  id: Id,
  subject: z.string(),
  from: Address,
  to: z.array(Address),
  received_at: z.string().describe("Instant with offset, ISO 8601"),
  project: Project.nullable().describe("Null while the email is unassigned"),
  state: z.enum(["unassigned", "assigned", "rejected"]),
  assigned_because: z
    .string()
    .nullable()
    .describe("Why it is in its project, in words; null without a project"),
  waiting_because: z
    .string()
    .nullable()
    .describe("Why the router left it to a person, in words; null with a project"),
  auth_verdict: z.object({
    result: z
      .enum(["pass", "fail", "none"])
      .describe("Whether the sender's domain vouches for it; none: no trusted server checked it"),
    by: z.string().nullable().describe("The server that checked it"),
  }),
  candidates: z
    .array(
      z.object({
        project_id: Id,
        name: z.string(),
        score: z.number().describe("From 0 to 1"),
        reason: z.string(),
      }),
    )
    .describe("Projects that it may belong to, best first"),
  has_attachments: z.boolean(),
  reject_reason: z.string().nullable(),
  is_automatic: z
    .boolean()
    .describe("An automatic reply, a bounce or a message from a mailing list"),
  automatic_because: z.string().nullable(),
  domain: z
    .object({
      name: z.string(),
      can_remember: z.boolean().describe("Whether remember_domain may learn it from this email"),
      refusal: z.string().nullable().describe("Why it may not be learned, in words"),
    })
    .describe("The sender's domain"),
  source_id: Id.nullable().describe("The source whose text get_email returns"),
  thread: z.object({ id: Id, emails: z.int().describe("Emails in the thread, at most 100") }),
});
export type InboundEmail = z.infer<typeof InboundEmail>;

export const EmailTriage = z.union(
  [
    z.strictObject({
      id: Id,
      project_id: Id,
      remember_domain: z
        .boolean()
        .optional()
        .describe("Later emails of exactly the sender's domain belong to this project"),
    }),
    z.strictObject({ id: Id, action: z.literal("reject"), reason: Line(500) }),
    z.strictObject({ id: Id, action: z.literal("restore") }),
  ],
  "Send a project_id, or the action reject with a reason, or the action restore",
);
export type EmailTriage = z.output<typeof EmailTriage>;
export type EmailTriageInput = z.input<typeof EmailTriage>;

export const inboundEmails = defineContract({
  slug: "inbound-emails",
  access: "user",
  get: {
    summary: "Received emails without their text, newest first: admin and lead",
    query: z.strictObject({
      scope: EmailScope.default("all").describe("all and unassigned leave out rejected emails"),
      limit: z.coerce.number().int().min(1).max(100).default(50),
      cursor: z.string().max(300).optional().describe("next_cursor of the previous page"),
    }),
    response: z.object({
      emails: z.array(InboundEmail),
      next_cursor: z.string().nullable().describe("null at the end"),
      counts: z
        .object({ all: z.int(), unassigned: z.int(), rejected: z.int() })
        .describe("Emails of each scope, counted up to 1,000"),
    }),
  },
  post: {
    summary: "Assigns an email to a project, rejects it or restores it: admin and lead",
    body: EmailTriage,
    response: z.object({
      email: InboundEmail,
      remembered: z.boolean().describe("Whether remember_domain learned the sender's domain"),
    }),
  },
});

/** Parts of an email that may have been misread. The database defines the values. */
export const EmailProblem = z.enum([
  "too_large",
  "too_complex",
  "unreadable",
  "no_headers",
  "no_sender",
  "several_senders",
  "invalid_date",
  "boundary_missing",
  "text_cut",
  "html_unreadable",
  "hidden_text_removed",
  "too_many_addresses",
  "too_many_attachments",
] as const satisfies readonly Database["public"]["Enums"]["email_problem"][]);
export type EmailProblem = z.infer<typeof EmailProblem>;

/** The answer of get_email: the text of an email, for those who may see its project. */
export const OpenedEmail = z.object({
  id: Id,
  subject: z.string(),
  from: Address,
  to: z.array(Address),
  cc: z.array(Address),
  received_at: z.string(),
  project: Project.nullable(),
  text: z.string().describe("Complete, with quoted text. Readers fold it and delete nothing"),
  problems: z
    .array(EmailProblem)
    .describe("Parts that may be missing or misread; the mailbox has all of them"),
  thread_addresses: z
    .array(z.string())
    .describe("Everyone in the emails of its thread that the viewer may see, in lower case"),
  attachments: z.array(
    z.object({
      file_name: z.string(),
      content_type: z.string(),
      size_bytes: z.int().nullable(),
      document_id: Id.nullable().describe("Its document; null until the email is indexed"),
    }),
  ),
});
export type OpenedEmail = z.infer<typeof OpenedEmail>;

/** The answer of list_email_domains, for admins and leads. */
export const LearnedDomains = z.array(
  z.object({
    id: Id,
    domain: z.string(),
    project: Project,
    learned_at: z.string(),
    learned_by: z
      .object({ id: Id, name: z.string() })
      .nullable()
      .describe("The person who assigned the email"),
  }),
);
export type LearnedDomains = z.infer<typeof LearnedDomains>;
