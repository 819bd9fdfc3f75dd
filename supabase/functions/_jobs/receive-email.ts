/** Reads and stores a received message before the page that lists it is applied. */

import type { Db } from "../_db/client.ts";
import { sha256Of } from "../_db/files.ts";
import type { EmailProblem } from "../_domain/inbound-emails/contract.ts";
import { type ReadEmail, readEmail } from "../_files/mail/read-email.ts";
import type { ReadMessage } from "../_integrations/mail/message.ts";

/** The limit of the bucket. A larger message (Gmail allows 50 MiB) is read but not stored. */
const MAX_STORED = 40 * 1024 * 1024;
const MAX_LISTED = 50;

/**
 * Stores the message under its hash, so that it is stored only once even if its page is applied again. After a crash,
 * a stored message without a page does no harm, because no one can read the bucket.
 */
export function storedMessages(db: Db, folder: string): ReadMessage {
  return async (bytes) => {
    const fields = await messageFields(bytes);
    if (bytes.length === 0 || bytes.length > MAX_STORED) return fields;
    const raw_path = `${folder}/${await sha256Of(bytes)}.eml`;
    await store(db, raw_path, bytes);
    return { ...fields, raw_path, raw_bytes: bytes.length };
  };
}

/** The fields of a message that the database stores. */
export const messageFields: ReadMessage = async (bytes) => {
  const email = await readEmail(bytes);
  return {
    message_id: email.message_id,
    in_reply_to: email.in_reply_to,
    reference_ids: email.references.length > 0 ? email.references.join(" ") : null,
    from: email.from,
    has_several_senders: email.problems.includes("several_senders"),
    to: email.to.slice(0, MAX_LISTED),
    cc: email.cc.slice(0, MAX_LISTED),
    subject: email.subject,
    problems: problemsOf(email),
    text: email.text?.trim() ? email.text : (email.html_text ?? ""),
    headers: email.headers,
    attachments: email.attachments.map(({ file_name, content_type, is_inline, bytes }) => ({
      file_name,
      media_type: content_type,
      size_bytes: bytes.length,
      is_inline,
    })),
    raw_path: null,
    raw_bytes: 0,
  };
};

function problemsOf({ problems, to, cc }: ReadEmail): EmailProblem[] {
  const isCut = to.length > MAX_LISTED || cc.length > MAX_LISTED;
  return [...new Set([...problems, ...(isCut ? ["too_many_addresses" as const] : [])])];
}

async function store(db: Db, path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const { error } = await db.storage
    .from("emails")
    .upload(path, new Blob([bytes], { type: "message/rfc822" }), {
      contentType: "message/rfc822",
      upsert: true,
    });
  if (error) throw new Error(`Storage did not accept the message: ${error.message}`);
}
