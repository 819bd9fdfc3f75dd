/**
 * The effect of a failed call to another system. `refused`: none, and the same call would be refused again; `busy`:
 * none, retry later; `ambiguous`: unknown.
 */
export type Failure = "refused" | "busy" | "ambiguous";

/**
 * The message is for the person who decides the card. It states the problem and the next step, and never contains a
 * secret.
 */
export class VendorError extends Error {
  readonly failure: Failure;
  /** The pause that the vendor requests. */
  readonly retryAfterMs: number | null;

  constructor(failure: Failure, message: string, retryAfterMs: number | null = null) {
    super(message);
    this.name = "VendorError";
    this.failure = failure;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Turns any error of a call into a VendorError. After an unknown error, the effect is unknown. */
export function asVendorError(error: unknown, vendor: string): VendorError {
  if (error instanceof VendorError) return error;
  return new VendorError("ambiguous", `${vendor} was called, but its result is unknown`);
}
