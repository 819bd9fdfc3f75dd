import { Select } from "@mantine/core";
import type { TaskRow } from "../../api/task-routes.ts";
import { DueField, Editable, listInCell } from "../../ui/data-table/editable.tsx";
import { changeTask } from "./change-task.ts";
import classes from "./inline-cells.module.css";
import { PersonSelect } from "./person-select.tsx";
import { type TaskStatus, taskStatuses } from "./search-params.ts";
import { TaskDue } from "./task-due.tsx";
import { TaskStatusLabel, taskStatusLabels } from "./task-status.tsx";

const rowOf = ({ title, managed_by, archived_at, project }: TaskRow) => ({
  of: title,
  isFixed: managed_by !== null || archived_at !== null || project.is_archived,
});

export function StatusCell({ task }: { task: TaskRow }) {
  return (
    <Editable
      {...rowOf(task)}
      name="Status"
      value={<TaskStatusLabel status={task.status} />}
      editor={(close) => (
        <Select
          openOnFocus
          {...listInCell}
          aria-label={`Status of ${task.title}`}
          searchable
          allowDeselect={false}
          value={task.status}
          data={taskStatuses.map((status) => ({ value: status, label: taskStatusLabels[status] }))}
          onDropdownClose={close}
          onBlur={close}
          onChange={(status) => {
            if (status) void changeTask(task, { status: status as TaskStatus });
          }}
        />
      )}
    />
  );
}

export function AssigneeCell({ task }: { task: TaskRow }) {
  const name = task.assignee ? (task.assignee.name ?? "Former colleague") : "Unassigned";
  return (
    <Editable
      {...rowOf(task)}
      name="Assignee"
      value={<span className={task.assignee ? undefined : classes.quiet}>{name}</span>}
      editor={(close) => (
        <PersonSelect
          openOnFocus
          {...listInCell}
          aria-label={`Assignee of ${task.title}`}
          projectId={task.project.id}
          person={task.assignee}
          onDropdownClose={close}
          onBlur={close}
          onChange={(person) => {
            void changeTask(task, { assignee_id: person?.id ?? null }, { assignee: person });
            close();
          }}
        />
      )}
    />
  );
}

export function DueCell({ task }: { task: TaskRow }) {
  return (
    <Editable
      {...rowOf(task)}
      name="Due date"
      value={
        <>
          <span className={classes.onlyNarrow}>{task.due_on && !task.is_late && "Due "}</span>
          <TaskDue task={task} />
        </>
      }
      editor={(close) => (
        <DueField
          label={`Due date of ${task.title}`}
          dueOn={task.due_on}
          save={(due_on) => void changeTask(task, { due_on })}
          close={close}
        />
      )}
    />
  );
}
