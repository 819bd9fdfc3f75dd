import { Avatar, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Instant } from "../../format/instant.tsx";
import { initialsOf } from "../../format/names.ts";
import { Problem } from "../../shell/problem.tsx";
import { HealthLabel } from "../portfolio/badges.tsx";
import type { ProjectSummary } from "../portfolio/queries.ts";
import { MonthlyHoursChart } from "./monthly-hours-chart.tsx";
import classes from "./project-overview.module.css";
import { monthlyHours, peopleNames, projectMembers, statusUpdates } from "./queries.ts";

/** What was said, who works on it, and how the hours ran. */
export function ProjectOverview({ project }: { project: ProjectSummary }) {
  return (
    <div className={classes.columns}>
      <section aria-labelledby="status-updates">
        <Title order={2} id="status-updates" mb="sm">
          Status updates
        </Title>
        <StatusUpdates projectId={project.id} />
      </section>
      <div>
        <section aria-labelledby="people">
          <Title order={2} id="people" mb="sm">
            People
          </Title>
          <Members projectId={project.id} leadId={project.lead_id} />
        </section>
        <section aria-labelledby="monthly-hours" className={classes.hours}>
          <Title order={2} id="monthly-hours" mb="sm">
            Hours by month
          </Title>
          <Hours projectId={project.id} />
        </section>
      </div>
    </div>
  );
}

function StatusUpdates({ projectId }: { projectId: string }) {
  const updates = useQuery(statusUpdates(projectId));
  const names = useQuery(peopleNames).data;
  if (updates.isError && !updates.data)
    return <Problem error={updates.error} retry={() => void updates.refetch()} />;
  if (!updates.data) return <Skeleton height={120} />;
  if (updates.data.length === 0) {
    return <Text c="dimmed">Nobody has told how this project is doing yet.</Text>;
  }
  return (
    <ol className={classes.updates}>
      {updates.data.map((update) => (
        <li key={update.id}>
          <Group gap="sm" mb={4}>
            <HealthLabel health={update.health} />
            <Text size="sm" c="dimmed">
              {names?.get(update.author_id) ?? "Somebody"}, <Instant at={update.created_at} />
            </Text>
          </Group>
          <Text size="lg" className={classes.prose}>
            {update.summary}
          </Text>
        </li>
      ))}
    </ol>
  );
}

function Members({ projectId, leadId }: { projectId: string; leadId: string | null }) {
  const members = useQuery(projectMembers(projectId));
  const names = useQuery(peopleNames);
  const failed = members.isError ? members : names.isError ? names : null;
  if (failed) return <Problem error={failed.error} retry={() => void failed.refetch()} />;
  if (!members.data || !names.data) return <Skeleton height={80} />;
  const people = members.data
    .map((id) => ({ id, name: names.data.get(id) ?? "Former colleague" }))
    .sort((a, b) => a.name.localeCompare(b.name));
  if (people.length === 0) {
    return <Text c="dimmed">Nobody is a member; admins and leads see it all the same.</Text>;
  }
  return (
    <Stack gap={6} component="ul" className={classes.people}>
      {people.map(({ id, name }) => (
        <Group key={id} gap={8} component="li">
          <Avatar size={24} radius="xl" color="gray" aria-hidden>
            {initialsOf(name)}
          </Avatar>
          <span>{name}</span>
          {id === leadId && (
            <Text component="span" size="sm" c="dimmed">
              Lead
            </Text>
          )}
        </Group>
      ))}
    </Stack>
  );
}

function Hours({ projectId }: { projectId: string }) {
  const months = useQuery(monthlyHours(projectId));
  if (months.isError && !months.data)
    return <Problem error={months.error} retry={() => void months.refetch()} />;
  if (!months.data) return <Skeleton height={160} />;
  if (months.data.length === 0) return <Text c="dimmed">No hours yet.</Text>;
  return <MonthlyHoursChart months={months.data} />;
}
