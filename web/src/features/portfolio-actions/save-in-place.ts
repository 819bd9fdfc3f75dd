import type { QueryKey } from "@tanstack/react-query";
import type { VersionConflict } from "../../api/routes.ts";
import { ServiceError } from "../../api/service-error.ts";
import { queryClient } from "../../query-client.ts";
import { notifyFailed, notifyUndoable } from "../../ui/saved-notice.tsx";

/** Changes of one row run one after the other, each on the version that the previous one created. */
const queues = new Map<string, Promise<unknown>>();
const savedVersions = new Map<string, number>();

interface Edit<Row extends { id: string; version: number }> {
  row: Row;
  /** The values that the row shows at once. */
  values: Partial<Row>;
  /** The list on the screen, and the function that updates the row in it. */
  list: QueryKey;
  show: (values: Partial<Row>) => void;
  /** Sends the change; returns the new version. */
  send: (version: number) => Promise<number>;
  /** Restores the former values. */
  restore: (version: number) => Promise<unknown>;
  /** "Status saved." */
  message: string;
  review: (conflict: VersionConflict) => void;
}

/**
 * Saves a change of one row that is shown at once, and offers its inverse. A refusal shows the former values again;
 * a conflict opens its review.
 */
export function saveInPlace<Row extends { id: string; version: number }>(
  edit: Edit<Row>,
): Promise<void> {
  const { row, values, list, show, send, restore, message, review } = edit;
  void queryClient.cancelQueries({ queryKey: list });
  show(values);
  const save = async () => {
    try {
      const version = await send(Math.max(row.version, savedVersions.get(row.id) ?? 0));
      savedVersions.set(row.id, version);
      show({ version } as Partial<Row>);
      notifyUndoable(message, () => restore(version));
    } catch (error) {
      show(row);
      void queryClient.invalidateQueries({ queryKey: list });
      if (error instanceof ServiceError && error.code === "version_conflict") {
        review(error.details as VersionConflict);
      } else {
        notifyFailed("Not saved", error);
      }
    }
  };
  const next = (queues.get(row.id) ?? Promise.resolve()).then(save);
  queues.set(row.id, next);
  return next;
}
