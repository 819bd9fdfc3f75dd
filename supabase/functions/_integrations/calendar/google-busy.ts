import { z } from "zod";
import type { SyncedBusyTimes } from "../../_domain/syncs/records.ts";
import { type GoogleOptions, googleListing } from "../google-listing.ts";
import { presentRecord, read, settingsOf, unreadableRecord } from "../listing.ts";
import { busyWindow, readCursor, writeCursor } from "../sync-cursor.ts";
import type { SyncAdapter } from "../sync-port.ts";

const VENDOR = "Google Calendar";
const CALENDARS_PER_CALL = 50;

const Settings = z.object({
  subject: z.email(),
  calendar_ids: z.array(z.string().min(1)).min(1).max(1000),
});
const Cursor = z.object({
  began_at: z.string(),
  remaining: z.array(z.string()),
  is_complete: z.boolean(),
});
const Period = z.object({
  start: z.iso.datetime({ offset: true }),
  end: z.iso.datetime({ offset: true }),
});
const Calendar = z.object({
  busy: z.array(Period).default([]),
  errors: z.array(z.object({ reason: z.string() })).default([]),
});
const Answer = z.object({ calendars: z.record(z.string(), Calendar) });

/** Busy times of Google Calendar. The request returns no titles. Every run lists all busy times. */
export function googleBusyTimes(options: GoogleOptions): SyncAdapter {
  const now = options.now ?? (() => new Date());
  return {
    provider: "google_calendar",
    stream: "busy",
    async list({ cursor: text, settings: input, secret, baseUrl, signal }) {
      const settings = settingsOf(VENDOR, Settings, input);
      const storedCursor = readCursor(VENDOR, Cursor, text);
      const cursor = storedCursor?.remaining.length
        ? storedCursor
        : {
            began_at: now().toISOString(),
            remaining: settings.calendar_ids,
            is_complete: true,
          };
      const calendars = cursor.remaining.slice(0, CALENDARS_PER_CALL);
      const remaining = cursor.remaining.slice(CALENDARS_PER_CALL);
      const window = busyWindow(new Date(cursor.began_at));

      const scope = "https://www.googleapis.com/auth/calendar.freebusy";
      const vendor = googleListing(VENDOR, options, {
        secret,
        subject: settings.subject,
        scope,
        signal,
      });
      const answer = await vendor.ask({
        url: `${baseUrl}/freeBusy`,
        method: "POST",
        body: {
          timeMin: window.starts_at,
          timeMax: window.ends_at,
          items: calendars.map((id) => ({ id })),
        },
      });
      const busyTimes = read(VENDOR, Answer, answer).calendars;

      // A calendar that cannot be read must not look empty, and must not keep the others from being read.
      const isReadable = (id: string) => busyTimes[id]?.errors.length === 0;
      const isComplete = cursor.is_complete && calendars.every(isReadable);
      const hasMore = remaining.length > 0;
      return {
        records: calendars.map((id) =>
          isReadable(id)
            ? presentRecord(id, cursor.began_at, {
                calendar_id: id,
                window_starts_at: window.starts_at,
                window_ends_at: window.ends_at,
                blocks: (busyTimes[id]?.busy ?? []).map(({ start, end }) => ({
                  starts_at: start,
                  ends_at: end,
                })),
              } satisfies SyncedBusyTimes)
            : unreadableRecord(id, { errors: busyTimes[id]?.errors ?? [] }),
        ),
        cursor: writeCursor({ ...cursor, remaining, is_complete: isComplete }),
        hasMore,
        isSnapshot: isComplete && !hasMore,
        confirmedAt: hasMore ? null : cursor.began_at,
        ...vendor.counts(),
      };
    },
  };
}
