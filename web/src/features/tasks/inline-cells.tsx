import { Select, TextInput, VisuallyHidden } from "@mantine/core";
import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import type { TaskRow } from "../../api/task-routes.ts";
import { changeTask } from "./change-task.ts";
import classes from "./inline-cells.module.css";
import { PersonSelect } from "./person-select.tsx";
import { type TaskStatus, taskStatuses } from "./search-params.ts";
import { TaskDue } from "./task-due.tsx";
import { TaskStatusLabel, taskStatusLabels } from "./task-status.tsx";

interface CellProps {
  task: TaskRow;
  /** Name of the field. */
  name: string;
  shown: ReactNode;
  editor: (close: () => void) => ReactNode;
}

/** A value that becomes a field when it is pressed, and takes the focus back afterwards. */
function Editable({ task, name, shown, editor }: CellProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isEditing, setEditing] = useState(false);
  const close = () => {
    setEditing(false);
    requestAnimationFrame(() => {
      // A click elsewhere has moved the focus.
      if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
    });
  };
  if (isEditing) return <div className={classes.editor}>{editor(close)}</div>;
  if (task.managed_by || task.archived_at || task.project.is_archived) return shown;
  return (
    <button ref={button} type="button" className={classes.value} onClick={() => setEditing(true)}>
      <VisuallyHidden>{name}: </VisuallyHidden>
      {shown}
      <VisuallyHidden>
        . Change {name.toLowerCase()} of {task.title}
      </VisuallyHidden>
    </button>
  );
}

// Focusing the field opens its list at the current value.
const list = {
  size: "xs",
  autoFocus: true,
  onFocus: (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select(),
} as const;
const popover = { withinPortal: true, width: 220, position: "bottom-start" } as const;

export function StatusCell({ task }: { task: TaskRow }) {
  return (
    <Editable
      task={task}
      name="Status"
      shown={<TaskStatusLabel status={task.status} />}
      editor={(close) => (
        <Select
          openOnFocus
          {...list}
          comboboxProps={popover}
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
      task={task}
      name="Assignee"
      shown={<span className={task.assignee ? undefined : classes.quiet}>{name}</span>}
      editor={(close) => (
        <PersonSelect
          openOnFocus
          {...list}
          comboboxProps={popover}
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
  const save = (day: string) => {
    if (day !== (task.due_on ?? "")) void changeTask(task, { due_on: day || null });
  };
  const onKeyDown = (close: () => void) => (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter") save(event.currentTarget.value);
    else if (event.key !== "Escape") return;
    event.currentTarget.value = task.due_on ?? "";
    event.stopPropagation();
    close();
  };
  return (
    <Editable
      task={task}
      name="Due"
      shown={
        <>
          <span className={classes.onlyNarrow}>{task.due_on && !task.is_late && "Due "}</span>
          <TaskDue task={task} />
        </>
      }
      editor={(close) => (
        <TextInput
          size="xs"
          type="date"
          autoFocus
          aria-label={`Due day of ${task.title}`}
          defaultValue={task.due_on ?? ""}
          onKeyDown={onKeyDown(close)}
          onBlur={(event) => {
            if (event.currentTarget.validity.valid) save(event.currentTarget.value);
            close();
          }}
        />
      )}
    />
  );
}
