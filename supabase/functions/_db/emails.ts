import { z } from "zod";
import type { EmailScope, EmailTriage, InboundEmail } from "../_domain/inbound-emails/contract.ts";
import type { Database, Json } from "../_schema/database.types.ts";
import { callFunction } from "./call.ts";
import type { Db } from "./client.ts";

interface EmailPage {
  emails: InboundEmail[];
  next_cursor: string | null;
  counts: { all: number; unassigned: number; rejected: number };
}

export async function readInboundEmails(
  db: Db,
  { scope, limit, cursor }: { scope: EmailScope; limit: number; cursor?: string | undefined },
): Promise<EmailPage> {
  return (await callFunction(db, "list_inbound_emails", {
    scope,
    page_size: limit,
    ...(cursor !== undefined && { cursor }),
  })) as unknown as EmailPage;
}

/** Performs one step of triage as the caller. Throws the error of its SQL function. */
export async function triageEmail(
  db: Db,
  step: EmailTriage,
): Promise<{ email: InboundEmail; remembered: boolean }> {
  const answer = await callTriage(db, step);
  return answer as unknown as { email: InboundEmail; remembered: boolean };
}

function callTriage(db: Db, step: EmailTriage): Promise<Json> {
  if ("project_id" in step) {
    const { id: email_id, project_id, remember_domain = false } = step;
    return callFunction(db, "assign_inbound_email", { email_id, project_id, remember_domain });
  }
  if (step.action === "reject") {
    return callFunction(db, "reject_inbound_email", { email_id: step.id, reason: step.reason });
  }
  return callFunction(db, "restore_inbound_email", { email_id: step.id });
}

const EmailsToIndex = z.array(
  z.object({
    id: z.string(),
    project_id: z.string(),
    text: z.string(),
    raw_path: z.string().nullable(),
    attachments: z.array(
      z.object({
        position: z.int(),
        document_id: z.string(),
        path: z.string(),
        content_type: z.string(),
      }),
    ),
  }),
);
export type EmailToIndex = z.output<typeof EmailsToIndex>[number];

export async function emailsToIndex(db: Db): Promise<EmailToIndex[]> {
  return EmailsToIndex.parse(await callFunction(db, "begin_email_indexing", {}));
}

/** `gone`: the email was moved, hidden or indexed by someone else in the meantime. */
export async function indexEmail(
  db: Db,
  { id: email_id, project_id }: EmailToIndex,
  {
    passages,
    note,
    uploaded: uploadedIds,
  }: { passages: object[]; note: string; uploaded: string[] },
): Promise<"indexed" | "gone"> {
  const answer = await callFunction(db, "index_email", {
    email_id,
    project_id,
    passages: passages as Json,
    note,
    uploaded_ids: uploadedIds,
  });
  return z.object({ state: z.enum(["indexed", "gone"]) }).parse(answer).state;
}

/** Whether the delivery is new; a repeated one changes nothing. */
export async function receiveEmailDelivery(
  db: Db,
  delivery_id: string,
  provider: Database["public"]["Enums"]["integration_provider"],
): Promise<boolean> {
  const answer = await callFunction(db, "receive_email_delivery", { delivery_id, provider });
  return z.object({ is_new: z.boolean() }).parse(answer).is_new;
}
