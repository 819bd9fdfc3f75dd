/** Fetches the bytes of one file. A listing has none, because it is read often, and a file only once per content. */
export interface FileSource {
  provider: string;
  /** Throws UnfetchableFile if another attempt could not help, and SyncError for everything else. */
  fetch(request: {
    externalId: string;
    /** The type that a document of the vendor is exported to; null for a file with bytes of its own. */
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
