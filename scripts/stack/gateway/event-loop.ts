/** How busy this process is. Everything that the gateway does shares its one event loop. */
import { performance } from "node:perf_hooks";

export interface EventLoop {
  /** Whether the process was recently so busy that each step of a request waits noticeably. */
  isBusy(): boolean;
  stop(): void;
}

const SAMPLE_MS = 100;
const BUSY_SHARE = 0.3;
// The gateway counts as busy for this long after a busy sample. Without that, it would alternate: delays make it idle,
// and work without delays makes it busy again.
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
