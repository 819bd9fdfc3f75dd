import { Anchor, Badge, Button, Drawer, Group, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import { ExternalLinkIcon } from "lucide-react";
import type { ReactNode } from "react";
import { providerName } from "../../../../supabase/functions/_domain/words/providers.ts";
import type { CalendarEvent } from "../../api/calendar-routes.ts";
import { asSentence } from "../../format/sentence.ts";
import { leads, useViewer } from "../../session/viewer.ts";
import { openAction, useRequestedAction } from "../portfolio-actions/open-action.ts";
import { clearOverride } from "./change-match.ts";
import classes from "./event-panel.module.css";
import { nameOf, whenOf, whenThere } from "./event-words.ts";
import { ProjectChoice } from "./project-choice.tsx";
import { projectColor } from "./project-color.ts";

interface Props {
  event: CalendarEvent;
  onClose: () => void;
  /** Called after the project was chosen. */
  onMatched?: (() => void) | undefined;
}

/** Everything about an event, beside the calendar, or on a phone over all of it. */
export function EventPanel({ event, onClose, onMatched }: Props) {
  const isNarrow = useMediaQuery("(max-width: 700px)", false, { getInitialValueInEffect: false });
  // A form over the panel gets the keys.
  const isCovered = useRequestedAction() !== null;
  const there = whenThere(event);
  const { organizer, attendees, location, url, provider } = event;
  return (
    <Drawer
      opened
      onClose={onClose}
      closeOnEscape={!isCovered}
      trapFocus={!isCovered}
      position="right"
      size={isNarrow ? "100%" : 440}
      title={<span className={classes.title}>{event.title}</span>}
      returnFocus={false}
      closeButtonProps={{ "aria-label": "Close the event" }}
      transitionProps={{ duration: 0 }}
    >
      <dl className={classes.facts}>
        <Fact name="When">
          <time dateTime={event.starts_at}>{whenOf(event)}</time>
          {there && (
            <Text size="xs" c="dimmed">
              In the event's time zone: {there}
            </Text>
          )}
          {event.series_id && (
            <Text size="xs" c="dimmed">
              Repeats
            </Text>
          )}
          {event.status === "tentative" && (
            <Text size="xs" c="dimmed">
              Tentative: the organizer hasn't confirmed it
            </Text>
          )}
        </Fact>
        {location && <Fact name="Where">{location}</Fact>}
        <Fact name="Project">
          <Match event={event} onMatched={onMatched} />
        </Fact>
        {organizer && <Fact name="Organizer">{nameOf(organizer)}</Fact>}
        <Fact name={`Attendees (${attendees.length})`}>
          {attendees.length === 0 ? (
            <Text c="dimmed">No attendees.</Text>
          ) : (
            <ul className={classes.attendees}>
              {attendees.map((attendee) => (
                <li key={attendee.email}>
                  {nameOf(attendee)}
                  {attendee.person && <span className={classes.address}>{attendee.email}</span>}
                </li>
              ))}
            </ul>
          )}
        </Fact>
      </dl>
      <Actions event={event} />
      <Group gap="md" mt="md">
        {url && (
          <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
            Open in {providerName(provider)} <ExternalLinkIcon size={14} aria-hidden />
          </Anchor>
        )}
        {event.project && (
          <Anchor
            size="sm"
            renderRoot={(props) => (
              <Link to="/events/$eventId" params={{ eventId: event.id }} {...props} />
            )}
          >
            Open event page
          </Anchor>
        )}
      </Group>
    </Drawer>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The project of the event and the reason for it; admins and leads can choose another one. */
function Match({ event, onMatched }: Pick<Props, "event" | "onMatched">) {
  const isLead = leads(useViewer());
  const { project, match } = event;
  return (
    <>
      {project ? (
        <Group gap={8} wrap="nowrap">
          <span
            className={classes.color}
            style={{ background: projectColor(project.id) }}
            aria-hidden
          />
          <Link to="/projects/$projectId" params={{ projectId: project.id }}>
            {project.name}
          </Link>
          {match?.is_override && (
            <Badge variant="default" tt="none" fw={400}>
              Chosen by hand
            </Badge>
          )}
        </Group>
      ) : (
        <Text>No project matches this event.</Text>
      )}
      {match && (
        <Text size="sm" c="dimmed" mt={4}>
          {asSentence(match.reason)}
        </Text>
      )}
      {isLead && (
        <Group gap="xs" mt="xs" align="flex-end" wrap="nowrap">
          <ProjectChoice
            event={event}
            onSaved={onMatched}
            size="xs"
            label={project ? "Project" : "Assign to a project"}
            className={classes.choice}
          />
          {match?.is_override && (
            <Button size="xs" variant="default" onClick={() => void clearOverride(event)}>
              Clear choice
            </Button>
          )}
        </Group>
      )}
    </>
  );
}

function Actions({ event }: { event: CalendarEvent }) {
  if (!event.can_change) {
    return (
      <Text size="sm" c="dimmed">
        {event.project
          ? "This event is read-only here. Change it in its calendar."
          : "Assign the event to a project to propose a change."}
      </Text>
    );
  }
  return (
    <Group gap="xs">
      <Button
        size="xs"
        variant="default"
        onClick={() => openAction({ kind: "change-event", about: event.title, event })}
      >
        Propose change
      </Button>
      <Button
        size="xs"
        variant="default"
        onClick={() => openAction({ kind: "cancel-event", about: event.title, event })}
      >
        Propose cancellation
      </Button>
    </Group>
  );
}
