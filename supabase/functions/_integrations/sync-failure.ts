import type { VendorAnswer } from "./request.ts";
import { parseRetryHint } from "./retry-hint.ts";
import { SyncError, type SyncFailure } from "./sync-port.ts";

/** The meaning of a response whose status the vendor uses in its own way; null otherwise. */
export type Judge = (answer: VendorAnswer) => SyncFailure | null;

/** The error for a response; null for success. */
export function syncErrorOf(vendor: string, answer: VendorAnswer, judge?: Judge): SyncError | null {
  const { status } = answer;
  const isSuccess = status >= 200 && status < 300;
  const failure = judge?.(answer) ?? (isSuccess ? null : usualFailure(status));
  if (!failure) return null;
  return new SyncError(failure, messageOf(vendor, failure, status), parseRetryHint(answer), status);
}

function usualFailure(status: number): SyncFailure {
  if (status === 429) return "rate_limited";
  if (status === 408 || status === 425 || status >= 500) return "unavailable";
  if (status === 401) return "grant_dead";
  if (status === 402 || status === 403 || status === 404 || status === 410) return "forbidden";
  return "invalid_response";
}

function messageOf(vendor: string, failure: SyncFailure, status: number): string {
  switch (failure) {
    case "rate_limited":
      return `${vendor} is limiting requests. The sync continues later`;
    case "unavailable":
      return `${vendor} failed with status ${status}. The sync continues later`;
    case "grant_dead":
      return `${vendor} rejected our credentials. Ask an admin to connect it again`;
    case "forbidden":
      return `${vendor} does not share this data with the connected account. Ask an admin to check its access`;
    case "cursor_died":
      return `${vendor} no longer knows the position of the last sync. A full listing follows`;
    case "invalid_response":
      return `${vendor} sent an unexpected response with status ${status}`;
  }
}

export const unreadableAnswer = (vendor: string) =>
  new SyncError("invalid_response", `${vendor} sent an unreadable response`);
