import { equals } from "deno-std/bytes/equals.js";
import { type Address, type Attachment, addressParser } from "postal-mime";
import type { EmailProblem } from "../../_domain/inbound-emails/contract.ts";
import { oneLine } from "../../_domain/one-line.ts";
import { Clock, MAX_TEXT } from "../limits.ts";
import { htmlText } from "./html-text.ts";
import { parsable } from "./message-bytes.ts";
import { type ParsedEmail, parseMime } from "./mime-parser.ts";

export const MAX_EMAIL = 25 * 1024 * 1024;
/** A message of the largest size has 350,000 lines, including its attachments. */
const MAX_LINES = 400_000;
/** The maximum number of lines that begin with two hyphens. Each of them may begin a part. */
const MAX_PARTS = 20_000;
const MAX_HEADERS = 256 * 1024;
const MAX_ATTACHMENTS = 200;
const MAX_ADDRESSES = 1000;
const HTML_MS = 10_000;

export interface EmailAddress {
  name: string;
  address: string;
}

export interface EmailAttachment {
  file_name: string | null;
  content_type: string;
  /** Whether it is shown within the text, such as a picture in a signature. */
  is_inline: boolean;
  bytes: Uint8Array<ArrayBuffer>;
}

export interface ReadEmail {
  /** In their order, names in lower case. */
  headers: { name: string; value: string }[];
  from: EmailAddress | null;
  reply_to: EmailAddress[];
  to: EmailAddress[];
  cc: EmailAddress[];
  subject: string;
  message_id: string | null;
  in_reply_to: string | null;
  references: string[];
  /** An instant; null without a valid date. */
  date: string | null;
  text: string | null;
  /** The HTML part as its reader sees it, without hidden text; quoted lines begin with ">". */
  html_text: string | null;
  attachments: EmailAttachment[];
  problems: EmailProblem[];
}

/** Reads an email from any bytes. An unreadable one has its headers, no text, and a problem with the reason. */
export async function readEmail(message: Uint8Array<ArrayBuffer>): Promise<ReadEmail> {
  const bytes = parsable(message);
  if (bytes.length > MAX_EMAIL) return headersOnly(bytes, "too_large");
  if (isTooComplex(bytes)) return headersOnly(bytes, "too_complex");
  let email: ParsedEmail;
  try {
    email = await parseMime(bytes, { maxHeadersSize: MAX_HEADERS });
  } catch {
    return headersOnly(bytes, "unreadable");
  }
  return describe(email, []);
}

async function headersOnly(bytes: Uint8Array<ArrayBuffer>, problem: EmailProblem) {
  const head = bytes.subarray(0, headEnd(bytes));
  const email = await parseMime(head, { maxHeadersSize: head.length });
  return describe({ ...email, attachments: [], text: undefined, html: undefined }, [problem]);
}

const sendersIn = (value: string) =>
  addressParser(value)
    .flatMap((entry) => entry.group ?? [entry])
    .filter(({ address }) => address?.includes("@"));

/** The end of the headers: the first empty line, or the last line end within their maximum size. */
function headEnd(bytes: Uint8Array): number {
  let end = 0;
  for (let at = bytes.indexOf(10); at >= 0 && at < MAX_HEADERS; at = bytes.indexOf(10, at + 1)) {
    const length = at - end;
    if (length === 0 || (length === 1 && bytes[end] === 13)) return end;
    end = at + 1;
  }
  return end === 0 ? Math.min(bytes.length, MAX_HEADERS) : end;
}

function isTooComplex(bytes: Uint8Array): boolean {
  let lines = 0;
  let parts = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) {
    lines += 1;
    if (bytes[at + 1] === HYPHEN && bytes[at + 2] === HYPHEN) parts += 1;
  }
  return lines > MAX_LINES || parts > MAX_PARTS;
}

const HYPHEN = 45;
const CALENDAR = "text/calendar";

