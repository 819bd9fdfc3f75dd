import { availableParallelism, totalmem } from "node:os";

/** The memory for a worker, its stack and its browser. */
const BYTES_PER_WORKER = 2 * 1024 ** 3;

/** How many files run side by side: one per core if there is memory for it. */
export const workers = Math.max(
  1,
  Math.min(availableParallelism(), Math.floor(totalmem() / BYTES_PER_WORKER)),
);
