import { availableParallelism, totalmem } from "node:os";

/** A worker, its stack and its browser need this much. */
const BYTES_PER_WORKER = 2 * 1024 ** 3;

/** How many files run side by side: one per core if there is memory for it. */
export const workers = Math.max(
  1,
  Math.min(availableParallelism(), Math.floor(totalmem() / BYTES_PER_WORKER)),
);
