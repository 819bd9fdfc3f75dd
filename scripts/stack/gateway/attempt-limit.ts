/**
 * Limits failed sign-ins and codes. They are counted for the person they name, from any sender, and for the network
 * address they come from, for any person. Beyond a few, each failure makes the next attempt wait twice as long as the
 * one before. A device on which the person has signed in before is counted separately, so that failures of
 * strangers don't lock the person out. An attempt under way counts as failed until it has succeeded, so that many
 * attempts at once don't avoid the limit. The counts are in memory: a restart clears them, and only the operator can
 * restart the stack.
 */
import { gatewayErrors } from "./gateway-errors.ts";

export interface Attempted {
  /** The network address the attempt comes from. */
  clientAddress: string;
  /** The email address it names. */
  person?: string | undefined;
  /** The device, if the person has signed in on it before. */
  device?: string | undefined;
}

export interface AttemptLimit {
  /** Begins an attempt. Throws a GatewayError of 429 that states when to retry. */
  begin(attempted: Attempted): Attempt;
}

export interface Attempt {
  /**
   * Reports a correct attempt: clears the failures of its person and device, and does not count it for its address.
   */
  succeeded(): void;
  /** Ends an attempt without revealing whether it was correct. */
  undecided(): void;
}

interface Rule {
  /** Failures without a wait. */
  free: number;
  firstMs: number;
  /** One failure is forgotten in this time. */
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
  free: 5,
  firstMs: 15 * SECOND,
  forgetMs: 10 * MINUTE,
  longestMs: 5 * MINUTE,
};
const ADDRESS: Rule = { free: 100, firstMs: SECOND, forgetMs: 3 * SECOND, longestMs: MINUTE };
const DEVICE: Rule = { free: 10, firstMs: SECOND, forgetMs: MINUTE, longestMs: MINUTE };
const MAX_COUNTED = 20_000;
/** No account has a longer one, and storing it would be useless. */
const LONGEST_ADDRESS = 320;

export function createAttemptLimit(now: () => number = Date.now): AttemptLimit {
  const people = createCounter(PERSON, now);
  const addresses = createCounter(ADDRESS, now);
  const devices = createCounter(DEVICE, now);

  return {
    begin({ clientAddress, person: name, device }) {
      const person = name?.trim().toLowerCase();
      const isPerson = person !== undefined && person !== "" && person.length <= LONGEST_ADDRESS;
      const counted: [Counter, string][] =
        device === undefined
          ? [
              [addresses, clientAddress],
              ...(isPerson ? [[people, person] as [Counter, string]] : []),
            ]
          : [[devices, device]];
      const wait = Math.max(...counted.map(([counter, key]) => counter.waitOf(key)));
      if (wait > 0) throw gatewayErrors.tooManyAttempts(Math.ceil(wait / SECOND));
      for (const [counter, key] of counted) counter.add(key);
      return {
        succeeded() {
          if (isPerson) people.forget(person);
          if (device === undefined) addresses.removeFailure(clientAddress);
          else devices.forget(device);
        },
        undecided() {
          for (const [counter, key] of counted) counter.removeFailure(key);
        },
      };
    },
  };
}

interface Counter {
  /** Milliseconds until the next attempt may begin. */
  waitOf(key: string): number;
  add(key: string): void;
  /** Removes one failure. The last failure still starts the wait. */
  removeFailure(key: string): void;
  forget(key: string): void;
}

function createCounter({ free, firstMs, forgetMs, longestMs }: Rule, now: () => number): Counter {
  const counted = new Map<string, Failures>();

  function countOf(key: string): number {
    const { count = 0, at = 0 } = counted.get(key) ?? {};
    return Math.max(count - (now() - at) / forgetMs, 0);
  }

  /** Deletes entries that no longer matter, otherwise the one with the oldest failure. */
  function makeRoom(): void {
    for (const key of counted.keys()) if (countOf(key) === 0) counted.delete(key);
    if (counted.size >= MAX_COUNTED) counted.delete(counted.keys().next().value as string);
  }

  return {
    waitOf(key) {
      const { count = 0, at = 0 } = counted.get(key) ?? {};
      // A failure decays: it counts as one until it has decayed completely.
      const failures = Math.ceil(count);
      if (failures < free) return 0;
      return at + Math.min(firstMs * 2 ** (failures - free), longestMs) - now();
    },
    add(key) {
      const count = countOf(key) + 1;
      counted.delete(key);
      if (counted.size >= MAX_COUNTED) makeRoom();
      counted.set(key, { count, at: now() });
    },
    removeFailure(key) {
      const { count, at } = counted.get(key) ?? { count: 0, at: 0 };
      if (count > 1) counted.set(key, { count: count - 1, at });
      else counted.delete(key);
    },
    forget(key) {
      counted.delete(key);
    },
  };
}
