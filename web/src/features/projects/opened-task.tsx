import { Anchor, CloseButton, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { hasStatus } from "../../api/service-error.ts";
import { DueDay } from "../../entities/project/activity.tsx";
import { formatExactHours } from "../../format/numbers.ts";
import { Fact } from "../../ui/fact.tsx";
import facts from "../../ui/facts.module.css";
import { Problem } from "../../ui/problem.tsx";
import classes from "./opened-task.module.css";
import { openedTask, peopleNames } from "./queries.ts";
import { isOpen } from "./search-params.ts";
import { TaskStatusLabel } from "./task-status.tsx";

interface Props {
  projectId: string;
  taskId: string;
  /** Tasks of a project that is not running are never late. */
  isProjectRunning: boolean;
  onClose: () => void;
}

/** The one task that the address names, above the table that may hold it pages away. */
export function OpenedTask({ projectId, taskId, isProjectRunning, onClose }: Props) {
  const task = useQuery(openedTask(projectId, taskId));
  const heading = useRef<HTMLHeadingElement>(null);
  const isLoaded = task.data !== undefined;
  // The row that opened it may be far down the table.
  useEffect(() => {
    if (isLoaded && taskId) heading.current?.focus();
  }, [isLoaded, taskId]);
  const names = useQuery(peopleNames).data;
  if (hasStatus(task.error, 404)) {
    return (
      <Text c="dimmed" mb="md" role="status">
        There is no such task in this project.{" "}
        <Anchor component="button" type="button" onClick={onClose}>
          Show all tasks
        </Anchor>
      </Text>
    );
  }
  if (task.isError && !task.data) {
    return <Problem error={task.error} retry={() => void task.refetch()} />;
  }
  if (!task.data) return <Skeleton height={120} mb="md" />;

  const { title, description, status, category, assignee_id, estimate_hours, due_on } = task.data;
  return (
    <section className={classes.task} aria-labelledby="opened-task">
      <div className={classes.head}>
        <h2 id="opened-task" ref={heading} tabIndex={-1} className={classes.title}>
          {title}
        </h2>
        <CloseButton aria-label="Close the task" onClick={onClose} />
      </div>
      {description && <p className={classes.description}>{description}</p>}
      <dl className={`${facts.facts} ${classes.facts}`}>
        <Fact name="Status">
          <TaskStatusLabel status={status} />
        </Fact>
        <Fact name="Assignee">{(assignee_id && names?.get(assignee_id)) || "Unassigned"}</Fact>
        <Fact name="Due">
          <DueDay on={due_on} isRunning={isProjectRunning && isOpen(status)} />
        </Fact>
        {estimate_hours !== null && (
          <Fact name="Estimate">{formatExactHours(estimate_hours)} h</Fact>
        )}
        {category && <Fact name="Category">{category}</Fact>}
      </dl>
    </section>
  );
}
