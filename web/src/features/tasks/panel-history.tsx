import { Badge, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { TaskPanel } from "../../api/task-routes.ts";
import { peopleNames } from "../../entities/person/queries.ts";
import { Instant } from "../../format/instant.tsx";
import { formatExactHours } from "../../format/numbers.ts";
import { CardLink } from "../inbox/card-links.tsx";
import { fieldLabels, type TaskField } from "./change-task.ts";
import classes from "./task-panel.module.css";
import { wordsFor } from "./task-words.ts";

/** Hours, cards and changes of a task. */
export function PanelHistory({ panel }: { panel: TaskPanel }) {
  const { task, hours, cards, changes } = panel;
  const names = useQuery(peopleNames).data;
  return (
    <>
      <section className={classes.section} aria-labelledby="task-hours">
        <h3 id="task-hours">
          Hours{" "}
          <span className={classes.quiet}>
            {task.estimate_hours === null
              ? `${formatExactHours(task.actual_hours)} h`
              : `${formatExactHours(task.actual_hours)} h of ${formatExactHours(task.estimate_hours)} h`}
          </span>
        </h3>
        {hours.length === 0 && (
          <Text size="sm" c="dimmed">
            No hours yet.
          </Text>
        )}
        <ul className={classes.list}>
          {hours.map(({ person, hours: spent }) => (
            <li key={person.id} className={classes.hours}>
              <span>{person.name ?? "Former colleague"}</span>
              <span>{formatExactHours(spent)} h</span>
            </li>
          ))}
        </ul>
      </section>
      {cards.length > 0 && (
        <section className={classes.section} aria-labelledby="task-cards">
          <h3 id="task-cards">Cards</h3>
          <ul className={classes.list}>
            {cards.map(({ id, title, relation }) => (
              <li key={id} className={classes.change}>
                <CardLink id={id}>{title}</CardLink>{" "}
                {relation === "created" && (
                  <Badge size="sm" variant="light" color="gray" tt="none">
                    Created this task
                  </Badge>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className={classes.section} aria-labelledby="task-changes">
        <h3 id="task-changes">Recent changes</h3>
        {changes.length === 0 && (
          <Text size="sm" c="dimmed">
            No changes yet. Edits of this task appear here.
          </Text>
        )}
        <ul className={classes.list}>
          {changes.map(({ at, by, code, version, fields }) => (
            <li key={`${at} ${version}`} className={classes.change}>
              {by ? (by.name ?? "Former colleague") : "Countersign"}
              {code === "task.created" ? " created the task" : ""}, <Instant at={at} />
              {code !== "task.created" &&
                Object.entries(fields).map(([field, { from, to }]) => (
                  <div key={field} className={classes.quiet}>
                    {labelOf(field)}: {wordsFor(field, from, names)} → {wordsFor(field, to, names)}
                  </div>
                ))}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function labelOf(field: string): string {
  if (field === "archived_at") return "Archived";
  const label = fieldLabels[field as TaskField];
  return label ?? field.replaceAll("_", " ").replace(/^./, (letter) => letter.toUpperCase());
}
