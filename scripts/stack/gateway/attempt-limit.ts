/**
 * Limits failed sign-ins and codes. A failure counts for the person that it names, from any sender, and for the
 * network address that it comes from, for any person. After a few failures, each further one doubles the wait before
 * the next attempt. A device on which the person has signed in before is counted separately, so that failures of
 * strangers don't lock the person out. An attempt under way counts as failed until it has succeeded, so that many
 * attempts at once don't avoid the limit. The counts are in memory: a restart clears them, and only the operator can
 * restart the stack.
 */
import { gatewayErrors } from "./gateway-errors.ts";

export interface AttemptOrigin {
  /** The network address the attempt comes from. */
  clientAddress: string;
  /** The email address it names. */
  person?: string | undefined;
  /** The device, if the person has signed in on it before. */
  device?: string | undefined;
}

export interface AttemptLimit {
  /** Begins an attempt. Throws a GatewayError of 429 that states when to retry. */
  begin(origin: AttemptOrigin): Attempt;
}

export interface Attempt {
  /**
   * Reports a correct attempt: clears the failures of its person and device, and does not count it for its address.
   */
  succeed(): void;
  /** Ends an attempt that was neither correct nor wrong, so that it does not count as a failure. */
  discard(): void;
}

interface Rule {
  /** The number of failures after which the next attempt has to wait. */
  threshold: number;
  firstMs: number;
  /** The time after which one failure is forgotten. */
  forgetMs: number;
  longestMs: number;
}

interface Failures {
  count: number;
  at: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const PERSON: Rule = {
  threshold: 5,
  firstMs: 15 * SECOND,
  forgetMs: 10 * MINUTE,
  longestMs: 5 * MINUTE,
};
const ADDRESS: Rule = { threshold: 100, firstMs: SECOND, forgetMs: 3 * SECOND, longestMs: MINUTE };
const DEVICE: Rule = { threshold: 10, firstMs: SECOND, forgetMs: MINUTE, longestMs: MINUTE };
const MAX_COUNTED = 20_000;
/** No account has a longer address, so a longer one is not counted. */
const LONGEST_ADDRESS = 320;

export function createAttemptLimit(now: () => number = Date.now): AttemptLimit {
  const people = createCounter(PERSON, now);
  const addresses = createCounter(ADDRESS, now);
  const devices = createCounter(DEVICE, now);

  return {
    begin({ clientAddress, person: name, device }) {
      const person = name?.trim().toLowerCase();
      const isPerson = person !== undefined && person !== "" && person.length <= LONGEST_ADDRESS;
      const counters: [Counter, string][] =
        device === undefined
          ? [
              [addresses, clientAddress],
              ...(isPerson ? [[people, person] as [Counter, string]] : []),
            ]
          : [[devices, device]];
      const wait = Math.max(...counters.map(([counter, key]) => counter.waitOf(key)));
      if (wait > 0) throw gatewayErrors.tooManyAttempts(Math.ceil(wait / SECOND));
      for (const [counter, key] of counters) counter.add(key);
      return {
        succeed() {
          if (isPerson) people.forget(person);
          if (device === undefined) addresses.removeFailure(clientAddress);
          else devices.forget(device);
        },
        discard() {
          for (const [counter, key] of counters) counter.removeFailure(key);
        },
      };
    },
  };
}

interface Counter {
  /** Milliseconds until the next attempt may begin. */
  waitOf(key: string): number;
  add(key: string): void;
  /** Removes one failure. The wait still counts from the last failure. */
  removeFailure(key: string): void;
  forget(key: string): void;
}

function createCounter(
  { threshold, firstMs, forgetMs, longestMs }: Rule,
  now: () => number,
): Counter {
  const failuresByKey = new Map<string, Failures>();

  function countOf(key: string): number {
    const { count = 0, at = 0 } = failuresByKey.get(key) ?? {};
    return Math.max(count - (now() - at) / forgetMs, 0);
  }

  /** Deletes entries that no longer matter, otherwise the one with the oldest failure. */
  function makeRoom(): void {
    for (const key of failuresByKey.keys()) if (countOf(key) === 0) failuresByKey.delete(key);
    if (failuresByKey.size >= MAX_COUNTED)
      failuresByKey.delete(failuresByKey.keys().next().value as string);
  }

  return {
    waitOf(key) {
      const { count = 0, at = 0 } = failuresByKey.get(key) ?? {};
      // Failures decay gradually. One that has not decayed completely counts as a whole failure.
      const failures = Math.ceil(count);
      if (failures < threshold) return 0;
      return at + Math.min(firstMs * 2 ** (failures - threshold), longestMs) - now();
    },
    add(key) {
      const count = countOf(key) + 1;
      failuresByKey.delete(key);
      if (failuresByKey.size >= MAX_COUNTED) makeRoom();
      failuresByKey.set(key, { count, at: now() });
    },
    removeFailure(key) {
      const { count, at } = failuresByKey.get(key) ?? { count: 0, at: 0 };
      if (count > 1) failuresByKey.set(key, { count: count - 1, at });
      else failuresByKey.delete(key);
    },
    forget(key) {
      failuresByKey.delete(key);
    },
  };
}
