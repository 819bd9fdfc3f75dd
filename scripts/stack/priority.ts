/**
 * Which processes step back for others. Where the processor is short of time, one that steps back gets about a
 * tenth of what one beside it gets that does not; where it is not, both run as fast.
 */
import { getPriority, setPriority } from "node:os";

const STEPS_BACK = 10;

/** Has no effect where the system does not permit it. */
export function stepBack(pid: number | undefined | null): void {
  if (!pid) return;
  try {
    setPriority(pid, Math.max(getPriority(pid), STEPS_BACK));
  } catch {
    // Another user's process, or one that has ended: it works on as before.
  }
}
