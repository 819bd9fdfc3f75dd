import { Button, Checkbox, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { CircleDotDashedIcon, HandIcon, LockIcon, TriangleAlertIcon } from "lucide-react";
import { useRef } from "react";
import { providerName } from "../../../../supabase/functions/_domain/words/providers.ts";
import type { MyTask, MyWork } from "../../api/my-work-routes.ts";
import { DueDay } from "../../entities/project/activity.tsx";
import { countOf, formatCount } from "../../format/numbers.ts";
import { Labelled } from "../../ui/labelled.tsx";
import { Problem } from "../../ui/problem.tsx";
import { TaskLink } from "../tasks/task-link.tsx";
import classes from "./my-work-page.module.css";
import { taskGroups } from "./task-groups.ts";
import { useCompleteTask } from "./use-complete-task.ts";

const icon = { size: 14, strokeWidth: 1.8, "aria-hidden": true };

/** The open tasks of the viewer, late ones first. Each can be completed here. */
export function MyTasks({ tasks, today }: { tasks: MyWork["tasks"]; today: string }) {
  const complete = useCompleteTask();
  const section = useRef<HTMLElement>(null);
  const onComplete = (task: MyTask) => {
    const boxes = [...(section.current?.querySelectorAll<HTMLElement>("input") ?? [])];
    const index = boxes.findIndex((box) => box.id === boxId(task));
    const next = boxes[index + 1] ?? boxes[index - 1];
    (next ?? section.current?.querySelector("h2"))?.focus({ preventScroll: true });
    complete.mutate(task);
  };
  return (
    <section aria-labelledby="my-tasks" ref={section}>
      <Title order={2} id="my-tasks" tabIndex={-1} mb="sm">
        My tasks{" "}
        <span className={classes.count}>
          {formatCount(tasks.total)}
          {tasks.late > 0 && `, ${formatCount(tasks.late)} late`}
        </span>
      </Title>
      {complete.error && <Problem error={complete.error} />}
      {tasks.items.length === 0 ? (
        <NoTasks />
      ) : (
        taskGroups(tasks.items, today).map(({ key, label, tasks: group }) => (
          <section key={key} aria-labelledby={`due-${key}`} className={classes.group}>
            <h3 id={`due-${key}`} className={classes.groupHead} data-late={key === "late"}>
              {key === "late" && <TriangleAlertIcon {...icon} />}
              {label} <span className={classes.count}>{formatCount(group.length)}</span>
            </h3>
            <ul className={classes.list}>
              {group.map((task) => (
                <TaskLine key={task.id} task={task} onComplete={onComplete} />
              ))}
            </ul>
          </section>
        ))
      )}
      {tasks.total > tasks.items.length && (
        <Text c="dimmed" size="sm" mt="sm">
          {countOf(tasks.total - tasks.items.length, "more task")} with later due dates.{" "}
          <Link to="/tasks" search={{ assignee: "me" }} className={classes.weekLink}>
            See all my tasks
          </Link>
        </Text>
      )}
    </section>
  );
}

const boxId = ({ id }: MyTask) => `complete-${id}`;

function TaskLine({ task, onComplete }: { task: MyTask; onComplete: (task: MyTask) => void }) {
  const { project, title, due_on, is_late, status, parent, managed_by } = task;
  return (
    <li className={classes.line}>
      <Checkbox
        id={boxId(task)}
        size="xs"
        className={classes.check}
        aria-label={`Complete: ${title}`}
        checked={false}
        disabled={managed_by !== null}
        onChange={() => onComplete(task)}
      />
      <div className={classes.words}>
        <TaskLink id={task.id} className={classes.title}>
          {title}
        </TaskLink>
        <span className={classes.quiet}>
          {project.name}
          {parent && (
            <>
              {" · part of "}
              <TaskLink id={parent.id} className={classes.parent}>
                {parent.title}
              </TaskLink>
            </>
          )}
        </span>
      </div>
      <span className={classes.facts}>
        {managed_by && (
          <Labelled icon={<LockIcon {...icon} />}>Completed in {providerName(managed_by)}</Labelled>
        )}
        {status === "blocked" && (
          <Labelled icon={<HandIcon {...icon} color="var(--cs-bad)" />}>Blocked</Labelled>
        )}
        {status === "in_progress" && (
          <Labelled icon={<CircleDotDashedIcon {...icon} color="var(--cs-accent)" />}>
            In progress
          </Labelled>
        )}
        {due_on && <DueDay on={due_on} isRunning={is_late} />}
      </span>
    </li>
  );
}

function NoTasks() {
  return (
    <div className={classes.empty}>
      <Text>
        No open tasks are assigned to you. Tasks that you take on in a project appear here by due
        date, and you complete them here.
      </Text>
      <Button component={Link} to="/portfolio" size="xs" variant="default">
        Open the portfolio
      </Button>
    </div>
  );
}
