import { z } from "zod";
import type { SyncedEmail } from "../../_domain/syncs/records.ts";
import {
  deletedRecord,
  fixedCredentials,
  listing,
  presentRecord,
  read,
  recordsOf,
} from "../listing.ts";
import { lowerBound, newer, readCursor, writeCursor } from "../sync-cursor.ts";
import type { SyncAdapter, SyncRecord } from "../sync-port.ts";

const VENDOR = "Resend";
// Each email of a page needs a request of its own, at five a second.
const PAGE_SIZE = 20;
// Emails that are indexed late.
const OVERLAP_MS = 10 * 60_000;

const Cursor = z.object({
  began_at: z.string(),
  /** Emails received before are known. */
  since: z.string().nullable(),
  newest: z.string().nullable(),
  /** Pages go from the newest email back. */
  after: z.string().nullable(),
  is_running: z.boolean(),
});

const Instant = z
  .string()
  .transform(isoInstant)
  .pipe(z.iso.datetime({ offset: true }));
const Listed = z.object({
  has_more: z.boolean(),
  data: z.array(z.looseObject({ id: z.string().min(1), created_at: Instant })),
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

/** Received emails. Resend deletes old ones by itself, so that no listing is a snapshot. */
export function resendEmails(now: () => Date = () => new Date()): SyncAdapter {
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
        ...(cursor.after && { cursorDiedAt: [400, 404, 422] }),
      });
      const { data, has_more } = read(VENDOR, Listed, answer);
      const since = cursor.since === null ? Number.NEGATIVE_INFINITY : Date.parse(cursor.since);
      const received = data.filter(({ created_at }) => Date.parse(created_at) >= since);

      const records: SyncRecord[] = [];
      for (const { id, created_at } of received) {
        // The listing has no text, as the webhook has none.
        const url = `${baseUrl}/emails/receiving/${encodeURIComponent(id)}`;
        const email = await vendor.ask({ url, accept: 404 });
        if (email.status === 404) records.push(deletedRecord(id, created_at));
        else records.push(...recordsOf(VENDOR, [email.body], Email, recordOf));
      }

      const hasMore = has_more && data.length > 0 && received.length === data.length;
      const newest = received.reduce(
        (newest, { created_at }) => newer(newest, created_at),
        cursor.newest,
      );
      return {
        records,
        cursor: writeCursor({
          ...cursor,
          newest,
          after: hasMore ? (data.at(-1)?.id ?? null) : null,
          is_running: hasMore,
          ...(!hasMore && { since: lowerBound(newest, cursor.began_at, OVERLAP_MS) }),
        }),
        hasMore,
        isSnapshot: false,
        confirmedAt: hasMore ? null : cursor.began_at,
        ...vendor.counts(),
      };
    },
  };
}

const recordOf = (email: z.output<typeof Email>) =>
  presentRecord(email.id, email.created_at, {
    message_id: email.message_id ?? null,
    thread_external_id: null,
    from: email.from,
    to: email.to,
    cc: email.cc ?? [],
    subject: email.subject ?? "",
    received_at: email.created_at,
    text: email.text ?? null,
    html: email.html ?? null,
    headers: Object.entries(email.headers ?? {}).flatMap(([name, value]) =>
      [value].flat().map((one) => ({ name: name.toLowerCase(), value: String(one) })),
    ),
    attachments: (email.attachments ?? []).map((attachment) => ({
      external_id: attachment.id,
      file_name: attachment.filename ?? null,
      media_type: attachment.content_type,
      size_bytes: attachment.size ?? null,
      is_inline: attachment.content_disposition === "inline",
    })),
  } satisfies SyncedEmail);

/** Resend writes some instants as PostgreSQL prints them. */
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
