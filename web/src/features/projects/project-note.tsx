import { Button, Skeleton, Text, Title } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { formatDay } from "../../format/dates.ts";
import { AppLink } from "../../ui/app-link.tsx";
import { Problem } from "../../ui/problem.tsx";
import classes from "./project-note.module.css";
import { noteEntries } from "./queries.ts";

/** The running note of a project: an entry for each meeting and assigned email, newest first. */
export default function ProjectNote({ projectId }: { projectId: string }) {
  const note = useInfiniteQuery(noteEntries(projectId));
  if (note.isError && !note.data) {
    return <Problem error={note.error} retry={() => void note.refetch()} />;
  }
  if (!note.data) return <Skeleton height={240} maw={720} aria-busy="true" />;
  const entries = note.data.pages.flat();
  if (entries.length === 0) {
    return (
      <>
        <Title order={2}>No entries yet</Title>
        <Text c="dimmed" maw={560}>
          Each meeting and each email of this project adds a dated entry here. Connect a meeting
          recorder under Settings, Integrations, or assign an email to this project.
        </Text>
      </>
    );
  }
  return (
    <>
      <ul className={classes.entries} aria-label="Entries of the note">
        {entries.map(({ id, source_id, occurred_on, title, body }) => (
          <li key={id}>
            <time dateTime={occurred_on} className={classes.day}>
              {formatDay(occurred_on)}
            </time>
            <Title order={2} size="h3">
              <AppLink to={`/sources/${source_id}`}>{title}</AppLink>
            </Title>
            {body && <p className={classes.body}>{plainText(body)}</p>}
          </li>
        ))}
      </ul>
      {note.hasNextPage && (
        <Button
          mt="md"
          variant="default"
          loading={note.isFetchingNextPage}
          onClick={() => void note.fetchNextPage()}
        >
          Show earlier entries
        </Button>
      )}
    </>
  );
}

/** A summary is Markdown; its heading and list marks are not text. */
const plainText = (body: string) =>
  body
    .replace(/^#{1,6}\s+/gm, "")
    .replace(/^\s*[*-]\s+/gm, "• ")
    .replaceAll("**", "");
