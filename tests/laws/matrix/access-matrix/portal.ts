import { randomUUID } from "node:crypto";
import { parseMatrix } from "../parse-matrix.ts";
import { aJob, type Calls, sameForAll } from "./calls.ts";

export const reads = parseMatrix(`
                     | admin | lead | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
client_readouts      | org   | org  | scope  | scope   | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
deliverable_releases | org   | org  | scope  | scope   | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
scope_changes        | org   | org  | scope  | scope   | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
sow_drafts           | org   | org  | none   | none    | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
weekly_updates       | org   | org  | scope  | scope   | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
`);

export const privateTables = [
  "client_requests",
  "deliverable_decisions",
  "portal_publications",
  "project_clients",
  "released_dates",
  "request_files",
];

export const functions = parseMatrix(`
                      | admin | lead  | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
begin_portal_view     | OPINV | OPINV | OPDEN  | OPDEN   | ok     | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
create_client_request | OPDEN | OPDEN | OPDEN  | OPDEN   | OPNFD  | OPDEN    | OPDEN       | grant     | gateway | gateway | gateway | gateway  | grant
create_request_upload | OPDEN | OPDEN | OPDEN  | OPDEN   | OPNFD  | OPDEN    | OPDEN       | grant     | gateway | gateway | gateway | gateway  | grant
decide_deliverable    | OPDEN | OPDEN | OPDEN  | OPDEN   | OPNFD  | OPDEN    | OPDEN       | grant     | gateway | gateway | gateway | gateway  | grant
get_client_portal     | OPINV | OPINV | OPDEN  | OPDEN   | ok     | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
open_client_file      | OPDEN | OPDEN | OPDEN  | OPDEN   | OPNFD  | OPDEN    | OPDEN       | grant     | gateway | gateway | gateway | gateway  | grant
open_request_file     | OPNFD | OPNFD | OPDEN  | OPDEN   | OPNFD  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
prepare_client_access | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
release_project_dates | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
remove_request_file   | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
require_portal_viewer | ok    | ok    | OPDEN  | OPDEN   | ok     | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
`);

const aDeliverable = { deliverable_id: randomUUID() };

export const calls: Calls = {
  begin_portal_view: sameForAll({}),
  create_client_request: sameForAll({
    project_id: randomUUID(),
    kind: "question",
    content: "Forged",
  }),
  create_request_upload: sameForAll({
    project_id: randomUUID(),
    file_name: "forged.txt",
    content_type: "text/plain",
    size_bytes: 6,
    sha256: "0".repeat(64),
  }),
  decide_deliverable: sameForAll({
    ...aDeliverable,
    content_hash: "0".repeat(64),
    decision: "approved",
  }),
  get_client_portal: sameForAll({}),
  open_client_file: sameForAll(aDeliverable),
  open_request_file: sameForAll({ file_id: randomUUID() }),
  prepare_client_access: sameForAll({ client_id: randomUUID() }),
  release_project_dates: sameForAll({ project_id: randomUUID() }),
  remove_request_file: sameForAll(aJob),
  require_portal_viewer: sameForAll({}),
};

export const privateFunctions = {
  executableByUsers: [
    "begin_portal_view",
    "create_client_request",
    "create_request_upload",
    "decide_deliverable",
    "get_client_portal",
    "open_client_file",
    "open_request_file",
    "prepare_client_access",
    "release_project_dates",
    "require_portal_viewer",
  ],
  executableByWorkers: ["remove_request_file"],
  executableByNobody: [
    "accept_request_files",
    "add_request_document",
    "attach_request_files",
    "card_files",
    "carry_out_portal",
    "client_budget_hours",
    "client_deliverables",
    "client_hours",
    "client_of_project",
    "client_portal_of",
    "client_project_ids",
    "client_request_json",
    "client_sections",
    "client_state",
    "deliverable_decision_json",
    "deliverable_record",
    "is_request_file_changed",
    "is_shown_to_client",
    "latest_news",
    "lock_request_files",
    "portal_client_id",
    "portal_table",
    "publish_for_client",
    "published_row",
    "record_client_request",
    "released_file",
    "request_file_of",
    "require_client",
    "require_first_reading",
    "require_room_for_request_file",
    "response_date",
    "set_withdrawn",
    "tg_accounts__refuse_client_change",
    "tg_approvals__end_client_request",
    "tg_approvals__restrict_published",
    "tg_portal_publications__guard_content",
    "tg_projects__record_client",
    "tg_published__guard_approved",
    "tg_request_files__guard_states",
    "unread_publications",
  ],
};
