/**
 * Which processes yield to others. On a busy processor, a yielding process gets about a third of the time of
 * another one; on an idle one, both run at full speed.
 */
import { writeFileSync } from "node:fs";
import { getPriority, setPriority } from "node:os";

const LOW_PRIORITY = 5;

/**
 * Lowers the leader of a session, such as a detached child or a connection's server process, and all processes of
 * the session. Has no effect if the system does not permit it.
 */
export function lowerSessionPriority(pid: number | undefined, priority = LOW_PRIORITY): void {
  if (!pid) return;
  try {
    setPriority(pid, Math.max(getPriority(pid), priority));
  } catch {
    // The process belongs to another user or has ended: its priority stays.
  }
  try {
    // Linux shares the processor between sessions first, and compares processes within one only.
    writeFileSync(`/proc/${pid}/autogroup`, String(priority));
  } catch {
    // This system has no such groups, or has just changed another one.
  }
}
