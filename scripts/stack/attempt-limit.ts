/**
 * How often somebody may be wrong. Failed sign-ins and codes are counted per address and over all
 * addresses; one under way counts as failed until it has succeeded, so that many at once are no way
 * around. In memory: a restart forgets, and only whoever runs the stack can restart it.
 */
import { gatewayErrors } from "./gateway-errors.ts";

const WINDOW_MS = 5 * 60_000;
const PER_ADDRESS = 10;
const OVERALL = 200;

export interface AttemptLimit {
  /**
   * Begins an attempt, for an address if one is named. Throws a GatewayError of 429 that says when to
   * try again.
   */
  begin(address: string | undefined): Attempt;
}

export interface Attempt {
  /** It was right: this one and the failures of its address before it count no more. */
  succeeded(): void;
  /** It says nothing about whether it was right. */
  undecided(): void;
}

interface Counted {
  address: string | undefined;
  at: number;
}

export function createAttemptLimit(now: () => number = Date.now): AttemptLimit {
  let counted: Counted[] = [];

  function refuseAbove(limit: number, attempts: Counted[]): void {
    const oldest = attempts.at(-limit);
    if (oldest === undefined) return;
    throw gatewayErrors.tooManyAttempts(Math.ceil((oldest.at + WINDOW_MS - now()) / 1000));
  }

  return {
    begin(given) {
      const address = given?.trim().toLowerCase();
      counted = counted.filter(({ at }) => at > now() - WINDOW_MS);
      refuseAbove(OVERALL, counted);
      if (address !== undefined) {
        refuseAbove(
          PER_ADDRESS,
          counted.filter((attempt) => attempt.address === address),
        );
      }
      const attempt = { address, at: now() };
      counted.push(attempt);
      return {
        succeeded() {
          counted = counted.filter(
            (other) => other !== attempt && (address === undefined || other.address !== address),
          );
        },
        undecided() {
          counted = counted.filter((other) => other !== attempt);
        },
      };
    },
  };
}
