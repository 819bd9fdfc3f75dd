import type { Address, Email } from "postal-mime";
import type { Json } from "../../_schema/database.types.ts";
import type { Clock } from "../limits.ts";
import { parseMime } from "../mail/mime-parser.ts";
import { UnreadableFile } from "../unreadable.ts";
import { htmlBlocks } from "./read-html.ts";
import { paragraphs } from "./read-text.ts";
import { type Batch, inBatches, type ReadableFile } from "./reading.ts";
import type { Block } from "./split.ts";

/** A header line such as `From: …`, with which every message begins. */
const HEADER =
  /^(?:from|to|subject|date|received|return-path|message-id|mime-version|delivered-to|content-type|x-[\w-]+|arc-[\w-]+|dkim-signature|reply-to|sender|cc):/im;

/** A message of the largest size has 350,000 lines, including its attachments. */
const MAX_LINES = 500_000;

/** An email: its sender, recipients and date, its text, and the names of its attachments. */
export async function* readEmail(
  { bytes }: ReadableFile,
  from: Json | null,
  clock: Clock,
): AsyncGenerator<Batch> {
  const start = String.fromCharCode(...bytes.subarray(0, 4000));
  if (!HEADER.test(start)) {
    throw new UnreadableFile(
      "wrong_type",
      "The name ends in .eml, but the file has no email headers. Save the message itself and upload that.",
    );
  }
  if (linesIn(bytes) > MAX_LINES) throw new UnreadableFile("too_large");
  const email = await parseMime(bytes, { maxRfc822NestingDepth: 5 });
  const { blocks, hidden } = bodyOf(email, clock);
  const heading = email.subject?.trim() ? { heading: email.subject } : {};
  const numberedBlocks = [headOf(email), ...blocks, ...attachmentsOf(email)].map(
    (block, index) => ({
      ...block,
      location: { ...heading, ...block.location },
      ...(index === 0 ? { startsSection: true } : {}),
    }),
  );
  yield* inBatches(numberedBlocks, from, { hidden });
}

function linesIn(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count += 1;
  return count;
}

function headOf({ subject, from, to, cc, date }: Email): Block {
  const lines = [
    ["Subject", subject],
    ["From", from && addressText(from)],
    ["To", to?.map(addressText).join(", ")],
    ["Cc", cc?.map(addressText).join(", ")],
    ["Date", date],
  ].flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []));
  return { text: lines.join("\n"), location: {} };
}

function addressText({ name, address, group }: Address): string {
  if (group) return `${name}: ${group.map(addressText).join(", ")}`;
  return name && name !== address ? `${name} <${address}>` : (address ?? "");
}

/** The plain text as its writer typed it. Without one, the visible text of the HTML part. */
function bodyOf({ text, html }: Email, clock: Clock): { blocks: Block[]; hidden: number } {
  if (text?.trim()) return { blocks: paragraphs(text.replace(/\r\n?/g, "\n")), hidden: 0 };
  return html ? htmlBlocks(html, clock) : { blocks: [], hidden: 0 };
}

function attachmentsOf({ attachments }: Email): Block[] {
  const names = attachments.flatMap(({ filename, related }) =>
    filename && !related ? [filename] : [],
  );
  return names.length === 0 ? [] : [{ text: `Attachments: ${names.join(", ")}`, location: {} }];
}
