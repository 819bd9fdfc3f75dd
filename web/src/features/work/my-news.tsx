import { Button, Group, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import {
  hoursEventInWords,
  projectEventInWords,
} from "../../../../supabase/functions/_domain/words/changes.ts";
import type { MyWork } from "../../api/my-work-routes.ts";
import { Instant } from "../../format/instant.tsx";
import { countOf, formatCount } from "../../format/numbers.ts";
import { readerFormat } from "../../format/reader.ts";
import { Problem } from "../../ui/problem.tsx";
import { TaskLink } from "../tasks/task-link.tsx";
import classes from "./my-work-page.module.css";
import type { useLastVisit } from "./use-last-visit.ts";

type ProjectChange = MyWork["changes"]["items"][number];

interface Props {
  changes: MyWork["changes"];
  hours: MyWork["hours_changed_by_others"];
  lastVisit: ReturnType<typeof useLastVisit>;
}

/** Changes by others since the viewer last looked, to the viewer's hours and in the viewer's projects. */
export function MyNews({ changes, hours, lastVisit }: Props) {
  const total = changes.total + hours.total;
  return (
    <section aria-labelledby="my-news">
      <Group justify="space-between" mb="xs" mih={30}>
        <Title order={2} id="my-news" tabIndex={-1}>
          {changes.is_first_look ? "New in the last week" : "New since you last looked"}{" "}
          <span className={classes.count}>{formatCount(total)}</span>
        </Title>
        {total > 0 && (
          <Button
            size="compact-xs"
            variant="default"
            loading={lastVisit.isPending}
            onClick={() => {
              document.getElementById("my-news")?.focus();
              lastVisit.mark();
            }}
          >
            Mark as seen
          </Button>
        )}
      </Group>
      {lastVisit.error && <Problem error={lastVisit.error} />}
      {!changes.is_first_look && (
        <Text c="dimmed" size="sm" mb="xs">
          Last marked as seen <Instant at={changes.since} />
        </Text>
      )}
      {total === 0 && (
        <Text c="dimmed" size="sm">
          No changes by others. Tasks, comments and statuses of your projects appear here when
          someone else changes them.
        </Text>
      )}
      {hours.items.length > 0 && (
        <>
          <h3 className={classes.groupHead}>Your hours</h3>
          <ul className={classes.list}>
            {hours.items.map((change) => (
              <li key={change.id} className={classes.line}>
                <div className={classes.words}>
                  <span>
                    {authorOf(change)} {hoursEventInWords(change, readerFormat)}
                  </span>
                  <span className={classes.quiet}>
                    <Instant at={change.at} /> ·{" "}
                    <Link
                      to="/time"
                      search={{ week: change.spent_on ?? "" }}
                      className={classes.weekLink}
                    >
                      Open the week
                    </Link>
                  </span>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      {changes.items.length > 0 && (
        <>
          {hours.items.length > 0 && <h3 className={classes.groupHead}>Your projects</h3>}
          <ul className={classes.list}>
            {changes.items.map((change) => (
              <ChangeLine key={change.id} change={change} />
            ))}
          </ul>
        </>
      )}
      {changes.total > changes.items.length && (
        <Text c="dimmed" size="sm">
          {countOf(changes.total - changes.items.length, "older change")} in the timelines of your
          projects.
        </Text>
      )}
    </section>
  );
}

function ChangeLine({ change }: { change: ProjectChange }) {
  const { project, object, at } = change;
  const words = `${authorOf(change)} ${projectEventInWords(change, readerFormat)}`;
  return (
    <li className={classes.line}>
      <div className={classes.words}>
        {object.type === "task" ? (
          <TaskLink id={object.id} className={classes.title}>
            {words}
          </TaskLink>
        ) : (
          <Link
            to="/projects/$projectId"
            params={{ projectId: project.id }}
            className={classes.title}
          >
            {words}
          </Link>
        )}
        <span className={classes.quiet}>
          {project.name} · <Instant at={at} />
        </span>
      </div>
    </li>
  );
}

function authorOf({ by }: { by: { name: string | null } | null }): string {
  return by ? (by.name ?? "Someone") : "Countersign";
}
