/**
 * How often somebody may be wrong. Failed sign-ins and codes are counted per mail address, whoever asks,
 * and per asker, whatever the address: nobody keeps everybody out by being wrong often. One under way
 * counts as failed until it has succeeded, so that many at once are no way around. In memory: a restart
 * forgets, and only whoever runs the stack can restart it.
 */
import { gatewayErrors } from "./gateway-errors.ts";

const WINDOW_MS = 5 * 60_000;
const PER_ADDRESS = 10;
const PER_ASKER = 200;
/** A longer one is nobody's, and not worth keeping. */
const LONGEST_ADDRESS = 320;

export interface AttemptLimit {
  /**
   * Begins an attempt of an asker (where their connection comes from), for an address if one is named.
   * Throws a GatewayError of 429 that says when to try again.
   */
  begin(asker: string, address: string | undefined): Attempt;
}

export interface Attempt {
  /** It was right: this one and the failures of its address before it count no more. */
  succeeded(): void;
  /** It says nothing about whether it was right. */
  undecided(): void;
}

interface Counted {
  asker: string;
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
    begin(asker, given) {
      const trimmed = given?.trim().toLowerCase();
      const address = trimmed && trimmed.length <= LONGEST_ADDRESS ? trimmed : undefined;
      counted = counted.filter(({ at }) => at > now() - WINDOW_MS);
      refuseAbove(
        PER_ASKER,
        counted.filter((attempt) => attempt.asker === asker),
      );
      if (address !== undefined) {
        refuseAbove(
          PER_ADDRESS,
          counted.filter((attempt) => attempt.address === address),
        );
      }
      const attempt = { asker, address, at: now() };
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
