import { Anchor, Button, Select, Textarea, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { TaskChanges, TaskPanel } from "../../api/task-routes.ts";
import { changeTask, type TaskField } from "./change-task.ts";
import { LabelsField } from "./labels-field.tsx";
import { PersonSelect } from "./person-select.tsx";
import { type TaskStatus, taskStatuses } from "./search-params.ts";
import { TaskDue } from "./task-due.tsx";
import classes from "./task-panel.module.css";
import { priorityName, taskStatusLabels } from "./task-status.tsx";
import { useDraft } from "./use-draft.ts";
import { useTaskLabels } from "./use-task-labels.ts";

/** The fields of a task, each saved when it is left. */
export function PanelFields({ panel }: { panel: TaskPanel }) {
  const { task, can_edit, locked_fields } = panel;
  const isReadOnly = (field: TaskField) =>
    !can_edit || task.archived_at !== null || locked_fields.includes(field);
  const labels = useTaskLabels();
  const change = (changes: TaskChanges) => {
    void changeTask(task, changes);
    return null;
  };
  const title = useDraft(task.title, (text) => (text ? change({ title: text }) : "Enter a title"));
  const due = useDraft(task.due_on ?? "", (day) => change({ due_on: day || null }));
  const estimate = useDraft(
    task.estimate_hours === null ? "" : String(task.estimate_hours),
    (text) => {
      const hours = Number(text.replace(",", "."));
      if (text && !(hours >= 0 && hours < 100_000)) return "Enter hours, such as 7.5";
      return change({ estimate_hours: text ? hours : null });
    },
  );
  const description = useDraft(
    task.description ?? "",
    (text) => change({ description: text || null }),
    true,
  );

  return (
    <>
      <Textarea
        className={classes.title ?? ""}
        aria-label="Title"
        autosize
        maxLength={500}
        readOnly={isReadOnly("title")}
        {...title}
      />
      <div className={classes.grid}>
        <Select
          label="Status"
          allowDeselect={false}
          readOnly={isReadOnly("status")}
          value={task.status}
          data={taskStatuses.map((status) => ({ value: status, label: taskStatusLabels[status] }))}
          onChange={(status) => status && change({ status: status as TaskStatus })}
        />
        <PersonSelect
          label="Assignee"
          readOnly={isReadOnly("assignee_id")}
          projectId={task.project.id}
          person={task.assignee}
          onChange={(person) =>
            void changeTask(task, { assignee_id: person?.id ?? null }, { assignee: person })
          }
        />
        <div>
          <TextInput label="Due" type="date" readOnly={isReadOnly("due_on")} {...due} />
          {task.is_late && (
            <div className={classes.late}>
              <TaskDue task={task} />
            </div>
          )}
        </div>
        <Select
          label="Priority"
          clearable={!isReadOnly("priority")}
          clearButtonProps={{ "aria-label": "Clear priority" }}
          placeholder="No priority"
          readOnly={isReadOnly("priority")}
          value={task.priority === null ? null : String(task.priority)}
          data={prioritiesWith(task.priority)}
          onChange={(priority) => change({ priority: priority ? Number(priority) : null })}
        />
        <TextInput
          label="Estimate"
          inputMode="decimal"
          rightSection="h"
          readOnly={isReadOnly("estimate_hours")}
          description={
            task.status !== "done" &&
            task.status !== "cancelled" && (
              <Anchor
                inherit
                renderRoot={(props) => (
                  <Link
                    {...props}
                    to="/estimates"
                    search={{
                      query: task.title,
                      hours: task.estimate_hours || "",
                      project: task.project.id,
                      estimatedTask: task.id,
                    }}
                  />
                )}
              >
                Estimate from finished work
              </Anchor>
            )
          }
          inputWrapperOrder={["label", "input", "description", "error"]}
          {...estimate}
        />
        <LabelsField
          label="Labels"
          placeholder={task.labels.length === 0 ? "Type a label, then press Enter" : ""}
          maxTags={20}
          maxLength={40}
          {...labels}
          readOnly={isReadOnly("labels")}
          value={task.labels}
          onChange={(labels) => change({ labels })}
        />
        <Textarea
          className={classes.wide ?? ""}
          label="Description"
          autosize
          minRows={2}
          maxRows={16}
          maxLength={20_000}
          readOnly={isReadOnly("description")}
          {...description}
        />
      </div>
      {!isReadOnly("is_archived") && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          onClick={() =>
            void changeTask(
              task,
              { is_archived: true },
              { archived_at: new Date().toISOString(), is_late: false },
            )
          }
        >
          Archive task
        </Button>
      )}
    </>
  );
}

/** The five priorities in words; another one from an import stays selectable. */
function prioritiesWith(present: number | null) {
  const all = new Set([1, 2, 3, 4, 5, ...(present === null ? [] : [present])]);
  return [...all].map((value) => ({ value: String(value), label: priorityName(value) }));
}
