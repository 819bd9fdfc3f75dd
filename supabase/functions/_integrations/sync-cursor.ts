import type { z } from "zod";
import { SyncError } from "./sync-port.ts";

const DAY_MS = 86_400_000;

/** The cursor that `list` returned last; null for a full listing. */
export function readCursor<T>(vendor: string, schema: z.ZodType<T>, text: string | null): T | null {
  if (text === null) return null;
  const parsed = schema.safeParse(json(text));
  if (parsed.success) return parsed.data;
  throw new SyncError(
    "cursor_died",
    `The stored position in ${vendor} is unreadable. A full listing follows`,
  );
}

export const writeCursor = (cursor: object): string => JSON.stringify(cursor);

/**
 * Whether the last full listing is at least `days` old. This is for vendors that report no deletions: they are listed
 * again, and records that the new listing lacks are deleted.
 */
export const isListingDue = (listedAt: string, now: Date, days: number): boolean =>
  now.getTime() - Date.parse(listedAt) >= days * DAY_MS;

/** Whether the window of a listing ends within `days`. Its bounds are fixed when its first page is read. */
export const isWindowOver = (until: string, now: Date, days: number): boolean =>
  Date.parse(until) - now.getTime() < days * DAY_MS;

export const daysAfter = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS);

/** The later of two instants, as text. */
export function newer(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  const difference = Date.parse(a) - Date.parse(b);
  return difference > 0 || (difference === 0 && a > b) ? a : b;
}

/**
 * The inclusive lower bound of the next run: the start of this one or the newest change that was seen, whichever
 * is earlier, less an overlap for records that the vendor shows late. A change dated in the future must not hide
 * earlier ones, and a long listing may lack changes that were made in the meantime.
 */
export function lowerBound(newest: string | null, beganAt: string, overlapMs: number): string {
  const at = Math.min(Date.parse(newest ?? beganAt), Date.parse(beganAt));
  return new Date(at - overlapMs).toISOString();
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The window of busy times: a week back, so that the current week is complete, and seven weeks ahead. It consists of
 * whole days in UTC, so that the record of an unchanged calendar stays the same all day.
 */
export function busyWindow(at: Date): { starts_at: string; ends_at: string } {
  const midnight = new Date(`${at.toISOString().slice(0, 10)}T00:00:00Z`);
  return {
    starts_at: daysAfter(midnight, -7).toISOString(),
    ends_at: daysAfter(midnight, 49).toISOString(),
  };
}
