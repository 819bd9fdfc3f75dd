import { Avatar, Button, Group, Skeleton, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { peopleNames } from "../../entities/person/queries.ts";
import { DueDay } from "../../entities/project/activity.tsx";
import { HealthLabel } from "../../entities/project/badges.tsx";
import type { ProjectSummary } from "../../entities/project/queries.ts";
import { Instant } from "../../format/instant.tsx";
import { initialsOf } from "../../format/names.ts";
import { leads, useViewer } from "../../session/viewer.ts";
import { Problem } from "../../ui/problem.tsx";
import { ProjectFindings } from "../health/project-findings.tsx";
import { openAction } from "../portfolio-actions/open-action.ts";
import { TaskLink } from "../tasks/task-link.tsx";
import { AccountProfile } from "./account-profile.tsx";
import classes from "./project-side.module.css";
import { latestStatus, nextTasks, projectMembers } from "./queries.ts";
import { StatusHistory } from "./status-history.tsx";
import { StatusWords } from "./status-words.tsx";

interface SideProps {
  project: ProjectSummary;
  /** The timeline shows the words of the latest status already. */
  isBesideTimeline?: boolean;
}

/** The facts beside the timeline: latest status, findings, next tasks, team and operating profile. */
export function ProjectSide({ project, isBesideTimeline = false }: SideProps) {
  const isLead = leads(useViewer());
  return (
    <div className={classes.side}>
      {!isBesideTimeline && (
        <Section id="latest-status" title="Latest status">
          <LatestStatus projectId={project.id} />
        </Section>
      )}
      {isLead && (
        <Section id="findings" title="Health findings">
          <ProjectFindings projectId={project.id} />
        </Section>
      )}
      <Section id="next-tasks" title="Due next">
        <NextTasks project={project} />
      </Section>
      <Section
        id="team"
        title="Team"
        action={
          isLead && (
            <Button
              size="compact-xs"
              variant="default"
              onClick={() =>
                openAction({ kind: "change-team", projectId: project.id, about: project.name })
              }
            >
              Change team
            </Button>
          )
        }
      >
        <Members projectId={project.id} leadId={project.lead_id} />
      </Section>
      <Section id="account-profile" title={`Agreed for ${project.account_name}`}>
        <AccountProfile accountId={project.account_id} />
      </Section>
    </div>
  );
}

interface SectionProps {
  id: string;
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

function Section({ id, title, action, children }: SectionProps) {
  return (
    <section aria-labelledby={id}>
      <Group justify="space-between" mb="xs" gap="xs">
        <Title order={2} id={id}>
          {title}
        </Title>
        {action}
      </Group>
      {children}
    </section>
  );
}

function LatestStatus({ projectId }: { projectId: string }) {
  const status = useQuery(latestStatus(projectId));
  const names = useQuery(peopleNames).data;
  if (status.isError && !status.data)
    return <Problem error={status.error} retry={() => void status.refetch()} />;
  if (status.data === undefined) return <Skeleton height={96} />;
  if (!status.data) {
    return <Text c="dimmed">No status posted yet.</Text>;
  }
  return (
    <>
      <Group gap="xs" mb={4}>
        <HealthLabel health={status.data.health} />
        <Text size="sm" c="dimmed">
          {names?.get(status.data.author_id) ?? "Somebody"}, <Instant at={status.data.created_at} />
        </Text>
      </Group>
      <StatusWords status={status.data} />
      <StatusHistory status={status.data} />
    </>
  );
}

function NextTasks({ project }: { project: ProjectSummary }) {
  const tasks = useQuery(nextTasks(project.id));
  const names = useQuery(peopleNames).data;
  if (tasks.isError && !tasks.data)
    return <Problem error={tasks.error} retry={() => void tasks.refetch()} />;
  if (!tasks.data) return <Skeleton height={120} />;
  if (tasks.data.length === 0) return <Text c="dimmed">No open task.</Text>;
  return (
    <ul className={classes.list}>
      {tasks.data.map((task) => (
        <li key={task.id} className={classes.task}>
          <TaskLink id={task.id} className={classes.link}>
            {task.title}
          </TaskLink>
          <span className={classes.due}>
            <DueDay on={task.due_on} isRunning />
          </span>
          <span className={classes.who}>
            {task.assignee_id ? (names?.get(task.assignee_id) ?? "") : "Unassigned"}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Members({ projectId, leadId }: { projectId: string; leadId: string | null }) {
  const members = useQuery(projectMembers(projectId));
  const names = useQuery(peopleNames);
  const failed = [members, names].find((query) => query.isError && !query.data);
  if (failed) return <Problem error={failed.error} retry={() => void failed.refetch()} />;
  if (!members.data || !names.data) return <Skeleton height={80} />;
  const people = members.data
    .map((id) => ({ id, name: names.data.get(id) ?? "Former colleague" }))
    .sort((a, b) => a.name.localeCompare(b.name));
  if (people.length === 0) {
    return (
      <Text c="dimmed">
        No team yet. Members see only the projects they belong to: add the people who work on this
        one.
      </Text>
    );
  }
  return (
    <ul className={classes.list}>
      {people.map(({ id, name }) => (
        <Group key={id} gap={8} component="li" mb={6}>
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
    </ul>
  );
}
