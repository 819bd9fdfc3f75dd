import { z } from "zod";
import type { SyncedMeeting } from "../../_domain/syncs/records.ts";
import { fixedCredentials, listing, presentRecord, read, recordsOf } from "../listing.ts";
import { isListingDue, lowerBound, newer, readCursor, writeCursor } from "../sync-cursor.ts";
import type { SyncAdapter } from "../sync-port.ts";

const VENDOR = "Fathom";
// Only a complete listing shows which meetings were deleted. With ten meetings a page and a limit of 30 pages a
// minute, a listing of 2,000 meetings takes seven minutes.
const FULL_LISTING_DAYS = 1;
// Fathom lists meetings by time of creation only. The overlap covers summaries that are edited or completed later.
const OVERLAP_MS = 3 * 3_600_000;

const Cursor = z.object({
  listed_at: z.string(),
  began_at: z.string(),
  created_after: z.string().nullable(),
  newest: z.string().nullable(),
  page: z.string().nullable(),
  is_running: z.boolean(),
});

const Instant = z.iso.datetime({ offset: true });
const Offset = z
  .string()
  .regex(/^\d+:\d\d:\d\d$/)
  .transform((text) => text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0));
const Person = z.object({ name: z.string().nullish(), email: z.string().nullish() });
// Only the used fields are read, because newer ones still change.
const Meeting = z.object({
  recording_id: z.int(),
  title: z.string(),
  url: z.string(),
  created_at: Instant,
  recording_start_time: Instant,
  recording_end_time: Instant,
  transcript_language: z.string().nullish(),
  recorded_by: z.object({ name: z.string(), email: z.string() }),
  calendar_invitees: z.array(Person.extend({ is_external: z.boolean() })),
  default_summary: z.object({ markdown_formatted: z.string().nullish() }).nullish(),
  transcript: z
    .array(
      z.object({
        speaker: z.object({
          display_name: z.string(),
          matched_calendar_invitee_email: z.string().nullish(),
        }),
        text: z.string(),
        timestamp: Offset,
      }),
    )
    .nullish(),
  action_items: z
    .array(
      z.object({
        description: z.string(),
        completed: z.boolean(),
        recording_timestamp: Offset,
        assignee: Person.nullish(),
      }),
    )
    .nullish(),
});
type Meeting = z.output<typeof Meeting>;
const Page = z.object({
  items: z.array(z.looseObject({ recording_id: z.int(), created_at: z.string() })),
  next_cursor: z.string().nullable(),
});

export function fathomMeetings(now: () => Date = () => new Date()): SyncAdapter {
  return {
    provider: "fathom",
    stream: "meetings",
    async list({ cursor: text, secret, baseUrl, signal }) {
      const at = now();
      const storedCursor = readCursor(VENDOR, Cursor, text);
      const isIdle = storedCursor !== null && !storedCursor.is_running;
      const isDue = isIdle && isListingDue(storedCursor.listed_at, at, FULL_LISTING_DAYS);
      const first = {
        listed_at: at.toISOString(),
        began_at: at.toISOString(),
        created_after: null,
        newest: null,
        page: null,
        is_running: true,
      };
      const cursor = storedCursor === null || isDue ? first : storedCursor;
      if (isIdle && !isDue) {
        Object.assign(cursor, { began_at: at.toISOString(), page: null });
      }

      const vendor = listing(VENDOR, fixedCredentials({ "x-api-key": secret }), signal);
      const query = new URLSearchParams({
        include_transcript: "true",
        include_summary: "true",
        include_action_items: "true",
        ...(cursor.created_after && { created_after: cursor.created_after }),
        ...(cursor.page && { cursor: cursor.page }),
      });
      const answer = await vendor.ask({
        url: `${baseUrl}/meetings?${query}`,
        ...(cursor.page && { deadCursorStatuses: [400, 404] }),
      });
      const { items, next_cursor } = read(VENDOR, Page, answer);

      const isFull = cursor.created_after === null;
      const hasMore = next_cursor !== null;
      const newest = items.reduce(
        (latest, { created_at }) => newer(latest, created_at),
        cursor.newest,
      );
      const itemsWithId = items.map((item) => ({ ...item, id: item.recording_id }));
      return {
        records: recordsOf(VENDOR, itemsWithId, Meeting, recordOf),
        cursor: writeCursor({
          ...cursor,
          newest,
          page: next_cursor,
          is_running: hasMore,
          ...(!hasMore && { created_after: lowerBound(newest, cursor.began_at, OVERLAP_MS) }),
        }),
        hasMore,
        isSnapshot: isFull && !hasMore,
        confirmedAt: hasMore ? null : cursor.began_at,
        ...vendor.counts(),
      };
    },
  };
}

// Fathom returns no version of a meeting. Its time of creation is used instead, so the record that was read last wins.
const recordOf = (meeting: Meeting) =>
  presentRecord(String(meeting.recording_id), meeting.created_at, {
    title: meeting.title,
    url: meeting.url,
    starts_at: meeting.recording_start_time,
    ends_at: meeting.recording_end_time,
    language: meeting.transcript_language ?? null,
    recorded_by_email: meeting.recorded_by.email,
    recorded_by_name: meeting.recorded_by.name,
    invitees: meeting.calendar_invitees.map(({ name, email, is_external }) => ({
      name: name ?? null,
      email: email ?? null,
      is_external,
    })),
    summary: meeting.default_summary?.markdown_formatted || null,
    transcript: (meeting.transcript ?? []).map(({ speaker, text, timestamp }) => ({
      speaker_name: speaker.display_name,
      speaker_email: speaker.matched_calendar_invitee_email ?? null,
      text,
      offset_seconds: timestamp,
    })),
    action_items: (meeting.action_items ?? []).map((item) => ({
      description: item.description,
      assignee_email: item.assignee?.email ?? null,
      assignee_name: item.assignee?.name ?? null,
      is_completed: item.completed,
      offset_seconds: item.recording_timestamp,
    })),
  } satisfies SyncedMeeting);
