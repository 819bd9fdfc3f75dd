import { Autocomplete, Chip, Group, NativeSelect, Select, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { peopleNames } from "../../entities/person/queries.ts";
import bar from "../../ui/filters.module.css";
import { listState } from "../../ui/list-state.ts";
import { SearchField } from "../../ui/search-field.tsx";
import { ProjectFilter } from "../documents/document-filters.tsx";
import { type TaskFilters, type TaskSort, taskStatuses, taskStatusesIn } from "./search-params.ts";
import classes from "./task-list.module.css";
import { taskStatusLabels } from "./task-status.tsx";
import { useTaskLabels } from "./use-task-labels.ts";

const sortLabels: Record<TaskSort, string> = {
  due_on: "By due date",
  status: "By status",
  priority: "By priority",
  title: "By title",
  created_at: "By creation date",
  updated_at: "By last change",
};

interface Props {
  value: TaskFilters;
  onChange: (next: Partial<TaskFilters>) => void;
  /** Absent in the list of a single project. */
  project?: { value: string; onChange: (id: string) => void } | undefined;
}

/** Narrows and sorts a list of tasks; the URL contains the filters. */
export function TaskFilterBar({ value, onChange, project }: Props) {
  return (
    <div className={bar.filters}>
      <SearchField
        className={bar.search ?? ""}
        label="Search tasks"
        value={value.q}
        onChange={(q) => onChange({ q })}
      />
      {project && <ProjectFilter {...project} />}
      <AssigneeFilter value={value.assignee} onChange={(assignee) => onChange({ assignee })} />
      <LabelFilter
        key={value.label}
        value={value.label}
        onChange={(label) => onChange({ label })}
      />
      <TextInput
        className={classes.day}
        size="xs"
        type="date"
        aria-label="Due from"
        leftSection={<DayLabel>Due from</DayLabel>}
        leftSectionWidth={66}
        value={value.from}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
      <TextInput
        className={classes.day}
        size="xs"
        type="date"
        aria-label="Due by"
        leftSection={<DayLabel>Due by</DayLabel>}
        leftSectionWidth={56}
        value={value.to}
        onChange={(event) => onChange({ to: event.currentTarget.value })}
      />
      <NativeSelect
        className={classes.sort ?? ""}
        size="xs"
        aria-label="Sort"
        value={`${value.sort} ${value.dir}`}
        onChange={(event) => {
          const [sort, dir] = event.currentTarget.value.split(" ");
          onChange({ sort: sort as TaskSort, dir: dir as TaskFilters["dir"] });
        }}
        data={Object.entries(sortLabels).flatMap(([key, label]) => [
          { value: `${key} asc`, label: `${label} ↑` },
          { value: `${key} desc`, label: `${label} ↓` },
        ])}
      />
      <Group gap={4} className={classes.statuses}>
        <Chip.Group
          multiple
          value={taskStatusesIn(value.status)}
          onChange={(choices) => onChange({ status: choices.join(",") || "all" })}
        >
          <Group role="group" aria-label="Status" className={bar.choices ?? ""}>
            {taskStatuses.map((status) => (
              <Chip key={status} value={status} size="xs" variant="outline">
                {taskStatusLabels[status]}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        <Chip
          size="xs"
          variant="outline"
          checked={value.archived === "1"}
          onChange={(isOn) => onChange({ archived: isOn ? "1" : "" })}
        >
          Archived
        </Chip>
      </Group>
    </div>
  );
}

interface LabelProps {
  value: string;
  onChange: (label: string) => void;
}

/** One label exactly as typed: it applies when it is chosen, or when the field is left. */
function LabelFilter({ value, onChange }: LabelProps) {
  const [text, setText] = useState(value);
  const labels = useTaskLabels();
  const apply = (label: string) => {
    if (label.trim() !== value) onChange(label.trim());
  };
  return (
    <Autocomplete
      className={classes.label ?? ""}
      size="xs"
      aria-label="Label"
      placeholder="Any label"
      maxLength={40}
      {...labels}
      value={text}
      onChange={setText}
      onOptionSubmit={apply}
      onBlur={() => apply(text)}
      onKeyDown={(event) => {
        if (event.key === "Enter" && !event.currentTarget.getAttribute("aria-activedescendant"))
          apply(text);
      }}
    />
  );
}

function AssigneeFilter({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const names = useQuery(peopleNames);
  return (
    <Select
      size="xs"
      w={160}
      aria-label="Assignee"
      placeholder="Anyone"
      searchable
      clearable
      clearButtonProps={{ "aria-label": "Anyone" }}
      {...listState(names, "No person has this name.")}
      value={value || null}
      onChange={(next) => onChange(next ?? "")}
      data={[
        { value: "me", label: "Mine" },
        { value: "none", label: "Unassigned" },
        ...[...(names.data ?? [])]
          .map(([id, name]) => ({ value: id, label: name }))
          .sort((a, b) => a.label.localeCompare(b.label)),
      ]}
      limit={50}
    />
  );
}

/** The visible name of a day, which its field also has for screen readers. */
function DayLabel({ children }: { children: string }) {
  return (
    <Text component="span" size="xs" c="dimmed" aria-hidden>
      {children}
    </Text>
  );
}
