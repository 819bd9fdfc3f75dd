import { Button, Group, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { projectSummaries } from "../../entities/project/queries.ts";
import { formatPeriod } from "../../format/dates.ts";
import { asSentence } from "../../format/sentence.ts";
import { leads, useViewer } from "../../session/viewer.ts";
import { notifyFailed, notifyUndoable, refreshAll } from "../../ui/saved-notice.tsx";
import classes from "./meetings.module.css";
import { ProjectChoice } from "./project-choice.tsx";
import { attendeesInWords, meetingById, restrictMeeting } from "./queries.ts";
import { useAssignMeeting } from "./use-assign-meeting.ts";

interface Source {
  id: string;
  title: string;
  project_id: string | null;
  is_restricted: boolean;
  archived_at: string | null;
}

/** The participants of a meeting and the reason for its project, which admins and leads can change. */
export function MeetingFacts({ source }: { source: Source }) {
  const mayChange = leads(useViewer());
  const meeting = useQuery(meetingById(source.id)).data;
  if (!meeting) return null;
  const { starts_at, ends_at, recorded_by, attendees, match_reason } = meeting;
  return (
    <section className={classes.facts} aria-label="About the meeting">
      <Text size="sm">
        {formatPeriod(starts_at, ends_at)}
        {recorded_by && `, recorded by ${recorded_by}`}
      </Text>
      {attendees.length > 0 && <Text size="sm">With {attendeesInWords(attendees)}</Text>}
      {match_reason && (
        <Text size="sm" c="dimmed">
          Why this project: {asSentence(match_reason)}
        </Text>
      )}
      {mayChange && source.archived_at === null && (
        <Actions source={source} isDecided={meeting.matched_by !== null} />
      )}
    </section>
  );
}

function Actions({ source, isDecided }: { source: Source; isDecided: boolean }) {
  const { id, title, project_id, is_restricted } = source;
  const [projectId, setProjectId] = useState<string | null>(null);
  const projects = useQuery({ ...projectSummaries, enabled: projectId !== null }).data;
  const project = projects?.find((candidate) => candidate.id === projectId);
  const assign = useAssignMeeting(source, { projectId: project_id, isDecided }, () =>
    setProjectId(null),
  );
  const restrict = useMutation({
    mutationFn: (isRestricted: boolean) => restrictMeeting(id, isRestricted),
    onSuccess: (_, isRestricted) =>
      notifyUndoable(
        isRestricted
          ? `Only admins and leads see ${title}.`
          : `Everyone on the project sees ${title}.`,
        () => restrictMeeting(id, !isRestricted),
      ),
    onError: (error) => {
      refreshAll();
      notifyFailed("Nothing was changed", error);
    },
  });
  const isBusy = assign.isPending || restrict.isPending;
  return (
    <Group align="flex-end" gap="xs" mt="xs">
      <ProjectChoice label="Assign to another project" value={projectId} onChange={setProjectId} />
      <Button
        variant="default"
        disabled={!project || projectId === project_id || isBusy}
        onClick={() =>
          project?.id && assign.mutate({ project: { id: project.id, name: project.name ?? "" } })
        }
      >
        Assign
      </Button>
      {project_id !== null && (
        <Button variant="subtle" disabled={isBusy} onClick={() => assign.mutate({ project: null })}>
          Remove from project
        </Button>
      )}
      <Button variant="subtle" disabled={isBusy} onClick={() => restrict.mutate(!is_restricted)}>
        {is_restricted ? "Lift restriction" : "Restrict meeting"}
      </Button>
    </Group>
  );
}
