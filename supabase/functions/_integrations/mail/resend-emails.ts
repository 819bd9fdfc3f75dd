import { z } from "zod";
import type { SyncedEmail } from "../../_domain/syncs/records.ts";
import {
  deletedRecord,
  fixedCredentials,
  type Listing,
  listing,
  presentRecord,
  read,
  unreadableRecord,
} from "../listing.ts";
import { downloadFile } from "../request.ts";
import { lowerBound, newer, readCursor, writeCursor } from "../sync-cursor.ts";
import { type SyncAdapter, SyncError, type SyncRecord } from "../sync-port.ts";
import { composeMessage } from "./compose-message.ts";
import type { ReadMessage } from "./message.ts";

const VENDOR = "Resend";
// Each email of a page needs a separate request, and Resend accepts five a second.
const PAGE_SIZE = 20;
// Each run reads the last minutes again, because Resend lists some emails late.
const OVERLAP_MS = 10 * 60_000;
// Resend's limit for an email, which also limits an attachment.
const MAX_BYTES = 25 * 1024 * 1024;

const Cursor = z.object({
  began_at: z.string(),
  /** Emails received before this instant are already stored. */
  since: z.string().nullable(),
  newest: z.string().nullable(),
  /** The email after which the next page begins; pages go from the newest email to older ones. */
  after: z.string().nullable(),
  is_running: z.boolean(),
  /**
   * Emails of the overlap that were read before. They are not read again, because a received email does not change.
   */
  known: z.array(z.object({ id: z.string(), created_at: z.string() })).default([]),
});

const Instant = z
  .string()
  .transform(isoInstant)
  .pipe(z.iso.datetime({ offset: true }));
const EmailPage = z.object({
  has_more: z.boolean(),
  data: z.array(z.object({ id: z.string().min(1), created_at: Instant })),
});
const Email = z.object({
  id: z.string().min(1),
  created_at: Instant,
  from: z.string(),
  to: z.array(z.string()),
  cc: z.array(z.string()).nullish(),
  subject: z.string().nullish(),
  message_id: z.string().nullish(),
  text: z.string().nullish(),
  html: z.string().nullish(),
  headers: z.record(z.string(), z.unknown()).nullish(),
  attachments: z
    .array(
      z.object({
        id: z.string().min(1),
        filename: z.string().nullish(),
        content_type: z.string(),
        content_disposition: z.string().nullish(),
        size: z.int().nullish(),
      }),
    )
    .nullish(),
});

/** The host that Resend documents: https://resend.com/docs/api-reference/emails/retrieve-received-email-attachment */
const DOWNLOADS = "https://inbound-cdn.resend.com";

