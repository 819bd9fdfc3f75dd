/**
 * Which processes yield to others. On a busy processor, a yielding process gets about a third of the time of
 * another one; on an idle one, both run at full speed.
 */
import { writeFileSync } from "node:fs";
import { getPriority, setPriority } from "node:os";

const STEPS_BACK = 5;

/** Has no effect if the system does not permit it. */
export function stepBack(pid: number | undefined): void {
  if (!pid) return;
  try {
    setPriority(pid, Math.max(getPriority(pid), STEPS_BACK));
  } catch {
    // The process belongs to another user or has ended: its priority stays.
  }
}

/** Lowers the leader of a session, such as a detached child, and all processes of the session. */
export function sessionStepsBack(pid: number | undefined): void {
  stepBack(pid);
  try {
    // Linux shares the processor between sessions first, and compares processes within one only.
    writeFileSync(`/proc/${pid}/autogroup`, String(STEPS_BACK));
  } catch {
    // This system has no such groups.
  }
}
