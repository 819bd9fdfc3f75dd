/**
 * Fetches the bytes of one file. Listings are read often and contain no bytes; a file is fetched once for each
 * version of its content.
 */
export interface FileSource {
  provider: string;
  /** Throws UnfetchableFile if another attempt could not help, and SyncError for everything else. */
  fetch(request: {
    externalId: string;
    /** The type to which a document in the vendor's own format is exported; null for any other file. */
    exportType: string | null;
    settings: Record<string, unknown>;
    secret: string;
    baseUrl: string;
    maxBytes: number;
    signal: AbortSignal;
  }): Promise<Uint8Array<ArrayBuffer>>;
}

/** The message is for people and ends the file's job; `code` is its stable name. */
export class UnfetchableFile extends Error {
  override name = "UnfetchableFile";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
