/**
 * Delays refusals while the gateway is busy. A refusal costs its sender nothing, so a program can cause thousands
 * a second, and each costs the gateway a connection, headers and a part of a body. A person who is refused a few
 * times notices nothing.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { EventLoop } from "./event-loop.ts";

export interface Refusals {
  /** Waits before a refusal is sent to this user or address. Answers whether it waited. */
  pace(sender: string): Promise<boolean>;
}

const FREE = 30;
const FREE_PER_SECOND = 10;
const WAIT_MS = 1000;
const MOST_WAITING = 1000;
const MOST_SENDERS = 10_000;
// A gateway that refuses slowly is no longer busy, and would be again at once.
const BUSY_MS = 5000;

interface Sender {
  free: number;
  at: number;
}

export function createRefusals(
  loop: Pick<EventLoop, "isBusy">,
  now: () => number = Date.now,
  wait: (ms: number) => Promise<unknown> = sleep,
): Refusals {
  // The sender whose last refusal was longest ago is first.
  const senders = new Map<string, Sender>();
  let busyUntil = 0;
  let waiting = 0;

  function takeFree(key: string): boolean {
    const { free, at } = senders.get(key) ?? { free: FREE, at: now() };
    const left = Math.min(free + ((now() - at) / 1000) * FREE_PER_SECOND, FREE) - 1;
    senders.delete(key);
    if (senders.size >= MOST_SENDERS) senders.delete(senders.keys().next().value as string);
    senders.set(key, { free: Math.max(left, 0), at: now() });
    return left >= 0;
  }

  return {
    async pace(sender) {
      if (loop.isBusy()) busyUntil = now() + BUSY_MS;
      if (takeFree(sender) || now() >= busyUntil || waiting >= MOST_WAITING) return false;
      waiting++;
      try {
        await wait(WAIT_MS);
      } finally {
        waiting--;
      }
      return true;
    },
  };
}
