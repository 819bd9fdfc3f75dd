import { Select, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { projectListState } from "../../entities/project/project-list-state.ts";
import { projectSummaries } from "../../entities/project/queries.ts";
import { listState } from "../../ui/list-state.ts";
import type { ProjectTask } from "./lines.ts";
import { tasksOfProject } from "./queries.ts";

interface Props {
  value: ProjectTask | null;
  onChange: (work: ProjectTask | null) => void;
  /** Shown under the project. */
  problem?: string | undefined;
  /** Whether the fields are inside a popover, which would treat a click on a separate list as a click outside. */
  isInPopover?: boolean;
  /** Whether the project takes the focus of the dialog that contains it. */
  takesFocus?: boolean;
}

/** Chooses the project of some hours, then its task. */
export function ProjectTaskFields({
  value,
  onChange,
  problem,
  isInPopover = false,
  takesFocus = false,
}: Props) {
  const projects = useQuery(projectSummaries);
  const tasks = useQuery(tasksOfProject(value?.project.id ?? ""));
  const project = value?.project;
  const choices = (projects.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  if (project && !choices.some((choice) => choice.value === project.id)) {
    choices.unshift({ value: project.id, label: project.name });
  }
  return (
    <Stack gap="xs">
      <Select
        data-autofocus={takesFocus || undefined}
        label="Project"
        placeholder="Type to find"
        searchable
        comboboxProps={{ withinPortal: !isInPopover }}
        data={choices}
        value={project?.id ?? null}
        error={problem}
        {...projectListState(projects)}
        onChange={(id, choice) =>
          onChange(
            id && choice
              ? { project: { id, name: choice.label, is_archived: false }, task: null }
              : null,
          )
        }
      />
      <Select
        label="Task"
        placeholder={value ? "No task" : "Choose a project first"}
        searchable
        comboboxProps={{ withinPortal: !isInPopover }}
        clearable
        clearButtonProps={{ "aria-label": "Clear the task" }}
        disabled={!value}
        data={(tasks.data ?? []).map(({ id, title, status }) => ({
          value: id,
          label: status === "done" || status === "cancelled" ? `${title} (${status})` : title,
        }))}
        value={value?.task?.id ?? null}
        {...listState(tasks, "No task has this title.")}
        onChange={(id) => {
          const task = tasks.data?.find((candidate) => candidate.id === id);
          if (value) {
            onChange({ ...value, task: task ? { id: task.id, title: task.title } : null });
          }
        }}
      />
    </Stack>
  );
}
