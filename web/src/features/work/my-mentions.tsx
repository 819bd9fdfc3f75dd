import { Button, Group, Text, Title } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type MyWork, markMyWork } from "../../api/my-work-routes.ts";
import { Instant } from "../../format/instant.tsx";
import { countOf, formatCount } from "../../format/numbers.ts";
import { Problem } from "../../ui/problem.tsx";
import { TaskLink } from "../tasks/task-link.tsx";
import classes from "./my-work-page.module.css";
import { myWorkKey } from "./queries.ts";

/** Comments that name the viewer; opening one marks it as read. */
export function MyMentions({ mentions: { items, total } }: { mentions: MyWork["mentions"] }) {
  const queryClient = useQueryClient();
  const mark = useMutation({
    mutationFn: (comment_ids: string[]) => markMyWork({ type: "mentions_read", comment_ids }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: myWorkKey }),
  });
  return (
    <section aria-labelledby="my-mentions">
      <Group justify="space-between" mb="xs" mih={30}>
        <Title order={2} id="my-mentions" tabIndex={-1}>
          Unread mentions <span className={classes.count}>{formatCount(total)}</span>
        </Title>
        {items.length > 0 && (
          <Button
            size="compact-xs"
            variant="default"
            loading={mark.isPending}
            onClick={() => {
              document.getElementById("my-mentions")?.focus();
              mark.mutate(items.map(({ comment_id }) => comment_id));
            }}
          >
            Mark as read
          </Button>
        )}
      </Group>
      {mark.error && <Problem error={mark.error} />}
      {items.length === 0 ? (
        <Text c="dimmed" size="sm">
          No unread mentions. Comments in which a colleague mentions you appear here.
        </Text>
      ) : (
        <ul className={classes.list}>
          {items.map(({ comment_id, body, author, at, task, project }) => (
            <li key={comment_id} className={classes.line}>
              <div className={classes.words}>
                <TaskLink
                  id={task.id}
                  className={classes.title}
                  onOpen={() => mark.mutate([comment_id])}
                >
                  {author.name ?? "Someone"} on {task.title}
                </TaskLink>
                <span className={classes.body}>{body}</span>
                <span className={classes.quiet}>
                  {project.name} · <Instant at={at} />
                </span>
              </div>
            </li>
          ))}
        </ul>
      )}
      {total > items.length && (
        <Text c="dimmed" size="sm">
          {countOf(total - items.length, "older mention")}. Mark these as read to see them.
        </Text>
      )}
    </section>
  );
}
