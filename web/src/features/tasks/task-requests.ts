import { useSyncExternalStore } from "react";
import type { VersionConflict } from "../../api/routes.ts";
import type { TaskChanges, TaskRow } from "../../api/task-routes.ts";

/** A dialog about tasks that opens over any page. */
export type TaskRequest =
  | { kind: "create"; projectId?: string | undefined }
  | { kind: "conflict"; task: TaskRow; changes: TaskChanges; conflict: VersionConflict };

let pendingRequest: TaskRequest | null = null;
const listeners = new Set<() => void>();

function change(next: TaskRequest | null) {
  pendingRequest = next;
  for (const listener of listeners) listener();
}

export function openTaskDialog(request: TaskRequest): void {
  change(request);
}

export function closeTaskDialog(): void {
  change(null);
}

export function useTaskRequest(): TaskRequest | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => pendingRequest,
  );
}
