/**
 * Indexes emails that were assigned since the last poll: their text is published, the note of the project gets its
 * entry, and attachments become documents. If a worker dies, the next poll takes the remaining emails.
 */
import type { Db } from "../_db/client.ts";
import { type EmailToIndex, emailsToIndex, indexEmail } from "../_db/emails.ts";
import { readObject } from "../_db/files.ts";
import { foldQuotes } from "../_domain/inbound-emails/fold-quotes.ts";
import { paragraphs } from "../_files/documents/read-text.ts";
import { splitBlocks } from "../_files/documents/split.ts";
import { readEmail } from "../_files/mail/read-email.ts";

/** Leaves time for the worker's jobs within the time limit of a hosted function. */
const BUDGET_MS = 20_000;
/** An entry of the note is short, because the whole text is one click away. */
const MAX_NOTE = 2_000;

export async function indexAssignedEmails(
  db: Db,
  { budgetMs = BUDGET_MS, now = () => performance.now() } = {},
): Promise<{ indexed: number; failed: number }> {
  const end = now() + budgetMs;
  const report = { indexed: 0, failed: 0 };
  const handledIds = new Set<string>();
  while (now() < end) {
    const emails = (await emailsToIndex(db)).filter(({ id }) => !handledIds.has(id));
    if (emails.length === 0) break;
    for (const email of emails) {
      handledIds.add(email.id);
      try {
        if ((await indexEmailWithFiles(db, email)) === "indexed") report.indexed += 1;
      } catch (error) {
        // One failure does not stop the other emails. The database gives up on an email after five polls.
        report.failed += 1;
        console.error(`email ${email.id} could not be indexed:`, error);
      }
    }
  }
  return report;
}

async function indexEmailWithFiles(db: Db, email: EmailToIndex): Promise<"indexed" | "gone"> {
  const uploadedIds = email.attachments.length > 0 ? await uploadAttachments(db, email) : [];
  const passages = splitBlocks(paragraphs(email.text)).map(({ content, location }) => ({
    content,
    location,
  }));
  return indexEmail(db, email, { passages, note: noteOf(email.text), uploaded: uploadedIds });
}

async function uploadAttachments(db: Db, email: EmailToIndex): Promise<string[]> {
  if (email.raw_path === null) return [];
  const signal = AbortSignal.timeout(BUDGET_MS);
  const bytes = await readObject(db, { bucket: "emails", path: email.raw_path }, signal);
  if (!bytes) return [];
  const { attachments } = await readEmail(bytes);
  const uploadedIds: string[] = [];
  for (const { position, document_id, path, content_type } of email.attachments) {
    const attachment = attachments[position];
    if (!attachment) continue;
    const { error } = await db.storage
      .from("documents")
      .upload(path, new Blob([attachment.bytes], { type: content_type }), {
        contentType: content_type,
        upsert: true,
      });
    if (error) throw new Error(`Storage did not accept an attachment: ${error.message}`);
    uploadedIds.push(document_id);
  }
  return uploadedIds;
}

/** Quoted text is left out, because it is in the entry of the email that it comes from. */
function noteOf(text: string): string {
  // Only the beginning is used: it is enough for a note, and folding the quotes of megabytes of text would take
  // seconds.
  const ownText = foldQuotes(text.slice(0, 10 * MAX_NOTE))
    .flatMap((part) => (part.kind === "new" ? [part.text] : []))
    .join("")
    .trim();
  return (ownText || text.trim()).slice(0, MAX_NOTE);
}
