/** Somebody who looks into the public web. Every failure is a VendorError. */
export interface WebResearcher {
  /** The model, as the vendor calls it. */
  readonly name: string;
  /** Sends the question and fixed instructions, nothing else. */
  research(question: string, signal: AbortSignal): Promise<WebAnswer>;
}

/** As the vendor wrote it: nothing of it is to be trusted. */
export interface WebAnswer {
  text: string;
  citations: UrlCitation[];
}

/** The characters from `start` to `end`, counted as code points, rest on the page at `url`. */
export interface UrlCitation {
  url: string;
  title: string;
  start: number;
  end: number;
}
