/** How busy this process is. Everything that the gateway does shares its one event loop. */
import { performance } from "node:perf_hooks";

export interface EventLoop {
  /** Whether the process was recently so busy that a request waits noticeably at each of its many turns. */
  isBusy(): boolean;
  stop(): void;
}

const SAMPLE_MS = 100;
const BUSY_SHARE = 0.3;
// A gateway that delays work is no longer busy, and would be again at once without the delay.
const BUSY_MS = 5000;

export const IDLE_LOOP: EventLoop = {
  isBusy: () => false,
  stop: () => {},
};

export function watchEventLoop(): EventLoop {
  let busyUntil = 0;
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    if (utilization > BUSY_SHARE) busyUntil = performance.now() + BUSY_MS;
    before = now;
  }, SAMPLE_MS);
  timer.unref();
  return {
    isBusy: () => performance.now() < busyUntil,
    stop: () => clearInterval(timer),
  };
}
