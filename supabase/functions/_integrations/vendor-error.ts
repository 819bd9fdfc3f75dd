/**
 * The effect of a failed call of another system, as far as it is known. `refused`: none, and asking again as it
 * is would change nothing; `busy`: none, ask again later; `ambiguous`: nobody can tell.
 */
export type Failure = "refused" | "busy" | "ambiguous";

/** The message is for the person who decided: what went wrong and what to do, never a secret. */
export class VendorError extends Error {
  readonly failure: Failure;
  /** How long the vendor asks to wait. */
  readonly retryAfterMs: number | null;

  constructor(failure: Failure, message: string, retryAfterMs: number | null = null) {
    super(message);
    this.name = "VendorError";
    this.failure = failure;
    this.retryAfterMs = retryAfterMs;
  }
}

/** An error of a call, as a VendorError; one that is not ours says nothing about the effect. */
export function asVendorError(error: unknown, vendor: string): VendorError {
  if (error instanceof VendorError) return error;
  return new VendorError("ambiguous", `${vendor} was called, but its result is unknown`);
}
