import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useProjectNames } from "../../entities/project/names.ts";
import { Instant } from "../../format/instant.tsx";
import { Problem } from "../../ui/problem.tsx";
import { eventInWords } from "./change-words.ts";
import type { ListedPerson } from "./people-view.ts";
import classes from "./person-history.module.css";
import { eventsAbout, namesOfPeople } from "./queries.ts";

/** The changes to a person and their authors, latest first. */
export function PersonHistory({ person }: { person: ListedPerson }) {
  const ids = [person.id, ...person.duplicates.map(({ id }) => id)];
  const events = useQuery(eventsAbout(ids));
  const names = useQuery(namesOfPeople).data;
  const projects = useProjectNames(events.data?.map(({ project_id }) => project_id) ?? []);
  if (events.isError && !events.data) {
    return <Problem error={events.error} retry={() => void events.refetch()} />;
  }
  if (!events.data) return <Skeleton height={80} />;
  if (events.data.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No changes yet. Invitations, role changes and memberships appear here.
      </Text>
    );
  }
  return (
    <ol className={classes.events}>
      {events.data.map((event) => {
        const project = projects.get(event.project_id ?? "");
        return (
          <li key={event.id}>
            <span>
              <b>{(event.actor_person_id && names?.get(event.actor_person_id)) ?? "Countersign"}</b>{" "}
              {eventInWords(event, project)}
            </span>
            <span className={classes.quiet}>
              <Instant at={event.occurred_at} />
            </span>
          </li>
        );
      })}
    </ol>
  );
}
