/** One record of a vendor's listing. Timestamps and versions stay text: a Date drops microseconds. */
export interface SyncRecord {
  externalId: string;
  /** Shows which of two versions of a record is newer. */
  version: string;
  isDeleted: boolean;
  /** Why the record is left out, such as trashed or private; null for every other record. */
  filteredBecause: string | null;
  /** The fields of the record, by the kind of stream; null if the record is deleted or left out. */
  data: Record<string, unknown> | null;
}

export interface SyncPage {
  records: SyncRecord[];
  /** The position at which the next page or the next run begins. */
  cursor: string;
  /** Whether the listing has more pages. */
  hasMore: boolean;
  /** Set on the last page if the listing was complete and unfiltered: a record that it lacks is deleted. */
  isSnapshot: boolean;
  /** The time of the newest data that the vendor confirmed, as ISO text. */
  confirmedAt: string | null;
  calls: number;
  retries: number;
}

export type SyncFailure =
  | "cursor_died"
  | "rate_limited"
  | "grant_dead"
  | "forbidden"
  | "unavailable"
  | "invalid_response";

export class SyncError extends Error {
  readonly failure: SyncFailure;
  readonly retryAfterMs: number | null;
  /** The status of the vendor's response; null without one, and for a refused sign-in. */
  readonly status: number | null;

  constructor(
    failure: SyncFailure,
    message: string,
    retryAfterMs: number | null = null,
    status: number | null = null,
  ) {
    super(message);
    this.name = "SyncError";
    this.failure = failure;
    this.retryAfterMs = retryAfterMs;
    this.status = status;
  }
}

export interface SyncAdapter {
  provider: string;
  stream: string;
  list(request: {
    cursor: string | null;
    settings: Record<string, unknown>;
    secret: string;
    baseUrl: string;
    signal: AbortSignal;
  }): Promise<SyncPage>;
}
