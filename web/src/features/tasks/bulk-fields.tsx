import { NativeSelect, Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { TaskRow } from "../../api/task-routes.ts";
import { peopleNames } from "../../entities/person/queries.ts";
import classes from "./bulk.module.css";
import type { BulkEdit, DueEdit } from "./bulk-changes.ts";
import { LabelsField } from "./labels-field.tsx";
import { projectPeople, taskLabels } from "./queries.ts";
import { taskStatuses } from "./search-params.ts";
import { taskStatusLabels } from "./task-status.tsx";

interface Props {
  tasks: TaskRow[];
  edit: BulkEdit;
  onChange: (next: Partial<BulkEdit>) => void;
}

const noChange = { value: "", label: "No change" };

export function BulkFields({ tasks, edit, onChange }: Props) {
  const labels = [...new Set(tasks.flatMap((task) => task.labels))].sort();
  const inUse = useQuery(taskLabels).data ?? [];
  return (
    <>
      <div className={classes.pair}>
        <NativeSelect
          data-autofocus
          label="Status"
          value={edit.status}
          data={[
            noChange,
            ...taskStatuses.map((status) => ({ value: status, label: taskStatusLabels[status] })),
          ]}
          onChange={(event) =>
            onChange({ status: event.currentTarget.value as BulkEdit["status"] })
          }
        />
        <AssigneeField tasks={tasks} value={edit.assignee} onChange={onChange} />
      </div>
      <DueFields edit={edit} onChange={onChange} />
      <div className={classes.pair}>
        <LabelsField
          openOnFocus={false}
          label="Add labels"
          maxTags={20}
          maxLength={40}
          data={inUse}
          value={edit.addLabels}
          onChange={(addLabels) => onChange({ addLabels })}
        />
        <LabelsField
          openOnFocus={false}
          label="Remove labels"
          data={labels}
          value={edit.removeLabels}
          onChange={(removeLabels) => onChange({ removeLabels })}
        />
      </div>
      <NativeSelect
        label="Archive"
        value={edit.archive}
        data={[
          noChange,
          { value: "archive", label: "Archive" },
          { value: "restore", label: "Restore" },
        ]}
        onChange={(event) =>
          onChange({ archive: event.currentTarget.value as BulkEdit["archive"] })
        }
      />
    </>
  );
}

/** Keeps, shifts, sets or clears due days. */
export function DueFields({
  edit,
  onChange,
}: {
  edit: DueEdit;
  onChange: (next: Partial<DueEdit>) => void;
}) {
  return (
    <div className={classes.pair}>
      <NativeSelect
        label="Due"
        value={edit.due}
        data={[
          noChange,
          { value: "shift", label: "Shift by days" },
          { value: "set", label: "Set to a day" },
          { value: "clear", label: "Clear" },
        ]}
        onChange={(event) => onChange({ due: event.currentTarget.value as DueEdit["due"] })}
      />
      {edit.due === "shift" && (
        <TextInput
          label="Days"
          description="A negative number moves the date earlier"
          inputWrapperOrder={["label", "input", "description"]}
          value={edit.shiftDays}
          onChange={(event) => onChange({ shiftDays: event.currentTarget.value.trim() })}
        />
      )}
      {edit.due === "set" && (
        <TextInput
          label="Due date"
          type="date"
          value={edit.dueOn}
          onChange={(event) => onChange({ dueOn: event.currentTarget.value })}
        />
      )}
    </div>
  );
}

/** The members of the one project, or everyone: the preview names tasks whose project a person doesn't see. */
function AssigneeField({
  tasks,
  value,
  onChange,
}: {
  tasks: TaskRow[];
  value: string;
  onChange: (next: Partial<BulkEdit>) => void;
}) {
  const projects = new Set(tasks.map(({ project }) => project.id));
  const [only = ""] = projects.size === 1 ? projects : [];
  const ofProject = useQuery({ ...projectPeople(only), enabled: only !== "" }).data;
  const everybody = useQuery({ ...peopleNames, enabled: only === "" }).data;
  const people = only
    ? (ofProject ?? []).map(({ id, name }) => ({ value: id, label: name }))
    : [...(everybody ?? [])]
        .map(([id, name]) => ({ value: id, label: name }))
        .sort((a, b) => a.label.localeCompare(b.label));
  return (
    <Select
      label="Assignee"
      placeholder="No change"
      searchable
      clearable
      clearButtonProps={{ "aria-label": "Keep the assignee" }}
      limit={50}
      value={value || null}
      data={[{ value: "none", label: "Unassigned" }, ...people]}
      onChange={(next) => onChange({ assignee: next ?? "" })}
    />
  );
}
