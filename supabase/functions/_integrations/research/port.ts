/** A search of the public web. Every failure is a VendorError. */
export interface WebResearcher {
  /** The model, as the vendor calls it. */
  readonly name: string;
  /** Sends the question and fixed instructions, nothing else. */
  research(question: string, signal: AbortSignal): Promise<WebAnswer>;
}

/** The vendor's answer, whose text is untrusted. */
export interface WebAnswer {
  text: string;
  citations: UrlCitation[];
}

/** The characters from `start` to `end`, counted as code points, cite the page at `url`. */
export interface UrlCitation {
  url: string;
  title: string;
  start: number;
  end: number;
}
