import type {
  availability,
  CalendarAction,
  calendar,
  ProposedEvent,
} from "../_domain/calendar/contract.ts";
import type { QueryOf } from "../_domain/contract.ts";
import type { Json } from "../_schema/database.types.ts";
import { callFunction } from "./call.ts";
import type { Db } from "./client.ts";

type JsonObject = { [key: string]: Json };

export function readCalendar(db: Db, query: QueryOf<typeof calendar.get>): Promise<Json> {
  const { from, to, scope, project_id, limit, cursor } = query;
  return callFunction(db, "get_calendar", {
    from_at: from,
    to_at: to,
    scope,
    project_id,
    page_size: limit,
    cursor,
  });
}

export function readAvailability(db: Db, query: QueryOf<typeof availability.get>): Promise<Json> {
  const { from, to, person_ids, slot_minutes, limit, cursor } = query;
  return callFunction(db, "get_availability", {
    from_at: from,
    to_at: to,
    person_ids,
    slot_minutes,
    page_size: limit,
    cursor,
  });
}

/** Performs one action as the caller. Throws the error of its SQL function. */
export async function changeCalendar(db: Db, body: CalendarAction): Promise<JsonObject> {
  const { action } = body;
  switch (action) {
    case "propose_event":
      return { action, approval: await proposeEvent(db, body) };
    case "override_project": {
      const { event_id, project_id } = body;
      const result = await callFunction(db, "override_event_project", { event_id, project_id });
      return { action, ...(result as JsonObject) };
    }
    case "clear_override": {
      const { event_id } = body;
      const result = await callFunction(db, "clear_event_override", { event_id });
      return { action, ...(result as JsonObject) };
    }
  }
}

const kinds = {
  create: "calendar_event_create",
  change: "calendar_event_update",
  cancel: "calendar_event_cancel",
} as const;

/** Rearranges the request's fields as the payload of a card, and proposes it. */
function proposeEvent(db: Db, event: ProposedEvent): Promise<Json> {
  const kind = kinds[event.type];
  if (event.type === "create") {
    const { action: _, type: __, project_id, title, ...fields } = event;
    return callFunction(db, "propose_event", {
      kind,
      project_id,
      payload: { summary: title, ...fields } as Json,
    });
  }
  if (event.type === "cancel") {
    const { event_id, applies_to, note } = event;
    return callFunction(db, "propose_event", {
      kind,
      event_id,
      payload: { applies_to, ...(note && { note }) },
    });
  }
  const { action: _, type: __, event_id, title, ...fields } = event;
  return callFunction(db, "propose_event", {
    kind,
    event_id,
    payload: { ...(title !== undefined && { summary: title }), ...fields } as Json,
  });
}
