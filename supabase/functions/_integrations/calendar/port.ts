import type { Recurrence } from "../../_domain/calendar/recurrence.ts";
import type { Enums } from "../../_schema/database.types.ts";

/** An event in the form of an approved card's payload. */
export interface EventFields {
  summary: string;
  starts_at: string;
  ends_at: string;
  time_zone: string;
  attendees?: string[] | null;
  location?: string | null;
  description?: string | null;
  recurrence?: Recurrence | null;
}

/** Our copy of an event, which the decider saw beside the card. */
export interface KnownEvent {
  external_id: string;
  calendar_id: string;
  summary: string;
  starts_at: string;
  ends_at: string;
  time_zone: string;
  attendees: string[];
  location: string | null;
  description: string | null;
  /** The id of the repeating event that it belongs to. */
  series_id?: string | null;
}

/** An event in the calendar after a change. */
export interface EventCopy extends KnownEvent {
  provider: Enums<"integration_provider">;
  etag: string | null;
  status: "confirmed" | "cancelled";
  /** The occurrences of a repeating event. */
  occurrences?: Pick<EventCopy, "external_id" | "starts_at" | "ends_at" | "etag">[];
}

export interface ChangedEvent {
  provider: Enums<"external_provider">;
  externalId: string;
  url: string | null;
  /** The copy to store with the card; null if the event is a row of our own. */
  copy: EventCopy | null;
}

export type EventChange =
  | { type: "create"; fields: EventFields }
  | { type: "update"; event: KnownEvent; isForAll?: boolean; fields: Partial<EventFields> }
  | { type: "cancel"; event: KnownEvent; isForAll?: boolean; note?: string | null };

/** Makes approved calendar changes. Every failure is a VendorError. */
export interface CalendarWriter {
  /** Whether a change that is applied twice with the same marker changes the calendar only once. */
  readonly isRepeatable: boolean;
  /** The event, if the change with this marker was applied to it. */
  find(marker: string, change: EventChange, signal: AbortSignal): Promise<ChangedEvent | null>;
  apply(marker: string, change: EventChange, signal: AbortSignal): Promise<ChangedEvent>;
}
