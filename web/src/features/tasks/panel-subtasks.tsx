import { Button, Checkbox, Group, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type TaskPanel, type TaskRow, taskAction } from "../../api/task-routes.ts";
import { Problem } from "../../ui/problem.tsx";
import { notifyUndoable } from "../../ui/saved-notice.tsx";
import { changeTask } from "./change-task.ts";
import { isOpen } from "./search-params.ts";
import { TaskDue } from "./task-due.tsx";
import { TaskLink } from "./task-link.tsx";
import classes from "./task-panel.module.css";

/** The parts of a task: one level of tasks with an assignee and a due day of their own. */
export function PanelSubtasks({ panel: { task, subtasks, can_edit } }: { panel: TaskPanel }) {
  const [title, setTitle] = useState("");
  const canAdd = can_edit && !task.archived_at;
  const add = useMutation({
    mutationFn: (text: string) =>
      taskAction({
        type: "task_create",
        project_id: task.project.id,
        parent_id: task.id,
        title: text,
      }),
    onSuccess: ({ task: { id, version } }) => {
      setTitle("");
      notifyUndoable("Subtask added.", () =>
        taskAction({ type: "task_update", id, version, changes: { is_archived: true } }),
      );
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (title.trim() && !add.isPending) add.mutate(title.trim());
  };
  const doneCount = subtasks.filter(({ status }) => !isOpen(status)).length;

  return (
    <section className={classes.section} aria-labelledby="task-subtasks">
      <h3 id="task-subtasks">
        Subtasks{" "}
        {subtasks.length > 0 && (
          <span className={classes.quiet}>
            {doneCount} of {subtasks.length} done
          </span>
        )}
      </h3>
      <ul className={classes.list}>
        {subtasks.map((part) => (
          <Subtask key={part.id} task={part} canEdit={canAdd && !part.managed_by} />
        ))}
      </ul>
      {canAdd && (
        <form onSubmit={submit}>
          <Group gap="xs" mt="xs" wrap="nowrap">
            <TextInput
              flex={1}
              size="xs"
              aria-label="New subtask"
              placeholder="New subtask"
              maxLength={500}
              value={title}
              onChange={(event) => setTitle(event.currentTarget.value)}
            />
            <Button type="submit" size="xs" variant="default" loading={add.isPending}>
              Add subtask
            </Button>
          </Group>
        </form>
      )}
      {add.isError && <Problem error={add.error} />}
    </section>
  );
}

function Subtask({ task, canEdit }: { task: TaskRow; canEdit: boolean }) {
  const isDone = !isOpen(task.status);
  return (
    <li className={classes.subtask}>
      <Checkbox
        size="xs"
        aria-label={`Done: ${task.title}`}
        checked={isDone}
        disabled={!canEdit}
        onChange={() => void changeTask(task, { status: isDone ? "open" : "done" })}
      />
      <TaskLink id={task.id} className={classes.subtaskTitle}>
        {task.title}
      </TaskLink>
      {task.due_on && (
        <span className={classes.quiet}>
          <TaskDue task={task} />
        </span>
      )}
      {task.assignee && <span className={classes.quiet}>{task.assignee.name}</span>}
    </li>
  );
}
