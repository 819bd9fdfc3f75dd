/**
 * While the gateway is busy, sends the refusals of one sender at intervals. A refusal costs its sender nothing, so a
 * program can cause thousands a second, and each costs the gateway a connection, headers and a part of a body. A
 * person with a few refusals does not notice the intervals, and a program that sends one request after the other
 * hardly does.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { EventLoop } from "./event-loop.ts";

export interface Refusals {
  /** Waits before a refusal is sent to this user or address. Returns whether it waited. */
  pace(sender: string): Promise<boolean>;
}

const FREE_REFUSALS = 30;
const INTERVAL_MS = 25;
const MAX_WAIT_MS = 5000;
const MAX_WAITING = 1000;
const MAX_SENDERS = 10_000;

export function createRefusals(
  loop: Pick<EventLoop, "isBusy">,
  now: () => number = Date.now,
  wait: (ms: number) => Promise<unknown> = sleep,
): Refusals {
  // By sender: the time at which the refusals so far end if each takes INTERVAL_MS. The sender whose last refusal is the
  // oldest comes first.
  const endsAt = new Map<string, number>();
  let waiting = 0;

  function waitOf(sender: string): number {
    const end = Math.max(endsAt.get(sender) ?? 0, now()) + INTERVAL_MS;
    endsAt.delete(sender);
    if (endsAt.size >= MAX_SENDERS) endsAt.delete(endsAt.keys().next().value as string);
    endsAt.set(sender, Math.min(end, now() + FREE_REFUSALS * INTERVAL_MS + MAX_WAIT_MS));
    return end - now() - FREE_REFUSALS * INTERVAL_MS;
  }

  return {
    async pace(sender) {
      const ms = waitOf(sender);
      if (ms <= 0 || !loop.isBusy() || waiting >= MAX_WAITING) return false;
      waiting++;
      try {
        await wait(Math.min(ms, MAX_WAIT_MS));
      } finally {
        waiting--;
      }
      return true;
    },
  };
}
