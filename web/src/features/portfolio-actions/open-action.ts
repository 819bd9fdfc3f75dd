import { useSyncExternalStore } from "react";
import type { CalendarEvent } from "../../api/calendar-routes.ts";
import type { VersionConflict } from "../../api/routes.ts";
import type { ProjectSummary } from "../../entities/project/queries.ts";
import type { ProjectChanges } from "./bulk-projects.ts";
import type { ClientChanges } from "./update-client.ts";

/** A request for a form. Without an id, the form asks for the project, client or account. */
export type ActionRequest = {
  /** The name of the row, for the heading of the form. */
  about?: string;
} & (
  | { kind: "post-status"; projectId?: string }
  | { kind: "correct-status"; statusId: string }
  | { kind: "edit-project"; projectId: string }
  | {
      kind: "project-conflict";
      project: ProjectSummary;
      changes: ProjectChanges;
      conflict: VersionConflict;
    }
  | { kind: "change-team"; projectId: string }
  | { kind: "classify"; projectId: string }
  | { kind: "new-project"; accountId?: string; sourceId?: string }
  | { kind: "new-client" }
  | { kind: "edit-client"; clientId: string }
  | {
      kind: "client-conflict" | "account-conflict";
      id: string;
      row: { name: string; website?: string | null };
      changes: ClientChanges;
      conflict: VersionConflict;
    }
  | { kind: "new-account"; clientId?: string }
  | { kind: "rename-account"; accountId: string }
  | { kind: "operating-profile"; accountId: string }
  | { kind: "propose"; projectId?: string }
  | {
      kind: "propose-event";
      starts_at?: string;
      ends_at?: string;
      attendees?: string[];
      projectId?: string;
    }
  | { kind: "change-event"; event: CalendarEvent }
  | { kind: "cancel-event"; event: CalendarEvent }
);

let pendingRequest: ActionRequest | null = null;
const listeners = new Set<() => void>();

function change(next: ActionRequest | null) {
  pendingRequest = next;
  for (const listener of listeners) listener();
}

/** Opens a form over any page, from rows, menus and the palette. */
export function openAction(request: ActionRequest): void {
  change(request);
}

export function closeAction(): void {
  change(null);
}

export function useRequestedAction(): ActionRequest | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => pendingRequest,
  );
}
