import type { TaskRow } from "../../api/task-routes.ts";
import { Instant } from "../../format/instant.tsx";
import { formatExactHours } from "../../format/numbers.ts";
import type { Column } from "../../ui/data-table/columns.ts";
import tableClasses from "../../ui/data-table/data-table.module.css";
import { AssigneeCell, DueCell, StatusCell } from "./inline-cells.tsx";
import { TaskLink } from "./task-link.tsx";
import classes from "./task-list.module.css";
import { priorityName, taskStatusLabels } from "./task-status.tsx";

/** Columns of a list of tasks; a list of one project does not repeat its name. */
export function taskColumns(isOfProject: boolean): Column<TaskRow>[] {
  const subtitleOf = (task: TaskRow) =>
    [!isOfProject && task.project.name, task.parent?.title, ...task.labels].filter(Boolean);
  return [
    {
      id: "title",
      label: "Task",
      sort: "asc",
      isMain: true,
      value: ({ title }) => title,
      under: [
        // An import of an export needs these columns, although the list of one project shows no project.
        { id: "key", label: "Task key", value: ({ id }) => id },
        { id: "project", label: "Project", value: ({ project: { name } }) => name },
        { id: "parent", label: "Parent task", value: ({ parent }) => parent?.title },
        { id: "labels", label: "Labels", value: ({ labels }) => labels.join(", ") },
      ],
      cell: (task) => (
        <>
          <TaskLink id={task.id} className={tableClasses.name} title={task.title}>
            {task.title}
          </TaskLink>
          <span className={tableClasses.subtitle}>{subtitleOf(task).join(" · ")}</span>
        </>
      ),
    },
    {
      id: "status",
      label: "Status",
      sort: "asc",
      width: 136,
      value: ({ status }) => taskStatusLabels[status],
      cell: (task) => <StatusCell task={task} />,
    },
    {
      id: "assignee",
      label: "Assignee",
      width: 156,
      value: ({ assignee }) => assignee && (assignee.name ?? "Former colleague"),
      cell: (task) => <AssigneeCell task={task} />,
    },
    {
      id: "due_on",
      label: "Due",
      sort: "asc",
      width: 148,
      value: ({ due_on }) => due_on,
      cell: (task) => <DueCell task={task} />,
    },
    {
      id: "priority",
      label: "Priority",
      sort: "asc",
      width: 88,
      hideBelow: 1200,
      value: ({ priority }) => priority,
      cell: ({ priority }) => priority !== null && priorityName(priority),
    },
    {
      id: "hours",
      label: "Hours",
      width: 112,
      isNumber: true,
      hideBelow: 900,
      value: ({ actual_hours }) => actual_hours,
      under: [
        { id: "estimate_hours", label: "Estimate", value: ({ estimate_hours }) => estimate_hours },
      ],
      cell: (task) => <HoursOfEstimate task={task} />,
    },
    {
      id: "updated_at",
      label: "Updated",
      sort: "desc",
      width: 136,
      hideBelow: 1320,
      value: ({ updated_at }) => updated_at.slice(0, 10),
      cell: ({ updated_at }) => <Instant at={updated_at} />,
    },
  ];
}

function HoursOfEstimate({ task }: { task: TaskRow }) {
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
