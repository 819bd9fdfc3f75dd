import type { Enums } from "../../_schema/database.types.ts";

/** A task in the form of an approved card's payload. */
export interface TaskFields {
  title: string;
  description?: string | null;
  due_on?: string | null;
  assignee_id?: string | null;
  priority?: "urgent" | "high" | "normal" | "low" | null;
  estimate_hours?: number | null;
}

export interface CreatedTask {
  provider: Enums<"external_provider">;
  externalId: string;
  url: string | null;
}

/** Creates approved tasks. Every failure is a VendorError. */
export interface TaskTracker {
  /** Whether creating twice with the same marker creates only one task. */
  readonly isRepeatable: boolean;
  /** The task with the marker, whatever its state is now. */
  find(marker: string, signal: AbortSignal): Promise<CreatedTask | null>;
  create(marker: string, fields: TaskFields, signal: AbortSignal): Promise<CreatedTask>;
  /** The task with this id, if it has the marker. It is found at once, whereas `find` may lag behind. */
  confirm(marker: string, externalId: string, signal: AbortSignal): Promise<CreatedTask | null>;
}
