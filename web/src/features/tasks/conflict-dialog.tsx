import { useQuery } from "@tanstack/react-query";
import type { VersionConflict } from "../../api/routes.ts";
import { ServiceError } from "../../api/service-error.ts";
import { type TaskChanges, type TaskRow, taskAction } from "../../api/task-routes.ts";
import { peopleNames } from "../../entities/person/queries.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { notifyFailed, notifyUndoable } from "../../ui/saved-notice.tsx";
import { changedFields, disagreements } from "../portfolio-actions/changes.ts";
import { ConflictReview } from "../portfolio-actions/conflict-review.tsx";
import { fieldLabels, type TaskField } from "./change-task.ts";
import { openTaskDialog } from "./task-requests.ts";
import { wordsFor } from "./task-words.ts";

interface Props {
  task: TaskRow;
  changes: TaskChanges;
  conflict: VersionConflict;
  onClose: () => void;
}

type Values = Record<TaskField, unknown>;
const fields = Object.keys(fieldLabels) as TaskField[];

/** Another person changed the task first: the person chooses field by field. */
export default function ConflictDialog({ task, changes, conflict, onClose }: Props) {
  const current = conflict.current as Values;
  const base = { ...current, ...valuesOf(task) };
  const rows = disagreements<TaskField>({
    fields,
    base,
    input: { ...base, ...changes },
    current: current,
    changes: conflict.changes,
  });
  const save = async (selection: Partial<Values>) => {
    onClose();
    const fieldsToSave = changedFields(fields, current, { ...current, ...selection });
    if (fieldsToSave.length === 0) return;
    const chosenChanges = Object.fromEntries(
      fieldsToSave.map((field) => [field, selection[field]]),
    );
    const { version } = conflict;
    try {
      const answer = await taskAction({
        type: "task_update",
        id: task.id,
        version,
        changes: chosenChanges,
      });
      notifyUndoable("Task saved.", () =>
        taskAction({
          type: "task_update",
          id: task.id,
          version: answer.task.version,
          changes: answer.before as TaskChanges,
        }),
      );
    } catch (error) {
      if (error instanceof ServiceError && error.code === "version_conflict") {
        const next = error.details as VersionConflict;
        openTaskDialog({ kind: "conflict", task, changes: chosenChanges, conflict: next });
      } else {
        notifyFailed("Not saved", error);
      }
    }
  };
  return (
    <Dialog
      onClose={onClose}
      title={`Review changes: ${task.title}`}
      size={720}
      transitionProps={{ duration: 0 }}
    >
      <ConflictReview<Values, TaskField>
        conflict={{ fields: rows, save, edit: onClose }}
        labels={fieldLabels}
        show={(field, value) => <TaskFact field={field} value={value} />}
        backLabel="Discard my change"
      />
    </Dialog>
  );
}

/** The fields of a row under the names that changes use. A row of a list has no description. */
function valuesOf(task: TaskRow & { description?: string | null }): Partial<Values> {
  const { title, status, priority, labels, estimate_hours, started_on, due_on, completed_on } =
    task;
  return {
    title,
    ...(task.description !== undefined && { description: task.description }),
    status,
    priority,
    labels,
    assignee_id: task.assignee?.id ?? null,
    estimate_hours,
    started_on,
    due_on,
    completed_on,
    parent_id: task.parent?.id ?? null,
    is_archived: task.archived_at !== null,
  };
}

/** A value of a task's field in words. */
function TaskFact({ field, value }: { field: TaskField; value: unknown }) {
  const names = useQuery(peopleNames).data;
  return <>{wordsFor(field, value, names)}</>;
}
