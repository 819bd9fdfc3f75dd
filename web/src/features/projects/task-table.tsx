import { Chip, Group, NativeSelect, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { DueDay } from "../../entities/project/activity.tsx";
import { isRunning } from "../../entities/project/labels.ts";
import type { ProjectSummary } from "../../entities/project/queries.ts";
import { formatDay } from "../../format/dates.ts";
import { countOf, formatExactHours } from "../../format/numbers.ts";
import { usePagedRows } from "../../supabase/paged-rows.ts";
import type { Column } from "../../ui/data-table/columns.ts";
import tableClasses from "../../ui/data-table/data-table.module.css";
import { DataTable } from "../../ui/data-table/data-table.tsx";
import { ExportMenu } from "../../ui/data-table/export-menu.tsx";
import { useDataTable } from "../../ui/data-table/use-data-table.ts";
import { SearchField } from "../../ui/search-field.tsx";
import { peopleNames, readTasks, type Task } from "./queries.ts";
import {
  isOpen,
  type ProjectSearch,
  type TaskSort,
  taskStatuses,
  taskStatusesIn,
} from "./search-params.ts";
import { TaskStatusLabel, taskStatusLabels } from "./task-status.tsx";
import classes from "./task-table.module.css";

const route = getRouteApi("/projects/$projectId");

const sortLabels: Record<TaskSort, string> = {
  status: "By status",
  title: "By title",
  due_on: "By due date",
  completed_on: "By completion",
  estimate_hours: "By estimate",
};

export default function TaskTable({ project }: { project: ProjectSummary }) {
  const projectId = project.id;
  const { q, status, sort, dir } = route.useSearch();
  const navigate = route.useNavigate();
  const names = useQuery(peopleNames).data;
  const tasks = usePagedRows<Task>({
    key: ["tasks", projectId, { q, status, sort, dir }],
    read: (from, to) => readTasks(projectId, { q, status, sort, dir }, from, to),
  });
  const change = useCallback(
    (next: Partial<ProjectSearch>) =>
      void navigate({ search: (before) => ({ ...before, ...next }), replace: true }),
    [navigate],
  );
  const columns = useMemo(
    () => columnsFor(isRunning(project.status), names),
    [project.status, names],
  );
  const table = useDataTable({
    label: "Tasks",
    fileName: "tasks",
    columns,
    rows: tasks,
    rowId: ({ id }) => id,
    sort: {
      key: sort,
      direction: dir,
      onSort: (key, direction) => change({ sort: key as TaskSort, dir: direction }),
    },
    empty: q || status ? "No task fits this search." : "This project has no tasks yet.",
  });

  return (
    <>
      <div className={classes.filters}>
        <SearchField
          className={classes.search}
          label="Search tasks"
          value={q}
          onChange={(next) => change({ q: next })}
        />
        <Chip.Group
          multiple
          value={taskStatusesIn(status)}
          onChange={(chosen) => change({ status: chosen.join(",") })}
        >
          <Group gap={4} role="group" aria-label="Status">
            {taskStatuses.map((value) => (
              <Chip key={value} value={value} size="xs" variant="outline">
                {taskStatusLabels[value]}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        <NativeSelect
          size="xs"
          aria-label="Sort"
          value={`${sort} ${dir}`}
          onChange={(event) => {
            const [nextSort, nextDir] = event.currentTarget.value.split(" ");
            change({ sort: nextSort as TaskSort, dir: nextDir as ProjectSearch["dir"] });
          }}
          data={Object.entries(sortLabels).flatMap(([value, label]) => [
            { value: `${value} asc`, label: `${label} ↑` },
            { value: `${value} desc`, label: `${label} ↓` },
          ])}
        />
        <Text size="sm" c="dimmed" className={classes.count} role="status">
          {tasks.total !== undefined && countOf(tasks.total, "task")}
        </Text>
        <ExportMenu table={table} />
      </div>
      <DataTable table={table} opensRows />
    </>
  );
}

function columnsFor(
  isProjectRunning: boolean,
  names: ReadonlyMap<string, string> | undefined,
): Column<Task>[] {
  const assigneeOf = ({ assignee_id }: Task) => (assignee_id && names?.get(assignee_id)) || "";
  return [
    {
      id: "title",
      label: "Task",
      sort: "asc",
      isMain: true,
      value: ({ title }) => title,
      under: [
        { id: "key", label: "Key", value: ({ external_key }) => external_key },
        { id: "category", label: "Category", value: ({ category }) => category },
      ],
      cell: (task) => (
        <>
          <Link
            from="/projects/$projectId"
            to="."
            search={(before) => ({ ...before, task: task.id })}
            resetScroll={false}
            className={tableClasses.name}
            title={task.title}
          >
            {task.title}
          </Link>
          <span className={tableClasses.place}>
            {[task.external_key, task.category].filter(Boolean).join(" · ")}
          </span>
        </>
      ),
    },
    {
      id: "status",
      label: "Status",
      sort: "asc",
      width: 116,
      value: ({ status }) => taskStatusLabels[status],
      cell: ({ status }) => <TaskStatusLabel status={status} />,
    },
    { id: "assignee", label: "Assignee", width: 140, hideBelow: 900, value: assigneeOf },
    {
      id: "hours",
      label: "Hours",
      width: 132,
      isNumber: true,
      value: ({ actual_hours }) => actual_hours,
      under: [
        {
          id: "estimate_hours",
          label: "Estimate",
          sort: "asc",
          value: ({ estimate_hours }) => estimate_hours,
        },
      ],
      cell: (task) => <HoursOfEstimate task={task} />,
    },
    {
      id: "due_on",
      label: "Due",
      sort: "asc",
      isNamed: true,
      width: 116,
      value: ({ due_on }) => due_on,
      cell: ({ due_on, status }) =>
        due_on && <DueDay on={due_on} isRunning={isProjectRunning && isOpen(status)} />,
    },
    {
      id: "completed_on",
      label: "Completed",
      sort: "asc",
      isNamed: true,
      width: 116,
      hideBelow: 1120,
      value: ({ completed_on }) => completed_on,
      cell: ({ completed_on }) => completed_on && formatDay(completed_on),
    },
  ];
}

function HoursOfEstimate({ task }: { task: Task }) {
  const estimate = task.estimate_hours;
  const isOver = estimate !== null && task.actual_hours > estimate;
  return (
    <span>
      <span className={isOver ? classes.over : undefined}>
        {formatExactHours(task.actual_hours)}
      </span>
      {estimate !== null && <span className={classes.quiet}> / {formatExactHours(estimate)}</span>}{" "}
      h
    </span>
  );
}
