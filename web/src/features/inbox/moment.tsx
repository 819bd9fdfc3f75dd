import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext } from "react";
import type { Approval } from "../../api/approval-routes.ts";
import { formatInstantInFull, formatMoment, formatTime } from "../../format/dates.ts";
import { eventSummary } from "./queries.ts";

/** Zone of the event that a card is about; undefined for cards without one. */
const EventZone = createContext<string | undefined>(undefined);

interface Props {
  approval: Pick<Approval, "kind" | "payload">;
  children: ReactNode;
}

/** Shows the moments of a card in the zone that its title names. */
export function InZoneOfEvent({ approval: { payload }, children }: Props) {
  const { event_id: eventId, time_zone: zone } = payload as {
    event_id?: string;
    time_zone?: string;
  };
  const event = useQuery({ ...eventSummary(eventId ?? ""), enabled: !!eventId && !zone }).data;
  return <EventZone value={zone ?? event?.time_zone}>{children}</EventZone>;
}

/** A moment in the zone of its event, and the reader's time where that differs. */
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
