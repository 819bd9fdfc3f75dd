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

const FREE = 30;
const SPACE_MS = 25;
const LONGEST_WAIT_MS = 5000;
const MAX_WAITING = 1000;
const MAX_SENDERS = 10_000;

export function createRefusals(
  loop: Pick<EventLoop, "isBusy">,
  now: () => number = Date.now,
  wait: (ms: number) => Promise<unknown> = sleep,
): Refusals {
  // By sender: the time at which the refusals so far end if each takes SPACE_MS. The sender whose last refusal is the
  // oldest comes first.
  const overAt = new Map<string, number>();
  let waiting = 0;

  function waitOf(sender: string): number {
    const over = Math.max(overAt.get(sender) ?? 0, now()) + SPACE_MS;
    overAt.delete(sender);
    if (overAt.size >= MAX_SENDERS) overAt.delete(overAt.keys().next().value as string);
    overAt.set(sender, Math.min(over, now() + FREE * SPACE_MS + LONGEST_WAIT_MS));
    return over - now() - FREE * SPACE_MS;
  }

  return {
    async pace(sender) {
      const ms = waitOf(sender);
      if (ms <= 0 || !loop.isBusy() || waiting >= MAX_WAITING) return false;
      waiting++;
      try {
        await wait(Math.min(ms, LONGEST_WAIT_MS));
      } finally {
        waiting--;
      }
      return true;
    },
  };
}
