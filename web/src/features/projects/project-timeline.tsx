import { Button, Chip, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { formatDay, formatWeekday } from "../../format/dates.ts";
import { leads, useViewer } from "../../session/viewer.ts";
import { Problem } from "../../ui/problem.tsx";
import classes from "./project-timeline.module.css";
import { projectTimeline } from "./queries.ts";
import { timelineKinds, timelineKindsIn } from "./search-params.ts";
import { daysOf, type TimelineKind } from "./timeline.ts";
import { TimelineItem } from "./timeline-item.tsx";

const route = getRouteApi("/projects/$projectId");

const kindLabels: Record<TimelineKind, string> = {
  status_update: "Status",
  classification: "Classification",
  project_changed: "Changes",
  tasks_completed: "Completed",
  tasks_started: "Started",
  hours: "Hours",
};

/** The events of the project by day, newest first. */
export function ProjectTimeline({ projectId }: { projectId: string }) {
  const { kinds } = route.useSearch();
  const navigate = route.useNavigate();
  const isLead = leads(useViewer());
  // Only leads see who changed the project.
  const choices = timelineKinds.filter((kind) => isLead || kind !== "project_changed");
  const selection = timelineKindsIn(kinds);
  const show = (next: string[]) =>
    void navigate({
      search: (before) => ({ ...before, kinds: next.join(",") }),
      replace: true,
      resetScroll: false,
    });
  return (
    <div>
      <Chip.Group multiple value={selection} onChange={show}>
        <Group gap={4} mb="md" role="group" aria-label="Show only">
          {choices.map((kind) => (
            <Chip key={kind} value={kind} size="xs" variant="outline">
              {kindLabels[kind]}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <Days projectId={projectId} kinds={selection} onClear={() => show([])} />
    </div>
  );
}

interface DaysProps {
  projectId: string;
  kinds: TimelineKind[];
  onClear: () => void;
}

function Days({ projectId, kinds, onClear }: DaysProps) {
  const timeline = useInfiniteQuery(projectTimeline(projectId, kinds));
  if (timeline.isError && !timeline.data)
    return <Problem error={timeline.error} retry={() => void timeline.refetch()} />;
  if (!timeline.data) return <TimelineSkeleton />;
  const days = daysOf(timeline.data.pages);
  if (days.length === 0) {
    return kinds.length > 0 ? <NothingOfThese onClear={onClear} /> : <NothingYet />;
  }
  return (
    <>
      <ol className={classes.days} aria-label="Timeline">
        {days.map(({ day, entries }) => (
          <li key={day} className={classes.day}>
            <div className={classes.date}>
              <time dateTime={day}>{formatDay(day)}</time>
              <span className={classes.weekday}>{formatWeekday(day)}</span>
            </div>
            <ul className={classes.entries}>
              {entries.map((entry) => (
                <TimelineItem
                  key={"id" in entry ? entry.id : entry.kind}
                  entry={entry}
                  projectId={projectId}
                />
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {timeline.isFetchNextPageError && (
        <Problem error={timeline.error} retry={() => void timeline.fetchNextPage()} />
      )}
      {timeline.hasNextPage ? (
        <Button
          variant="default"
          loading={timeline.isFetchingNextPage}
          onClick={() => void timeline.fetchNextPage()}
        >
          Show earlier entries
        </Button>
      ) : (
        <Text size="sm" c="dimmed">
          This is the start of the timeline.
        </Text>
      )}
    </>
  );
}

function NothingYet() {
  const isLead = leads(useViewer());
  return (
    <Stack gap="sm" py="md" maw={520}>
      <Title order={2}>No activity yet</Title>
      <Text size="lg">
        The timeline shows the project's statuses, finished tasks and hours by day.{" "}
        {isLead
          ? "Post the first status, create a task, or import tasks and hours from the tool you use today."
          : "Post the first status, or create a task."}
      </Text>
    </Stack>
  );
}

function NothingOfThese({ onClear }: { onClear: () => void }) {
  return (
    <Group gap="sm" role="status">
      <Text c="dimmed">No activity of this kind.</Text>
      <Button variant="default" size="compact-sm" onClick={onClear}>
        Show everything
      </Button>
    </Group>
  );
}

function TimelineSkeleton() {
  return (
    <div className={classes.days} aria-busy="true">
      {[72, 40, 96, 40].map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never move
        <div key={index} className={classes.day}>
          <div className={classes.date}>
            <Skeleton height={14} width={88} />
          </div>
          <div className={classes.entries}>
            <Skeleton height={height} />
          </div>
        </div>
      ))}
    </div>
  );
}
