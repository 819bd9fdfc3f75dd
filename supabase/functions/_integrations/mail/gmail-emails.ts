import { decodeBase64Url } from "deno-std/encoding/base64url.js";
import { z } from "zod";
import type { SyncedEmail } from "../../_domain/syncs/records.ts";
import { type GoogleOptions, googleListing } from "../google-listing.ts";
import {
  deletedRecord,
  filteredRecord,
  type Listing,
  presentRecord,
  read,
  settingsOf,
  unreadableRecord,
} from "../listing.ts";
import { readCursor, writeCursor } from "../sync-cursor.ts";
import type { SyncAdapter, SyncRecord } from "../sync-port.ts";
import type { ReadMessage } from "./message.ts";

const VENDOR = "Gmail";
// Each message of a page needs a separate request.
const PAGE_SIZE = 20;

const Settings = z.object({
  /** The mailbox. */
  subject: z.email(),
  /** The first day that is synced; fixed, so that each full listing contains the one before. */
  since: z.iso.date(),
});

const Cursor = z.object({
  began_at: z.string(),
  /** The position in the history after which changes are still to be read. */
  history_id: z.string(),
  is_full: z.boolean(),
  page_token: z.string().nullable(),
});

const HistoryId = z.string().regex(/^\d{1,20}$/);
const Profile = z.object({ historyId: HistoryId });
const Reference = z.object({ id: z.string().min(1) });
const Messages = z.object({
  messages: z.array(Reference).default([]),
  // For an empty mailbox this is the only field, so a response without it is not a listing.
  resultSizeEstimate: z.int(),
  nextPageToken: z.string().nullish(),
});
const ChangedMessages = z.array(z.object({ message: Reference })).default([]);
const History = z.object({
  history: z
    .array(
      z.object({
        id: HistoryId,
        messagesAdded: ChangedMessages,
        messagesDeleted: ChangedMessages,
        labelsAdded: ChangedMessages,
        labelsRemoved: ChangedMessages,
      }),
    )
    .default([]),
  nextPageToken: z.string().nullish(),
  historyId: HistoryId,
});
const Message = z.object({
  id: z.string().min(1),
  threadId: z.string().min(1),
  labelIds: z.array(z.string()).default([]),
  historyId: HistoryId,
  internalDate: z.string().regex(/^\d{1,15}$/),
  raw: z.string(),
});

/** Reads the messages of a mailbox as they were sent. Later runs read the history of changes. */
export function gmailEmails(options: GoogleOptions, readMessage: ReadMessage): SyncAdapter {
  const now = options.now ?? (() => new Date());
  return {
    provider: "gmail",
    stream: "emails",
    async list({ cursor: text, settings: input, secret, baseUrl, signal }) {
      const { subject, since } = settingsOf(VENDOR, Settings, input);
      const scope = "https://www.googleapis.com/auth/gmail.readonly";
      const vendor = googleListing(VENDOR, options, { secret, subject, scope, signal });
      const mailbox = `${baseUrl}/gmail/v1/users/me`;
      const storedCursor = readCursor(VENDOR, Cursor, text);
      const cursor = storedCursor ?? (await firstCursor(vendor, mailbox, now().toISOString()));
      if (storedCursor && !storedCursor.is_full && storedCursor.page_token === null) {
        cursor.began_at = now().toISOString();
      }

      const page = cursor.is_full
        ? await listedPage(vendor, mailbox, since, cursor.page_token)
        : await changedPage(vendor, mailbox, cursor.history_id, cursor.page_token);
      const records: SyncRecord[] = [];
      for (const [id, version] of page.messages) {
        records.push(await recordOf(vendor, mailbox, id, version, readMessage));
      }

      const hasMore = page.next !== null;
      return {
        records,
        cursor: writeCursor({
          ...cursor,
          page_token: page.next,
          ...(!hasMore && { is_full: false, history_id: page.historyId ?? cursor.history_id }),
        }),
        hasMore,
        isSnapshot: cursor.is_full && !hasMore,
        confirmedAt: hasMore ? null : cursor.began_at,
        ...vendor.counts(),
      };
    },
  };
}

