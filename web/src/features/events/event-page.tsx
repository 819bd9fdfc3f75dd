import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { hasStatus } from "../../api/service-error.ts";
import { projectSummary } from "../../entities/project/queries.ts";
import { formatPeriod, localTimeZone } from "../../format/dates.ts";
import { NotFoundPage } from "../../ui/dead-end-pages.tsx";
import { Fact } from "../../ui/fact.tsx";
import facts from "../../ui/facts.module.css";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import classes from "./event-page.module.css";
import { calendarEvent } from "./queries.ts";

const route = getRouteApi("/events/$eventId");

/** The current state of an event: the target of an approved calendar change. */
export default function EventPage() {
  const { eventId } = route.useParams();
  return <CalendarEvent key={eventId} id={eventId} />;
}

function CalendarEvent({ id }: { id: string }) {
  const event = useQuery(calendarEvent(id));
  if (hasStatus(event.error, 404)) return <NotFoundPage kind="event" />;
  if (event.isError && !event.data) {
    return (
      <Page title="Event">
        <Problem error={event.error} retry={() => void event.refetch()} />
      </Page>
    );
  }
  if (!event.data) {
    return (
      <div aria-busy="true">
        <Skeleton height={28} width={280} mb="lg" />
        <Skeleton height={120} />
      </div>
    );
  }

  const { summary, description, location, starts_at, ends_at, time_zone, attendees, status } =
    event.data;
  const isElsewhere = time_zone !== localTimeZone();
  return (
    <Page title={summary} context={<Project id={event.data.project_id} />}>
      <dl className={facts.facts}>
        <Fact name="When">
          <time dateTime={starts_at}>{formatPeriod(starts_at, ends_at)}</time>
          {isElsewhere && (
            <Text size="xs" c="dimmed">
              In the event's time zone: {formatPeriod(starts_at, ends_at, time_zone)}
            </Text>
          )}
        </Fact>
        <Fact name="Status">{status === "cancelled" ? "Cancelled" : "Confirmed"}</Fact>
        {location && <Fact name="Where">{location}</Fact>}
      </dl>
      {description && <p className={classes.description}>{description}</p>}
      <h2 className={classes.heading}>Attendees</h2>
      {attendees.length === 0 ? (
        <Text c="dimmed">No attendees.</Text>
      ) : (
        <ul className={classes.attendees}>
          {attendees.map((address) => (
            <li key={address}>{address}</li>
          ))}
        </ul>
      )}
    </Page>
  );
}

function Project({ id }: { id: string | null }) {
  const name = useQuery({ ...projectSummary(id ?? ""), enabled: id !== null }).data?.name;
  if (!id || !name) return null;
  return (
    <Link to="/projects/$projectId" params={{ projectId: id }} className={classes.project}>
      {name}
    </Link>
  );
}
