/** How busy this process is. Everything that the gateway does shares its one event loop. */
import { performance } from "node:perf_hooks";

export interface EventLoop {
  /** Whether the process was recently so busy that a request waits noticeably at each of its many turns. */
  isBusy(): boolean;
  stop(): void;
}

const SAMPLE_MS = 100;
const BUSY_SHARE = 0.3;

export const IDLE_LOOP: EventLoop = {
  isBusy: () => false,
  stop: () => {},
};

export function watchEventLoop(): EventLoop {
  let isBusy = false;
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    isBusy = performance.eventLoopUtilization(now, before).utilization > BUSY_SHARE;
    before = now;
  }, SAMPLE_MS);
  timer.unref();
  return {
    isBusy: () => isBusy,
    stop: () => clearInterval(timer),
  };
}
