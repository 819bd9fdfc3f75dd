import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { projectSummaries } from "../../entities/project/queries.ts";
import { formatMoment } from "../../format/dates.ts";
import { asSentence } from "../../format/sentence.ts";
import classes from "./meetings.module.css";
import { ProjectChoice } from "./project-choice.tsx";
import { attendeesInWords, type UnmatchedMeeting as Meeting } from "./queries.ts";
import { useAssignMeeting } from "./use-assign-meeting.ts";

interface Props {
  meeting: Meeting;
  onDone: () => void;
}

/** A meeting that waits for a project: its participants, its title and the suggested projects. */
export function UnmatchedMeeting({ meeting, onDone }: Props) {
  const { title, starts_at, attendees, summary, candidates } = meeting;
  const [projectId, setProjectId] = useState<string | null>(null);
  const projects = useQuery({ ...projectSummaries, enabled: projectId !== null }).data;
  const assign = useAssignMeeting(meeting, { projectId: null, isDecided: false }, onDone);
  const project = projects?.find(({ id }) => id === projectId);
  return (
    <li>
      <Title order={3}>{title}</Title>
      <div className={classes.quiet}>
        <time dateTime={starts_at}>{formatMoment(starts_at)}</time>
        {attendees.length > 0 && `, with ${attendeesInWords(attendees)}`}
      </div>
      {summary && <p className={classes.summary}>{summary}</p>}
      <Stack gap="xs" mt="sm">
        {candidates.map(({ project_id, project_name, reason }) => (
          <Group key={project_id} gap="xs">
            <Button
              size="xs"
              variant="default"
              aria-label={`Assign to ${project_name}: ${title}`}
              disabled={assign.isPending}
              onClick={() => assign.mutate({ project: { id: project_id, name: project_name } })}
            >
              Assign to {project_name}
            </Button>
            <Text size="sm" c="dimmed">
              {asSentence(reason)}
            </Text>
          </Group>
        ))}
        <Group align="flex-end" gap="xs">
          <ProjectChoice label={`Project for ${title}`} value={projectId} onChange={setProjectId} />
          <Button
            variant="default"
            aria-label={`Assign ${title}`}
            disabled={!project || assign.isPending}
            onClick={() =>
              project?.id &&
              assign.mutate({ project: { id: project.id, name: project.name ?? "" } })
            }
          >
            Assign
          </Button>
          <Button
            variant="subtle"
            aria-label={`Leave without a project: ${title}`}
            disabled={assign.isPending}
            onClick={() => assign.mutate({ project: null })}
          >
            Leave without a project
          </Button>
        </Group>
      </Stack>
    </li>
  );
}
