import { randomUUID } from "node:crypto";
import { demoId } from "../../../support/personas.ts";
import { parseMatrix } from "../parse-matrix.ts";
import { aJob, type Calls, sameForAll } from "./calls.ts";

export const reads = parseMatrix(`
                                 | admin | lead | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
busy_blocks                      | org   | org  | org    | org     | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
busy_calendars                   | org   | org  | org    | org     | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
calendar_event_project_overrides | org   | org  | scope  | scope   | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
calendar_events                  | org   | org  | scope  | scope   | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
`);

export const functions = parseMatrix(`
                       | admin | lead  | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
clear_event_override   | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
get_availability       | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
get_calendar           | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
get_event_to_change    | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
override_event_project | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
propose_event          | OPINV | OPINV | OPINV  | OPINV   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
record_calendar_event  | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
`);

export const calls: Calls = {
  clear_event_override: sameForAll({ event_id: randomUUID() }),
  get_availability: sameForAll({}),
  get_calendar: sameForAll({}),
  get_event_to_change: sameForAll(aJob),
  override_event_project: sameForAll({ event_id: randomUUID(), project_id: demoId(4, 1, 1) }),
  propose_event: {
    denied: {
      kind: "calendar_event_cancel",
      event_id: demoId(112, 1, 1),
      payload: { note: "Forged" },
    },
    admitted: { kind: "calendar_event_cancel", payload: {} },
  },
  record_calendar_event: sameForAll({ ...aJob, event: {} }),
};

export const privateFunctions = {
  executableByUsers: [
    "get_availability",
    "get_calendar",
    "override_event_project",
    "propose_event",
  ],
  executableByWorkers: ["get_event_to_change", "record_calendar_event"],
  executableByNobody: [
    "availability_json",
    "busy_calendars_of",
    "calendar_sources",
    "calendar_sync_settings",
    "calendar_week",
    "check_recurrence",
    "employees",
    "event_candidates",
    "event_occurrences",
    "event_participants",
    "events_between",
    "events_json",
    "free_slots",
    "instant_of_clock",
    "longest_event",
    "mapped_calendar_reason",
    "match_events",
    "newest_busy_calendar_of",
    "page_of_employees",
    "recurrence_problem",
    "require_time_range",
    "spoken_recurrence",
    "sync_freshness",
    "whole_number",
    "working_time",
  ],
};
