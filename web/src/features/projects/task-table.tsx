import { Chip, Group, NativeSelect, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useCallback } from "react";
import { DueDay } from "../../entities/project/activity.tsx";
import { isRunning } from "../../entities/project/labels.ts";
import type { ProjectSummary } from "../../entities/project/queries.ts";
import { formatDay } from "../../format/dates.ts";
import { countOf, formatExactHours } from "../../format/numbers.ts";
import { usePagedRows } from "../../supabase/paged-rows.ts";
import listTable from "../../ui/list-table.module.css";
import { type Column, LongTable } from "../../ui/long-table.tsx";
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

  const sortBy = (key: TaskSort): Column<Task>["sort"] => ({
    direction: key === sort ? dir : undefined,
    onSort: (direction) => change({ sort: key, dir: direction }),
  });

  const columns: Column<Task>[] = [
    {
      key: "title",
      sort: sortBy("title"),
      label: "Task",
      isMain: true,
      cell: (task) => (
        <>
          <Link
            from="/projects/$projectId"
            to="."
            search={(before) => ({ ...before, task: task.id })}
            resetScroll={false}
            className={`${listTable.name} ${classes.title}`}
            title={task.title}
          >
            {task.title}
          </Link>
          <span className={classes.place}>
            {[task.external_key, task.category].filter(Boolean).join(" · ")}
          </span>
        </>
      ),
    },
    {
      key: "status",
      sort: sortBy("status"),
      label: "Status",
      width: 116,
      cell: (task) => <TaskStatusLabel status={task.status} />,
    },
    {
      key: "assignee",
      label: "Assignee",
      width: 140,
      hideBelow: "md",
      cell: (task) => (task.assignee_id ? (names?.get(task.assignee_id) ?? "") : ""),
    },
    {
      key: "hours",
      sort: sortBy("estimate_hours"),
      label: "Hours of estimate",
      width: 132,
      isNumber: true,
      cell: (task) => <HoursOfEstimate task={task} />,
    },
    {
      key: "due",
      sort: sortBy("due_on"),
      label: "Due",
      isNamed: true,
      width: 116,
      cell: (task) =>
        task.due_on && (
          <DueDay on={task.due_on} isRunning={isRunning(project.status) && isOpen(task.status)} />
        ),
    },
    {
      key: "completed",
      sort: sortBy("completed_on"),
      label: "Completed",
      isNamed: true,
      width: 116,
      hideBelow: "lg",
      cell: (task) => task.completed_on && formatDay(task.completed_on),
    },
  ];

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
      </div>
      <LongTable
        label="Tasks"
        columns={columns}
        rows={tasks}
        opensRows
        empty={q || status ? "No task fits this search." : "This project has no tasks yet."}
      />
    </>
  );
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
