import type { InfiniteData } from "@tanstack/react-query";
import type { VersionConflict } from "../../api/routes.ts";
import { ServiceError } from "../../api/service-error.ts";
import {
  type TaskChanges,
  type TaskList,
  type TaskPanel,
  type TaskRow,
  taskAction,
} from "../../api/task-routes.ts";
import { todayOf } from "../../format/dates.ts";
import { queryClient } from "../../query-client.ts";
import { notifyFailed, notifyUndoable } from "../../ui/saved-notice.tsx";
import { isOpen } from "./search-params.ts";
import { openTaskDialog } from "./task-requests.ts";

export const fieldLabels = {
  title: "Title",
  description: "Description",
  status: "Status",
  priority: "Priority",
  labels: "Labels",
  assignee_id: "Assignee",
  estimate_hours: "Estimate",
  started_on: "Started",
  due_on: "Due",
  completed_on: "Completed",
  parent_id: "Parent task",
  is_archived: "Archived",
} as const satisfies Record<keyof TaskChanges, string>;
export type TaskField = keyof typeof fieldLabels;

/** The cached answers that show a task. */
const lists = { queryKey: ["tasks", "list"] };
const panels = { queryKey: ["tasks", "panel"] };

/** Updates the values of a task wherever it is on the screen. */
function showTask(id: string, values: Partial<TaskRow> & { description?: string | null }): void {
  const patch = <Row extends TaskRow>(row: Row): Row => {
    if (row.id !== id) return row;
    const next = { ...row, ...values };
    return {
      ...next,
      is_late: next.due_on !== null && next.due_on < todayOf() && isOpen(next.status),
      ...(values.is_late !== undefined && { is_late: values.is_late }),
    };
  };
  queryClient.setQueriesData<InfiniteData<TaskList>>(
    lists,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, tasks: page.tasks.map(patch) })),
      },
  );
  queryClient.setQueriesData<TaskPanel>(
    panels,
    (data) => data && { ...data, task: patch(data.task), subtasks: data.subtasks.map(patch) },
  );
}

/** Changes of one task run one after the other, each on the version that the previous one created. */
const queues = new Map<string, Promise<unknown>>();
const savedVersions = new Map<string, number>();

/**
 * Saves a change that is shown at once, and offers its inverse. A refusal shows the former values again;
 * a conflict opens its review. `rowValues` are values that the row stores under other names.
 */
export function changeTask(
  task: TaskRow,
  changes: TaskChanges,
  rowValues: Partial<TaskRow> = {},
): Promise<boolean> {
  const { assignee_id: _, parent_id: __, is_archived: ___, ...same } = changes;
  void queryClient.cancelQueries({ queryKey: ["tasks"] });
  showTask(task.id, { ...same, ...rowValues } as Partial<TaskRow>);
  const save = async () => {
    const version = Math.max(task.version, savedVersions.get(task.id) ?? 0);
    try {
      const answer = await taskAction({ type: "task_update", id: task.id, version, changes });
      savedVersions.set(task.id, answer.task.version);
      showTask(task.id, answer.task);
      offerUndo(task.id, answer.task.version, answer.before, changes);
      return true;
    } catch (error) {
      showTask(task.id, task);
      void queryClient.invalidateQueries({ queryKey: ["tasks"] });
      if (error instanceof ServiceError && error.code === "version_conflict") {
        const conflict = error.details as VersionConflict;
        openTaskDialog({ kind: "conflict", task, changes, conflict });
      } else {
        notifyFailed("Not saved", error);
      }
      return false;
    }
  };
  const next = (queues.get(task.id) ?? Promise.resolve()).then(save);
  queues.set(task.id, next);
  return next;
}

function offerUndo(
  id: string,
  version: number,
  before: Record<string, unknown>,
  changes: TaskChanges,
): void {
  if (Object.keys(before).length === 0) {
    void queryClient.invalidateQueries({ queryKey: ["tasks"] });
    return;
  }
  notifyUndoable(savedMessage(changes), () =>
    taskAction({ type: "task_update", id, version, changes: before as TaskChanges }),
  );
}

function savedMessage(changes: TaskChanges): string {
  if (changes.is_archived !== undefined) {
    return changes.is_archived ? "Task archived." : "Task restored.";
  }
  const [field, ...others] = Object.keys(changes) as TaskField[];
  return field && others.length === 0 ? `${fieldLabels[field]} saved.` : "Task saved.";
}
