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

const BYTES_A_SECOND = 4 * 1_048_576;
// A short wait costs more than it saves.
const LEAST_WAIT_MS = 20;

export function createBodyPace(
  loop: Pick<EventLoop, "isBusy">,
  now: () => number = Date.now,
  delay: (ms: number) => Promise<unknown> = sleep,
): BodyPace {
  // When the pace allows the next bytes of each subject.
  const paidUntil = new Map<string, number>();

  return {
    async wait({ key }, bytes) {
      const time = now();
      if (!loop.isBusy()) return;
      for (const [subject, until] of paidUntil) if (until <= time) paidUntil.delete(subject);
      const until = Math.max(paidUntil.get(key) ?? 0, time) + (bytes / BYTES_A_SECOND) * 1000;
      paidUntil.set(key, until);
      if (until - time >= LEAST_WAIT_MS) await delay(until - time);
    },
  };
}
