import { Button, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import type { CalendarEvent } from "../../api/calendar-routes.ts";
import { countOf } from "../../format/numbers.ts";
import { asSentence } from "../../format/sentence.ts";
import { overrideProject } from "./change-match.ts";
import { nameOf, whenOf } from "./event-words.ts";
import { ProjectChoice } from "./project-choice.tsx";
import classes from "./review-list.module.css";

interface Props {
  events: readonly CalendarEvent[];
  onOpen: (event: CalendarEvent) => void;
}

/** Events that no rule matched: each with the projects that may fit, and the reasons. */
export function ReviewList({ events, onOpen }: Props) {
  if (events.length === 0) {
    return (
      <Stack gap="xs" py="xl" maw={560} role="status">
        <Title order={2}>Every event in these weeks has a project</Title>
        <Text size="lg">
          Events that match no project by their attendees, client or title appear here. Choose the
          project of each. Later syncs keep your choice.
        </Text>
      </Stack>
    );
  }
  return (
    <>
      <Text c="dimmed" mb="sm">
        {countOf(events.length, "event")} without a project. Later syncs keep the projects that you
        choose.
      </Text>
      <ul className={classes.list}>
        {events.map((event) => (
          <li key={event.id} className={classes.event}>
            <div className={classes.about}>
              <button
                type="button"
                className={classes.title}
                aria-haspopup="dialog"
                onClick={() => onOpen(event)}
              >
                {event.title}
              </button>
              <Text size="sm" c="dimmed">
                {whenOf(event)}
              </Text>
              <Text size="sm" c="dimmed" className={classes.people}>
                {event.attendees.length === 0
                  ? "No attendees"
                  : `With ${event.attendees.map(nameOf).join(", ")}`}
              </Text>
            </div>
            <div className={classes.choice}>
              <Candidates event={event} />
              <ProjectChoice
                event={event}
                size="xs"
                aria-label={`Project for ${event.title}`}
                placeholder={event.candidates.length > 0 ? "Another project" : "Choose a project"}
              />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Any further suggestion would be a guess. */
const MOST = 3;

function Candidates({ event }: { event: CalendarEvent }) {
  const [isBusy, setBusy] = useState(false);
  if (event.candidates.length === 0) return null;
  const match = async (project: CalendarEvent["candidates"][number]["project"]) => {
    setBusy(true);
    await overrideProject(event, project);
    setBusy(false);
  };
  return (
    <ul className={classes.candidates} aria-label={`Suggestions for ${event.title}`}>
      {event.candidates.slice(0, MOST).map(({ project, reason }) => (
        <li key={project.id}>
          <Button
            size="compact-sm"
            variant="default"
            disabled={isBusy}
            onClick={() => void match(project)}
          >
            Assign to {project.name}
          </Button>
          <Text size="sm" c="dimmed" span>
            {asSentence(reason)}
          </Text>
        </li>
      ))}
    </ul>
  );
}
