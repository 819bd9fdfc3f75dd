/**
 * Which processes yield to others. On a busy processor, a yielding process gets about a third of the time of
 * another one; on an idle one, both run at full speed.
 */
import { writeFileSync } from "node:fs";
import { getPriority, setPriority } from "node:os";

const LOW_PRIORITY = 5;

/** Has no effect if the system does not permit it. */
export function lowerPriority(pid: number | undefined): void {
  if (!pid) return;
  try {
    setPriority(pid, Math.max(getPriority(pid), LOW_PRIORITY));
  } catch {
    // The process belongs to another user or has ended: its priority stays.
  }
}

/** Lowers the leader of a session, such as a detached child, and all processes of the session. */
export function lowerSessionPriority(pid: number | undefined): void {
  lowerPriority(pid);
  try {
    // Linux shares the processor between sessions first, and compares processes within one only.
    writeFileSync(`/proc/${pid}/autogroup`, String(LOW_PRIORITY));
  } catch {
    // This system has no such groups.
  }
}
