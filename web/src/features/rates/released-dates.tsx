import { Button, Group, Skeleton, Text, TextInput, Title } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { actInPortal } from "../../api/client-portal-routes.ts";
import { peopleNames } from "../../entities/person/queries.ts";
import type { ProjectSummary } from "../../entities/project/queries.ts";
import { formatDay } from "../../format/dates.ts";
import { Instant } from "../../format/instant.tsx";
import { Problem } from "../../ui/problem.tsx";
import { notifyUndoable } from "../../ui/saved-notice.tsx";
import { type ReleasedDates as Dates, releasedDates } from "./queries.ts";

/** The dates of a project that its client sees, with their history. The internal dates stay as they are. */
export function ReleasedDates({ project }: { project: ProjectSummary }) {
  const releases = useQuery(releasedDates(project.id));
  const names = useQuery(peopleNames).data;
  return (
    <section aria-labelledby="released-dates">
      <Title order={2} id="released-dates" mb="xs">
        Dates for the client
      </Title>
      <Text size="sm" mb="sm">
        The portal shows only the dates that you release here. The project's own dates stay
        internal.
      </Text>
      {releases.isError && !releases.data ? (
        <Problem error={releases.error} retry={() => void releases.refetch()} />
      ) : releases.data ? (
        <>
          <ReleaseForm
            key={releases.data[0]?.id ?? "none"}
            project={project}
            released={releases.data[0]}
          />
          {releases.data.length > 0 && (
            <ul aria-label="Released dates">
              {releases.data.map((release) => (
                <li key={release.id}>
                  {datesInWords(release)}
                  <Text size="xs" c="dimmed">
                    {(release.actor_person_id && names?.get(release.actor_person_id)) ??
                      "Countersign"}
                    , <Instant at={release.occurred_at} />
                  </Text>
                </li>
              ))}
            </ul>
          )}
        </>
      ) : (
        <Skeleton height={120} />
      )}
    </section>
  );
}

function datesInWords({ starts_on, due_on }: Dates): string {
  const words = [
    starts_on && `start ${formatDay(starts_on)}`,
    due_on && `due ${formatDay(due_on)}`,
  ].filter(Boolean);
  return words.length > 0 ? `Released: ${words.join(", ")}` : "Withdrew the dates";
}

interface FormProps {
  project: ProjectSummary;
  released: Dates | undefined;
}

function ReleaseForm({ project, released }: FormProps) {
  const [start, setStart] = useState(
    released ? (released.starts_on ?? "") : (project.starts_on ?? ""),
  );
  const [due, setDue] = useState(released ? (released.due_on ?? "") : (project.due_on ?? ""));
  const save = (dates: Dates) =>
    actInPortal<"release_dates">({
      action: "release_dates",
      project_id: project.id,
      starts_on: dates.starts_on,
      due_on: dates.due_on,
    });
  const release = useMutation({
    mutationFn: () => save({ starts_on: start || null, due_on: due || null }),
    onSuccess: () =>
      notifyUndoable(start || due ? "Dates released." : "Dates withdrawn.", () =>
        save({ starts_on: released?.starts_on ?? null, due_on: released?.due_on ?? null }),
      ),
  });
  const order = start && due && due < start ? "Enter a due date that isn't before the start" : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!order) release.mutate();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-start" gap="sm">
        <TextInput
          type="date"
          label="Start date for the client"
          value={start}
          onChange={(event) => setStart(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label="Due date for the client"
          value={due}
          error={order}
          onChange={(event) => setDue(event.currentTarget.value)}
        />
      </Group>
      {release.error && <Problem error={release.error} />}
      <Button type="submit" size="xs" mt="sm" loading={release.isPending}>
        {start || due ? "Release these dates" : "Withdraw dates"}
      </Button>
    </form>
  );
}
