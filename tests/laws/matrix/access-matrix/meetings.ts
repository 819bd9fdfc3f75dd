import { randomUUID } from "node:crypto";
import { demoId } from "../../../support/personas.ts";
import { parseMatrix } from "../parse-matrix.ts";
import { type Calls, sameForAll } from "./calls.ts";

export const reads = parseMatrix(`
         | admin | lead | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
meetings | org   | org  | scope  | scope   | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
`);

export const privateTables = ["meeting_action_items", "meeting_deliveries", "meeting_texts"];

export const functions = parseMatrix(`
                         | admin | lead  | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
assign_meeting           | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
list_unmatched_meetings  | ok    | ok    | OPDEN  | OPDEN   | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
receive_meeting_delivery | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPINV
restrict_meeting         | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
`);

export const calls: Calls = {
  assign_meeting: sameForAll({ meeting_id: randomUUID(), project_id: demoId(4, 1, 1) }),
  list_unmatched_meetings: sameForAll({}),
  receive_meeting_delivery: { denied: { delivery_id: "forged" }, admitted: { delivery_id: "" } },
  restrict_meeting: sameForAll({ meeting_id: randomUUID(), is_restricted: true }),
};

export const privateFunctions = {
  executableByUsers: ["assign_meeting", "list_unmatched_meetings", "restrict_meeting"],
  executableByWorkers: ["receive_meeting_delivery"],
  executableByNobody: [
    "action_item_evidence",
    "action_item_payload",
    "action_item_words",
    "action_items_since",
    "attendee_emails",
    "attendee_names",
    "clock_time",
    "lock_meeting",
    "match_meetings",
    "max_action_items",
    "meeting_findings",
    "meeting_json",
    "meeting_passages",
    "omitted_items_sentence",
    "propose_action_items",
    "publish_meetings",
    "room_for_action_items",
    "visible_line",
    "unmatched_meeting_ids",
  ],
};
