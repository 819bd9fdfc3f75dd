import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext } from "react";
import type { Approval } from "../../api/approval-routes.ts";
import { formatInstantInFull, formatMoment, formatTime } from "../../format/dates.ts";
import { eventSummary } from "./queries.ts";

/** The zone of the event that a card is about; undefined for cards without an event. */
const EventZone = createContext<string | undefined>(undefined);

/** The first event of a card that proposes one; undefined for others. */
const FirstEvent = createContext<EventTimes | undefined>(undefined);

interface EventTimes {
  starts_at: string;
  ends_at: string;
  time_zone: string;
}

export function useFirstEvent(): EventTimes | undefined {
  return useContext(FirstEvent);
}

interface Props {
  approval: Pick<Approval, "kind" | "payload">;
  children: ReactNode;
}

/** Shows the times of a card in the zone that its title names. */
export function InZoneOfEvent({ approval: { payload }, children }: Props) {
  const {
    event_id: eventId,
    time_zone: zone,
    starts_at,
    ends_at,
  } = payload as Partial<EventTimes> & { event_id?: string };
  const first = zone && starts_at && ends_at ? { starts_at, ends_at, time_zone: zone } : undefined;
  const event = useQuery({ ...eventSummary(eventId ?? ""), enabled: !!eventId && !zone }).data;
  return (
    <EventZone value={zone ?? event?.time_zone}>
      <FirstEvent value={first}>{children}</FirstEvent>
    </EventZone>
  );
}

/** A time in the zone of its event, and the reader's time if that differs. */
export function Moment({ at }: { at: string }) {
  const zone = useContext(EventZone);
  const readersTime = formatTime(at);
  return (
    <time dateTime={at} title={formatInstantInFull(at)}>
      {formatMoment(at, zone)}
      {zone && formatTime(at, zone) !== readersTime && ` · ${readersTime} your time`}
    </time>
  );
}
