/**
 * Makes processes yield to others. On a busy processor, a yielding process gets about a third of the time of another
 * one. On an idle processor, both run at full speed.
 */
import { writeFileSync } from "node:fs";
import { getPriority, setPriority } from "node:os";

const LOW_PRIORITY = 5;

/**
 * Lowers the priority of a session's leader, such as a detached child or a connection's server process, and of all
 * processes of the session. Has no effect if the system does not permit it.
 */
export function lowerSessionPriority(pid: number | undefined, priority = LOW_PRIORITY): void {
  if (!pid) return;
  try {
    setPriority(pid, Math.max(getPriority(pid), priority));
  } catch {
    // The process belongs to another user or has ended: its priority stays.
  }
  try {
    // Linux divides the processor among sessions first, and compares the priorities of processes only within a
    // session.
    writeFileSync(`/proc/${pid}/autogroup`, String(priority));
  } catch {
    // The system has no such groups, or refuses because another one was changed just before.
  }
}
