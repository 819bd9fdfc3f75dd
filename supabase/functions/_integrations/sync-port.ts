/** One record of a vendor's listing. Timestamps and versions stay text: a Date drops microseconds. */
export interface SyncRecord {
  externalId: string;
  /** The order of two versions of one record. */
  version: string;
  isDeleted: boolean;
  /** Why our side leaves it out (trashed, private, filtered); null: it belongs to us. */
  filteredBecause: string | null;
  /** Fields of the stream's kind; null for deleted. */
  data: Record<string, unknown> | null;
}

export interface SyncPage {
  records: SyncRecord[];
  /** Where the next page or the next run begins. */
  cursor: string;
  /** The listing has more pages. */
  hasMore: boolean;
  /** With the last page: the listing was complete and unfiltered, so that absence means deleted. */
  isSnapshot: boolean;
  /** Newest fact the source confirmed, ISO text. */
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

  constructor(failure: SyncFailure, message: string, retryAfterMs: number | null = null) {
    super(message);
    this.name = "SyncError";
    this.failure = failure;
    this.retryAfterMs = retryAfterMs;
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
