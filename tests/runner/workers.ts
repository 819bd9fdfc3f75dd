import { availableParallelism, totalmem } from "node:os";

/** The memory for a worker, its stack and its browser. */
const BYTES_PER_WORKER = 2 * 1024 ** 3;

/**
 * How many files run side by side, if there is memory for them: one more than cores, because files wait for answers,
 * timers and browsers a fifth of their time.
 */
export const workers = Math.max(
  1,
  Math.min(availableParallelism() + 1, Math.floor(totalmem() / BYTES_PER_WORKER)),
);
