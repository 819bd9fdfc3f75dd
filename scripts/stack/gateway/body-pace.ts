/**
 * Slows down bodies while the gateway is busy, because each chunk that arrives delays everybody's next response. All
 * bodies of one subject share one rate, so that sending several at once is no faster. A request without a large body
 * never waits.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Subject } from "./admission.ts";
import type { EventLoop } from "./event-loop.ts";

export interface BodyPace {
  /** Waits as long as the rate requires for the subject's earlier bytes and for these. */
  wait(subject: Subject, bytes: number): Promise<void>;
}

const BYTES_PER_SECOND = 4 * 1_048_576;
// A short wait costs more than it saves.
const MIN_WAIT_MS = 20;

export function createBodyPace(
  loop: Pick<EventLoop, "isBusy">,
  now: () => number = Date.now,
  delay: (ms: number) => Promise<unknown> = sleep,
): BodyPace {
  // The time from which the rate allows more bytes, by subject.
  const allowedFrom = new Map<string, number>();

  return {
    async wait({ key }, bytes) {
      const time = now();
      if (!loop.isBusy()) return;
      for (const [subject, until] of allowedFrom) if (until <= time) allowedFrom.delete(subject);
      const until = Math.max(allowedFrom.get(key) ?? 0, time) + (bytes / BYTES_PER_SECOND) * 1000;
      allowedFrom.set(key, until);
      if (until - time >= MIN_WAIT_MS) await delay(until - time);
    },
  };
}