/** Takes the position in the history before the listing, so that changes during it are read afterwards. */
async function firstCursor(vendor: Listing, mailbox: string, beganAt: string) {
  const { historyId } = read(VENDOR, Profile, await vendor.ask({ url: `${mailbox}/profile` }));
  return { began_at: beganAt, history_id: historyId, is_full: true, page_token: null };
}

interface Page {
  /** The ids of messages, each with the position of its last change, or null if that is unknown. */
  messages: Map<string, string | null>;
  next: string | null;
  historyId: string | null;
}

async function listedPage(
  vendor: Listing,
  mailbox: string,
  since: string,
  pageToken: string | null,
): Promise<Page> {
  const query = new URLSearchParams({
    maxResults: String(PAGE_SIZE),
    q: `after:${Date.parse(`${since}T00:00:00Z`) / 1000}`,
    ...(pageToken && { pageToken }),
  });
  const answer = await vendor.ask({
    url: `${mailbox}/messages?${query}`,
    ...(pageToken && { deadCursorStatuses: [400, 404] }),
  });
  const { messages, nextPageToken } = read(VENDOR, Messages, answer);
  return {
    messages: new Map(messages.map(({ id }) => [id, null])),
    next: nextPageToken ?? null,
    historyId: null,
  };
}

async function changedPage(
  vendor: Listing,
  mailbox: string,
  startHistoryId: string,
  pageToken: string | null,
): Promise<Page> {
  const query = new URLSearchParams({
    startHistoryId,
    maxResults: String(PAGE_SIZE),
    ...(pageToken && { pageToken }),
  });
  // Moving a message to the trash only changes its labels. Changes to all labels are read, because Gmail can filter by
  // one label only.
  for (const type of ["messageAdded", "messageDeleted", "labelAdded", "labelRemoved"]) {
    query.append("historyTypes", type);
  }
  const answer = await vendor.ask({
    url: `${mailbox}/history?${query}`,
    // The history covers about a week, and sometimes only hours.
    deadCursorStatuses: [400, 404],
  });
  const { history, nextPageToken, historyId } = read(VENDOR, History, answer);
  const messages = new Map<string, string>();
  for (const change of history) {
    const entries = [
      change.messagesAdded,
      change.messagesDeleted,
      change.labelsAdded,
      change.labelsRemoved,
    ];
    for (const { message } of entries.flat()) messages.set(message.id, change.id);
  }
  return { messages, next: nextPageToken ?? null, historyId };
}

/** Positions of the history are numbers of different lengths. With leading zeros, they sort correctly as text. */
const versionOf = (historyId: string) => historyId.padStart(20, "0");

const LEFT_OUT = new Map([
  ["TRASH", "trashed"],
  ["SPAM", "spam"],
  ["DRAFT", "draft"],
  ["CHAT", "chat"],
]);

async function recordOf(
  vendor: Listing,
  mailbox: string,
  id: string,
  changedAt: string | null,
  readMessage: ReadMessage,
): Promise<SyncRecord> {
  const url = `${mailbox}/messages/${encodeURIComponent(id)}?format=raw`;
  const answer = await vendor.ask({ url, accept: 404 });
  if (answer.status === 404) return deletedRecord(id, versionOf(changedAt ?? "0"));
  const parsed = Message.safeParse(answer.body);
  if (!parsed.success) return unreadableRecord(id, { reason: "not a message" });
  const { threadId, labelIds, historyId, internalDate, raw } = parsed.data;
  const version = versionOf(historyId);
  const reason = labelIds.map((label) => LEFT_OUT.get(label)).find((name) => name !== undefined);
  if (reason) return filteredRecord(id, version, reason);
  if (labelIds.includes("SENT") && !labelIds.includes("INBOX")) {
    return filteredRecord(id, version, "outgoing");
  }
  const bytes = bytesOf(raw);
  // The content is left out, because it would be the whole message.
  if (!bytes) return unreadableRecord(id, { reason: "not base64" });
  return presentRecord(id, version, {
    ...(await readMessage(bytes)),
    thread_external_id: threadId,
    received_at: new Date(Number(internalDate)).toISOString(),
  } satisfies SyncedEmail);
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> | null {
  try {
    return decodeBase64Url(base64url);
  } catch {
    return null;
  }
}
