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
import { projectSide, type ProjectSide as Side } from "./queries.ts";
import { StatusHistory } from "./status-history.tsx";
import { StatusWords } from "./status-words.tsx";

interface SideProps {
  project: ProjectSummary;
  /** The timeline already shows the text of the latest status. */
  isBesideTimeline?: boolean;
}

/** The facts beside the timeline: latest status, findings, next tasks, team and operating profile. */
export function ProjectSide({ project, isBesideTimeline = false }: SideProps) {
  const isLead = leads(useViewer());
  const side = useQuery(projectSide(project.id));
  if (side.isError && !side.data)
    return <Problem error={side.error} retry={() => void side.refetch()} />;
  // One placeholder for all sections, because a section that grows would move those below it.
  if (!side.data) return <Skeleton height={640} aria-busy="true" />;
  const { status, tasks, memberIds, profile } = side.data;
  return (
    <div className={classes.side}>
      {!isBesideTimeline && (
        <Section id="latest-status" title="Latest status">
          <LatestStatus status={status} />
        </Section>
      )}
      {isLead && (
        <Section id="findings" title="Health findings">
          <ProjectFindings projectId={project.id} />
        </Section>
      )}
      <Section id="next-tasks" title="Due next">
        <NextTasks tasks={tasks} />
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
        <Members ids={memberIds} leadId={project.lead_id} />
      </Section>
      <Section id="account-profile" title={`Operating profile of ${project.account_name}`}>
        <AccountProfile profile={profile} />
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

function LatestStatus({ status }: { status: Side["status"] }) {
  const names = useQuery(peopleNames).data;
  if (!status) return <Text c="dimmed">No status posted yet. Post the first one.</Text>;
  return (
    <>
      <Group gap="xs" mb={4}>
        <HealthLabel health={status.health} />
        <Text size="sm" c="dimmed">
          {names?.get(status.author_id) ?? "Someone"}, <Instant at={status.created_at} />
        </Text>
      </Group>
      <StatusWords status={status} />
      <StatusHistory status={status} />
    </>
  );
}

function NextTasks({ tasks }: Pick<Side, "tasks">) {
  const names = useQuery(peopleNames).data;
  if (tasks.length === 0) return <Text c="dimmed">No open tasks.</Text>;
  return (
    <ul className={classes.list}>
      {tasks.map((task) => (
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

function Members({ ids, leadId }: { ids: string[]; leadId: string | null }) {
  const names = useQuery(peopleNames);
  if (names.isError && !names.data)
    return <Problem error={names.error} retry={() => void names.refetch()} />;
  if (!names.data) return <Skeleton height={80} />;
  const people = ids
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
