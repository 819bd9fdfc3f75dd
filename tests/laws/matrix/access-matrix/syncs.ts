import { randomUUID } from "node:crypto";
import { demoId } from "../../../support/personas.ts";
import { parseMatrix } from "../parse-matrix.ts";
import { aJob, type Calls, sameForAll } from "./calls.ts";

export const reads = parseMatrix(`
                  | admin | lead | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
sync_dead_letters | org   | org  | none   | none    | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
sync_runs         | org   | org  | none   | none    | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
sync_scopes       | org   | org  | none   | none    | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
sync_streams      | org   | org  | none   | none    | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
`);

export const privateTables = [
  "sync_channels",
  "sync_pushes",
  "sync_records",
  "sync_run_records",
  "sync_run_records_position_seq",
];

export const functions = parseMatrix(`
                   | admin | lead  | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
apply_sync_page    | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPINV
begin_sync_run     | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
close_sync_channel | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
end_sync_channels  | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
end_sync_run       | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
open_sync_channel  | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
plan_sync_channels | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
receive_sync_push  | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | ok
retry_dead_letter  | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
set_sync_scope     | OPNFD | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
sync_now           | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
`);

const aStream = { stream_id: randomUUID() };

export const calls: Calls = {
  apply_sync_page: sameForAll({ ...aJob, run_id: randomUUID(), from_cursor: null, page: {} }),
  begin_sync_run: sameForAll(aJob),
  close_sync_channel: sameForAll({ ...aJob, run_id: randomUUID(), channel_id: randomUUID() }),
  end_sync_channels: sameForAll(aJob),
  end_sync_run: sameForAll({ ...aJob, run_id: randomUUID(), reason: "completed" }),
  open_sync_channel: sameForAll({
    ...aJob,
    run_id: randomUUID(),
    resource: "forged",
    address: "https://forged.example",
    expires_at: "2100-01-01T00:00:00Z",
    external_id: "forged",
    token_hash: "0".repeat(64),
  }),
  plan_sync_channels: sameForAll({
    ...aJob,
    run_id: randomUUID(),
    resources: ["forged"],
    address: "https://forged.example",
  }),
  receive_sync_push: sameForAll({
    function_slug: "calendar-sync",
    channel_id: "forged",
    is_change: true,
    message_id: "1",
    token: "forged",
  }),
  retry_dead_letter: sameForAll({ dead_letter_id: randomUUID() }),
  set_sync_scope: sameForAll({
    ...aStream,
    external_id: "forged",
    name: "Forged",
    project_id: demoId(4, 1, 1),
  }),
  sync_now: sameForAll(aStream),
};

export const privateFunctions = {
  executableByUsers: ["retry_dead_letter", "set_sync_scope", "sync_now"],
  executableByWorkers: [
    "apply_sync_page",
    "begin_sync_run",
    "close_sync_channel",
    "end_sync_channels",
    "end_sync_run",
    "open_sync_channel",
    "plan_sync_channels",
    "receive_sync_push",
  ],
  executableByNobody: [
    "activate_syncs",
    "apply_sync_records",
    "archived_synced_rows",
    "begin_closing_channels",
    "add_dead_letter",
    "carry_out_sync_removal",
    "classify_sync_records",
    "close_sync_run",
    "closing_channels",
    "count_sync_records",
    "delete_synced_busy",
    "delete_synced_events",
    "delete_synced_hours",
    "delete_synced_meetings",
    "delete_synced_rows",
    "delete_synced_tasks",
    "deleted_title",
    "detach_synced_busy",
    "detach_synced_events",
    "detach_synced_hours",
    "detach_synced_meetings",
    "detach_synced_rows",
    "detach_synced_tasks",
    "end_lost_sync_run",
    "end_sync_listing",
    "enqueue_sync",
    "fields_before_update",
    "fields_of_synced_hours",
    "fields_of_synced_tasks",
    "find_synced_busy",
    "find_synced_events",
    "find_synced_hours",
    "find_synced_meetings",
    "find_synced_rows",
    "find_synced_tasks",
    "forget_closing_channels",
    "forget_sync_channels",
    "forget_sync_run_records",
    "has_open_removal_card",
    "has_required_scope",
    "has_restricted_sources",
    "hide_synced_events",
    "hide_synced_meetings",
    "hide_synced_rows",
    "hide_synced_tasks",
    "hides_removals",
    "hold_removals",
    "is_delivered_since",
    "is_older_version",
    "is_push_genuine",
    "is_pushed_since",
    "is_sync_storage_full",
    "known_sync_records",
    "last_sync_position",
    "filter_reason",
    "filter_reason_of_busy",
    "filter_reason_of_hours",
    "link_synced_rows",
    "link_synced_tasks",
    "listed_subtasks",
    "lock_removal_card",
    "lock_sync_stream",
    "next_sync_at",
    "open_sync_conflicts",
    "open_sync_run",
    "propose_stream_removal",
    "pushed_sync_at",
    "record_held_removals",
    "record_removal",
    "record_sync_conflicts",
    "record_synced_rows",
    "refresh_removal_card",
    "release_synced_rows",
    "restored_row_count",
    "restrict_synced_sources",
    "removal_limits",
    "removal_lines",
    "removal_payload",
    "removal_reasons",
    "removal_records",
    "removal_target",
    "removals_json",
    "remove_synced_rows",
    "remove_with_receipt",
    "require_sync_page",
    "require_sync_run",
    "restore_synced_rows",
    "restore_synced_tasks",
    "set_listed_parents",
    "settle_dead_letters",
    "stream_name",
    "stream_of_removal",
    "sync_channel_renewal_at",
    "sync_fields",
    "sync_findings",
    "sync_function_slug",
    "show_synced_rows",
    "sync_kinds",
    "synced_fields",
    "synced_row_count",
    "synced_titles",
    "tg_approvals__drop_removals",
    "tg_sync_records__refuse_move",
    "tg_sync_records__require_stream",
    "tg_sync_streams__refuse_removal",
    "tick_syncs",
    "title_of_deleted_busy",
    "title_of_deleted_hours",
    "titles_of_synced_busy",
    "titles_of_synced_events",
    "titles_of_synced_hours",
    "titles_of_synced_meetings",
    "titles_of_synced_tasks",
    "write_sync_records",
    "write_synced_busy",
    "write_synced_events",
    "write_synced_hours",
    "write_synced_meetings",
    "write_synced_rows",
    "write_synced_tasks",
  ],
};
