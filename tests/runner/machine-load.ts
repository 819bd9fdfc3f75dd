import os from "node:os";

/** CPU seconds of all cores since the machine started. */
export interface MachineTimes {
  busy: number;
  idle: number;
}

export function readMachine(): MachineTimes {
  const times = { busy: 0, idle: 0 };
  for (const { times: core } of os.cpus()) {
    times.busy += (core.user + core.nice + core.sys + core.irq) / 1000;
    times.idle += core.idle / 1000;
  }
  return times;
}

/** The share of the machine that other programs used between two readings, from 0 to 1; 0 if `ownSeconds` is unknown. */
export function othersShare(
  before: MachineTimes,
  after: MachineTimes,
  ownSeconds: number | undefined,
): number {
  const busy = after.busy - before.busy;
  const total = busy + after.idle - before.idle;
  return total > 0 ? Math.max(0, busy - (ownSeconds ?? busy)) / total : 0;
}
