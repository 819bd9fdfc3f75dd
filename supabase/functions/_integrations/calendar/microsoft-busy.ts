import { z } from "zod";
import type { SyncedBusyTimes } from "../../_domain/syncs/records.ts";
import { presentRecord, read, settingsOf, unreadableRecord } from "../listing.ts";
import { type MicrosoftOptions, microsoftListing } from "../microsoft-listing.ts";
import { busyWindow, readCursor, writeCursor } from "../sync-cursor.ts";
import type { SyncAdapter } from "../sync-port.ts";
import { utc } from "./microsoft-events.ts";

const VENDOR = "Microsoft 365";
const MAILBOXES_PER_CALL = 20;

const Settings = z.object({ mailboxes: z.array(z.email()).min(1).max(1000) });
const Cursor = z.object({
  began_at: z.string(),
  remaining: z.array(z.string()),
  is_complete: z.boolean(),
});
const Moment = z.object({ dateTime: z.string() });
// Graph also returns subjects and locations, which are not read.
const Schedule = z.object({
  scheduleId: z.string(),
  scheduleItems: z.array(z.object({ status: z.string(), start: Moment, end: Moment })).default([]),
  error: z.object({ responseCode: z.string().nullish() }).nullish(),
});
const Answer = z.object({ value: z.array(Schedule) });

/** Busy times without titles. Every run lists all of them. */
export function microsoftBusyTimes(options: MicrosoftOptions): SyncAdapter {
  const now = options.now ?? (() => new Date());
  return {
    provider: "microsoft_graph",
    stream: "busy",
    async list({ cursor: text, settings: input, secret, baseUrl, signal }) {
      const settings = settingsOf(VENDOR, Settings, input);
      const storedCursor = readCursor(VENDOR, Cursor, text);
      const cursor = storedCursor?.remaining.length
        ? storedCursor
        : { began_at: now().toISOString(), remaining: settings.mailboxes, is_complete: true };
      const mailboxes = cursor.remaining.slice(0, MAILBOXES_PER_CALL);
      const remaining = cursor.remaining.slice(MAILBOXES_PER_CALL);
      const window = busyWindow(new Date(cursor.began_at));
      const moment = (instant: string) => ({
        dateTime: instant.replace(/(\.\d+)?Z$/, ""),
        timeZone: "UTC",
      });

      const vendor = microsoftListing(options, secret, signal);
      const answer = await vendor.ask({
        url: `${baseUrl}/users/${encodeURIComponent(mailboxes[0] ?? "")}/calendar/getSchedule`,
        method: "POST",
        headers: { prefer: 'outlook.timezone="UTC"' },
        body: {
          schedules: mailboxes,
          startTime: moment(window.starts_at),
          endTime: moment(window.ends_at),
        },
      });
      const schedules = new Map(
        read(VENDOR, Answer, answer).value.map((schedule) => [
          schedule.scheduleId.toLowerCase(),
          schedule,
        ]),
      );
      const scheduleOf = (mailbox: string) => {
        const schedule = schedules.get(mailbox.toLowerCase());
        return schedule && !schedule.error ? schedule : null;
      };

      const isComplete = cursor.is_complete && mailboxes.every((mailbox) => scheduleOf(mailbox));
      const hasMore = remaining.length > 0;
      return {
        records: mailboxes.map((mailbox) => {
          const schedule = scheduleOf(mailbox);
          if (!schedule) return unreadableRecord(mailbox, { errors: ["not readable"] });
          return presentRecord(mailbox, cursor.began_at, {
            calendar_id: mailbox,
            window_starts_at: window.starts_at,
            window_ends_at: window.ends_at,
            blocks: schedule.scheduleItems
              .filter(({ status }) => status !== "free" && status !== "workingElsewhere")
              .map(({ start, end }) => ({
                starts_at: utc(start.dateTime),
                ends_at: utc(end.dateTime),
              })),
          } satisfies SyncedBusyTimes);
        }),
        cursor: writeCursor({ ...cursor, remaining, is_complete: isComplete }),
        hasMore,
        isSnapshot: isComplete && !hasMore,
        confirmedAt: hasMore ? null : cursor.began_at,
        ...vendor.counts(),
      };
    },
  };
}