/** Received emails. Resend deletes old emails on its own, so no listing is a snapshot. */
export function resendEmails(
  readMessage: ReadMessage,
  now: () => Date = () => new Date(),
  downloadUrl: string = DOWNLOADS,
): SyncAdapter {
  return {
    provider: "resend",
    stream: "emails",
    async list({ cursor: text, secret, baseUrl, signal }) {
      const beganAt = now().toISOString();
      const cursor = readCursor(VENDOR, Cursor, text) ?? {
        began_at: beganAt,
        since: null,
        newest: null,
        after: null,
        is_running: true,
        known: [],
      };
      if (!cursor.is_running) Object.assign(cursor, { began_at: beganAt, after: null });

      const vendor = listing(
        VENDOR,
        fixedCredentials({ authorization: `Bearer ${secret}` }),
        signal,
      );
      const query = new URLSearchParams({
        limit: String(PAGE_SIZE),
        ...(cursor.after && { after: cursor.after }),
      });
      const answer = await vendor.ask({
        url: `${baseUrl}/emails/receiving?${query}`,
        ...(cursor.after && { deadCursorStatuses: [400, 404, 422] }),
      });
      const { data, has_more } = read(VENDOR, EmailPage, answer);
      const since = cursor.since === null ? Number.NEGATIVE_INFINITY : Date.parse(cursor.since);
      const newEmails = data.filter(({ created_at }) => Date.parse(created_at) >= since);

      const knownIds = new Set(cursor.known.map(({ id }) => id));
      const records: SyncRecord[] = [];
      for (const { id, created_at } of newEmails.filter(({ id }) => !knownIds.has(id))) {
        // Neither the listing nor the webhook contains the text of an email.
        const url = `${baseUrl}/emails/receiving/${encodeURIComponent(id)}`;
        const email = await vendor.ask({ url, accept: 404 });
        if (email.status === 404) {
          records.push(deletedRecord(id, created_at));
          continue;
        }
        const parsed = Email.safeParse(email.body);
        if (!parsed.success) {
          records.push(unreadableRecord(id, { reason: "not an email" }));
          continue;
        }
        const origins = [downloadUrl, baseUrl].map((address) => new URL(address).origin);
        const bytes = await messageOf(vendor, url, parsed.data, origins, signal);
        records.push(
          presentRecord(id, parsed.data.created_at, {
            ...(await readMessage(bytes)),
            thread_external_id: null,
            received_at: parsed.data.created_at,
          } satisfies SyncedEmail),
        );
      }

      const hasMore = has_more && data.length > 0 && newEmails.length === data.length;
      const newest = newEmails.reduce(
        (newest, { created_at }) => newer(newest, created_at),
        cursor.newest,
      );
      const nextSince = lowerBound(newest, cursor.began_at, OVERLAP_MS);
      return {
        records,
        cursor: writeCursor({
          ...cursor,
          newest,
          after: hasMore ? (data.at(-1)?.id ?? null) : null,
          is_running: hasMore,
          since: hasMore ? cursor.since : nextSince,
          known: [...cursor.known, ...newEmails.filter(({ id }) => !knownIds.has(id))].filter(
            ({ created_at }) => Date.parse(created_at) >= Date.parse(nextSince),
          ),
        }),
        hasMore,
        isSnapshot: false,
        confirmedAt: hasMore ? null : cursor.began_at,
        ...vendor.counts(),
      };
    },
  };
}

/** Resend returns an email in parts, not as a message. */
async function messageOf(
  vendor: Listing,
  url: string,
  email: z.output<typeof Email>,
  origins: string[],
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const attachments = [];
  let room = MAX_BYTES;
  for (const { id, filename, content_type } of email.attachments ?? []) {
    const answer = await vendor.ask({
      url: `${url}/attachments/${encodeURIComponent(id)}`,
      accept: 404,
    });
    const address = Download.safeParse(answer.body).data?.download_url;
    if (address) requireOrigin(address, origins);
    const bytes = address && (await downloadFile(VENDOR, address, room, signal));
    if (!bytes) continue;
    room -= bytes.length;
    attachments.push({ file_name: filename ?? null, media_type: content_type, bytes });
  }
  const headers = Object.entries(email.headers ?? {}).flatMap(([name, value]) =>
    [value].flat().map((item) => ({ name, value: String(item) })),
  );
  const headerNames = new Set(headers.map(({ name }) => name.toLowerCase()));
  const fields = {
    From: email.from,
    To: email.to.join(", "),
    Cc: (email.cc ?? []).join(", "),
    Subject: email.subject ?? "",
    "Message-ID": email.message_id ?? "",
  };
  for (const [name, value] of Object.entries(fields)) {
    if (value !== "" && !headerNames.has(name.toLowerCase())) headers.push({ name, value });
  }
  return composeMessage({
    headers,
    text: email.text ?? null,
    html: email.html ?? null,
    attachments,
  });
}

/**
 * A vendor's response must not make us call another host. The run ends, so that no email is stored without its files.
 */
function requireOrigin(address: string, origins: string[]): void {
  const { origin } = new URL(address);
  if (origins.includes(origin)) return;
  throw new SyncError(
    "forbidden",
    `${VENDOR} serves an attachment from ${origin}, which is not allowed. If that is ${VENDOR}'s host, set RESEND_DOWNLOAD_URL to it`,
  );
}

const Download = z.object({ download_url: z.url({ protocol: /^https?$/ }) });

/** Resend returns some instants in PostgreSQL's format. */
function isoInstant(text: string): string {
  const match = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d+)?)(Z|[+-]\d\d(?::?\d\d)?)$/.exec(
    text,
  );
  if (!match) return text;
  const [, day, time, zone = "Z"] = match;
  const offset =
    zone === "Z" ? "Z" : zone.replace(/^([+-]\d\d):?(\d\d)?$/, (_, h, m) => `${h}:${m ?? "00"}`);
  return `${day}T${time}${offset}`;
}