function describe(email: ParsedEmail, problems: EmailProblem[]): ReadEmail {
  const note = (problem: EmailProblem, applies = true) => {
    if (applies && !problems.includes(problem)) problems.push(problem);
  };
  const headers = email.headers.map(({ key, value }) => ({
    name: storableText(key),
    value: storableText(value),
  }));
  const fromHeaders = headers.filter(({ name }) => name === "from");
  const senders = fromHeaders.flatMap(({ value }) => sendersIn(value));
  // The parser ends an unquoted name at a comma.
  const sender = email.from?.address ? email.from : (senders[0] ?? email.from);
  const from = sender ? (addresses([sender], note)[0] ?? null) : null;
  note("no_headers", !headers.some(({ value }) => value !== ""));
  note("no_sender", !from?.address.includes("@"));
  note("several_senders", fromHeaders.length > 1 || senders.length > 1);
  const date = instant(email.date);
  note("invalid_date", email.date !== undefined && date === null);
  note("boundary_missing", email.hasLostBoundary);
  note("too_many_attachments", email.attachments.length > MAX_ATTACHMENTS);
  return {
    headers,
    from,
    reply_to: addresses(email.replyTo, note),
    to: addresses(email.to, note),
    cc: addresses(email.cc, note),
    subject: line(email.subject, 1000),
    message_id: ids(email.messageId)[0] ?? null,
    in_reply_to: ids(email.inReplyTo)[0] ?? null,
    references: ids(email.references),
    date,
    text: plainText(email.text, note),
    html_text: textOfHtml(email.html, note),
    attachments: withNamedInvitations(email.attachments.slice(0, MAX_ATTACHMENTS).map(attachment)),
    problems,
  };
}

type Note = (problem: EmailProblem, applies?: boolean) => void;

function plainText(text: string | undefined, note: Note): string | null {
  if (text === undefined) return null;
  note("text_cut", text.length > MAX_TEXT);
  return storableText(text.slice(0, MAX_TEXT));
}

function textOfHtml(html: string | undefined, note: Note): string | null {
  if (html === undefined) return null;
  try {
    const { text, hidden } = htmlText(html, new Clock(HTML_MS));
    note("hidden_text_removed", hidden > 0);
    return text === "" ? null : storableText(text);
  } catch {
    note("html_unreadable");
    return null;
  }
}

function addresses(list: Address[] | undefined, note: Note): EmailAddress[] {
  const entries = (list ?? []).flatMap((entry) => entry.group ?? [entry]);
  note("too_many_addresses", entries.length > MAX_ADDRESSES);
  return entries.slice(0, MAX_ADDRESSES).map(({ name, address }) => ({
    name: line(name, 300),
    address: line(address, 320),
  }));
}

function attachment({ filename, mimeType, disposition, related, content }: Attachment) {
  // If the name is a path, only its last part is used.
  const name = line(filename?.replace(/^.*[\\/]/s, ""), 200);
  const type = line(mimeType, 200);
  return {
    file_name: name === "" ? null : name,
    // Gmail's name for the file of an invitation.
    content_type: /^application\/ics$/i.test(type) ? CALENDAR : type,
    is_inline: disposition === "inline" || related === true,
    bytes: new Uint8Array(content as ArrayBuffer),
  };
}

/**
 * An invitation is a part of the message without a file name. Most programs attach it as a file too. It becomes a
 * file of its own only if they do not.
 */
function withNamedInvitations(attachments: EmailAttachment[]): EmailAttachment[] {
  const files = attachments.filter(({ file_name }) => file_name !== null);
  return attachments.map((part) => {
    if (part.content_type !== CALENDAR || part.file_name !== null) return part;
    const isCopy = files.some(({ bytes }) => equals(bytes, part.bytes));
    return isCopy ? { ...part, is_inline: true } : { ...part, file_name: "invite.ics" };
  });
}

function ids(value: string | undefined): string[] {
  return (storableText(value ?? "").match(/<[^<>\s]{1,990}>/g) ?? []).slice(0, 100);
}

function instant(date: string | undefined): string | null {
  const ms = Date.parse(date ?? "");
  const isPlausible = ms >= Date.UTC(1970, 0, 1) && ms < Date.UTC(2100, 0, 1);
  return isPlausible ? new Date(ms).toISOString() : null;
}

const line = (text: string | undefined, max: number) =>
  storableText(oneLine(storableText(text ?? "")).slice(0, max));

/** A database's text has no zeros and no half characters. */
const storableText = (text: string) => text.replaceAll("\0", "").toWellFormed();
