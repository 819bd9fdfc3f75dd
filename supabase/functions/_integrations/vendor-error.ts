/**
 * The effect of a failed call to another system. `refused`: none, and the same call would be refused again; `busy`:
 * none, retry later; `ambiguous`: unknown.
 */
export type Failure = "refused" | "busy" | "ambiguous";

/** The message is for the decider: the problem and the next step, never a secret. */
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

/** An error of a call, as a VendorError; an unknown error reveals nothing about the effect. */
export function asVendorError(error: unknown, vendor: string): VendorError {
  if (error instanceof VendorError) return error;
  return new VendorError("ambiguous", `${vendor} was called, but its result is unknown`);
}
