/**
 * The access matrix: what everybody gets from everything there is. The catalogue and this page must
 * name the same objects, and every cell is asked over HTTP, or the suite fails. A new table, function,
 * bucket or route is a new line here.
 *
 * Columns are the personas of support/personas.ts. `expired`, `forged` and `alg_none` are an admin's
 * token past its time, with the right claims and key id under a wrong key, and without signature.
 */
import { type Matrix, parseMatrix } from "./parse-matrix.ts";

/**
 * Reading through the Data API. The rows: `org` all of the persona's organization, `scope` those of
 * their projects that are not restricted, `own` those that are theirs alone and rest on what they may see, `colleagues` themselves and the organization's employees, `none` an
 * empty answer, `every` all there are. Or the gate that refuses: `gateway` 401 before anything is asked,
 * `grant` PostgreSQL's 42501.
 */
export const reads: Matrix = parseMatrix(`
                           | admin   | lead    | member     | member2    | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
organizations              | org     | org     | org        | org        | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
people                     | org     | org     | colleagues | colleagues | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
invitations                | org     | none    | none       | none       | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
clients                    | org     | org     | scope      | scope      | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
accounts                   | org     | org     | scope      | scope      | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
projects                   | org     | org     | scope      | scope      | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
project_members            | org     | org     | scope      | scope      | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
task_comments              | org     | org     | scope      | scope      | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
tasks                      | org     | org     | scope      | scope      | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
time_entries               | org     | org     | scope      | scope      | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
contacts                   | org     | org     | scope      | scope      | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
status_updates             | org     | org     | scope      | scope      | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
status_update_versions     | org     | org     | scope      | scope      | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
operating_profiles         | org     | org     | scope      | scope      | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
portfolio_classifications  | org     | org     | scope      | scope      | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
reconciliation_resolutions | org     | org     | none       | none       | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
project_summaries          | org     | org     | scope      | scope      | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
project_daily_hours        | org     | org     | scope      | scope      | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
project_monthly_hours      | org     | org     | scope      | scope      | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
portfolio_import_runs      | org     | org     | none       | none       | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
portfolio_import_rows      | org     | org     | none       | none       | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
audit_events               | org     | org     | none       | none       | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
portfolio_import_memberships | org     | org     | none       | none       | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
portfolio_import_changes   | org     | org     | none       | none       | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
import_mappings            | org     | org     | none       | none       | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
organization_settings      | org     | org     | none       | none       | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
authoring_profiles         | org     | org     | none       | none       | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
evidence_packs             | org     | org     | scope      | scope      | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
drafts                     | org     | org     | scope      | scope      | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
author_statements          | org     | org     | scope      | scope      | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
estimate_cases             | org     | org     | none       | none       | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
project_rates              | org     | org     | none       | none       | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
person_rates               | org     | org     | none       | none       | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
sources                    | org     | org     | scope      | scope      | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
passages                     | org     | org     | scope      | scope      | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
project_notes              | org     | org     | scope      | scope      | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
meetings                   | org     | org     | scope      | scope      | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
documents                  | org     | org     | scope      | scope      | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
document_versions          | org     | org     | scope      | scope      | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
document_summaries         | org     | org     | scope      | scope      | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
approval_kinds             | every   | every   | every      | every      | none   | none     | every       | grant     | gateway | gateway | gateway | gateway  | every
approvals                  | org     | org     | scope      | scope      | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
approval_versions          | org     | org     | scope      | scope      | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
approval_citations         | org     | org     | scope      | scope      | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
approval_events            | org     | org     | scope      | scope      | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
weekly_updates             | org     | org     | scope      | scope      | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
scope_changes              | org     | org     | scope      | scope      | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
sow_drafts                 | org     | org     | none       | none       | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
client_readouts            | org     | org     | scope      | scope      | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
deliverable_releases       | org     | org     | scope      | scope      | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
prompt_versions            | org     | org     | none       | none       | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
live_prompts               | org     | org     | none       | none       | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
skills                     | org     | org     | org        | org        | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
skill_versions             | org     | org     | org        | org        | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
integrations               | org     | none    | none       | none       | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
external_links             | org     | org     | scope      | scope      | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
sync_streams               | org     | org     | none       | none       | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
sync_runs                  | org     | org     | none       | none       | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
sync_scopes                | org     | org     | none       | none       | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
sync_dead_letters          | org     | org     | none       | none       | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
busy_blocks                | org     | org     | org        | org        | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
busy_calendars             | org     | org     | org        | org        | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
calendar_event_project_overrides | org     | org     | scope      | scope      | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
calendar_events            | org     | org     | scope      | scope      | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
inbound_emails             | org     | org     | none       | none       | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
email_domains              | org     | org     | none       | none       | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
chat_sessions              | own     | own     | own        | own        | none   | none     | own         | grant     | gateway | gateway | gateway | gateway  | grant
chat_messages              | own     | own     | own        | own        | none   | none     | own         | grant     | gateway | gateway | gateway | gateway  | grant
chat_citations             | own     | own     | own        | own        | none   | none     | own         | grant     | gateway | gateway | gateway | gateway  | grant
`);

/** Tables of the schema private: nobody reaches them, by any road. */
export const tablesOfPrivate = [
  "account_notice_readings",
  "approval_delegations",
  "approval_materials",
  "approval_readings",
  "chat_materials",
  "client_requests",
  "crm_records",
  "deliverable_decisions",
  "download_tickets",
  "email_attachments",
  "email_deliveries",
  "email_texts",
  "embedding_models",
  "health_settings",
  "hours_changes",
  "import_inputs",
  "jobs",
  "meeting_action_items",
  "meeting_deliveries",
  "meeting_texts",
  "password_links",
  "person_former_names",
  "person_merge_moves",
  "person_merges",
  "person_pictures",
  "portal_publications",
  "quotas",
  "rate_limit_settings",
  "rate_limits",
  "released_dates",
  "request_files",
  "sample_rows",
  "saved_views",
  "staged_passages",
  "storage_usage",
  "sync_channels",
  "sync_pushes",
  "sync_records",
  "sync_run_records",
  "sync_run_records_position_seq",
  "synced_files",
  "task_comment_mentions",
  "task_comment_versions",
  "timers",
  "viewer_reads",
  "week_locks",
];

/** Columns that nobody reads: asked for by name, `grant` refuses everyone whom the gateway lets in. */
export const unreadableColumns = ["invitations.token_hash", "sync_dead_letters.payload"];

/**
 * Writing through the Data API, to every table and view of `reads`. `view` is PostgreSQL's 55000: a
 * view over several tables takes no rows from anybody.
 */
export const writes: Matrix = parseMatrix(`
                | admin  | lead   | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
table: insert  | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | grant
table: update  | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | grant
table: upsert  | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | grant
table: delete  | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | grant
view: insert   | view  | view  | view   | view    | view   | view     | view        | view      | gateway | gateway | gateway | gateway  | view
view: update   | view  | view  | view   | view    | view   | view     | view        | view      | gateway | gateway | gateway | gateway  | view
view: upsert   | view  | view  | view   | view    | view   | view     | view        | view      | gateway | gateway | gateway | gateway  | view
view: delete   | view  | view  | view   | view    | view   | view     | view        | view      | gateway | gateway | gateway | gateway  | view
`);

/**
 * Calling functions of `public` through the Data API. `ok` it answers; a code starting with OP is
 * raised by the function itself (OPINV: the caller is let in, and only their input is refused).
 */
export const functions: Matrix = parseMatrix(`
                             | admin | lead  | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
accept_invitation            | OPSTA | OPSTA | OPSTA  | OPSTA   | OPSTA  | OPNFD    | OPSTA       | grant     | gateway | gateway | gateway | gateway  | grant
add_sample_data              | OPSTA | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPSTA       | grant     | gateway | gateway | gateway | gateway  | grant
add_task_comment             | OPINV | OPINV | OPINV  | OPINV   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
approve_and_execute_approval | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
apply_sync_page              | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPINV
approve_approval             | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
assign_approval              | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
assign_meeting               | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
archive_chat_session         | OPNFD | OPNFD | OPNFD  | OPNFD   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
archive_document             | OPNFD | OPNFD | OPNFD  | OPNFD   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
batch_approve                | ok    | ok    | OPDEN  | OPDEN   | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
begin_chat                   | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
begin_chat_turn              | OPINV | OPINV | OPINV  | OPINV   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
begin_import                 | OPINV | OPINV | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
begin_indexing               | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
begin_portal_view            | OPINV | OPINV | OPDEN  | OPDEN   | ok     | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
begin_research               | ok    | ok    | OPDEN  | OPDEN   | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
begin_sync_run               | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
carry_out_execution          | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
carry_out_import_job         | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
carry_out_locally            | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
change_person_role           | OPINV | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
change_project_team          | OPINV | OPINV | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
check_file_hash              | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPNFD
check_worker_token           | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | ok
close_sync_channel           | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
classify_project             | OPINV | OPINV | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
clear_event_override         | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
confirm_execution            | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
connect_integration          | OPINV | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
copy_project                 | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
correct_status_update        | OPINV | OPINV | OPINV  | OPINV   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
create_account               | OPINV | OPINV | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
build_evidence_pack          | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
create_client                | OPINV | OPINV | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
create_client_request        | OPDEN | OPDEN | OPDEN  | OPDEN   | OPNFD  | OPDEN    | OPDEN       | grant     | gateway | gateway | gateway | gateway  | grant
create_request_upload        | OPDEN | OPDEN | OPDEN  | OPDEN   | OPNFD  | OPDEN    | OPDEN       | grant     | gateway | gateway | gateway | gateway  | grant
create_document_upload       | OPINV | OPINV | OPINV  | OPINV   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
create_estimate_case         | OPINV | OPINV | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
create_password_link         | OPNFD | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
create_project               | OPINV | OPINV | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
create_saved_view            | OPINV | OPINV | OPINV  | OPINV   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
create_task                  | OPINV | OPINV | OPINV  | OPINV   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
decide_deliverable           | OPDEN | OPDEN | OPDEN  | OPDEN   | OPNFD  | OPDEN    | OPDEN       | grant     | gateway | gateway | gateway | gateway  | grant
delegate_approvals           | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
delete_authoring_profile     | OPNFD | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
delete_import_mapping        | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
delete_time_entry            | OPNFD | OPNFD | OPNFD  | OPNFD   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
discard_timer                | OPSTA | OPSTA | OPSTA  | OPSTA   | OPDEN  | OPDEN    | OPSTA       | grant     | gateway | gateway | gateway | gateway  | grant
disconnect_integration       | OPNFD | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
edit_approval                | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
edit_task_comment            | OPINV | OPINV | OPINV  | OPINV   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
end_sync_channels            | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
end_sync_run                 | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
execute_approval             | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
fail_chat_turn               | OPNFD | OPNFD | OPNFD  | OPNFD   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
fail_execution               | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
fail_indexing                | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
fail_job                     | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | ok
find_local_effect            | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
find_rows                      | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
finish_chat_turn             | OPNFD | OPNFD | OPNFD  | OPNFD   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
finish_execution             | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
finish_jobs                  | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | ok
get_account                  | ok    | ok    | ok     | ok      | ok     | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
get_availability             | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
get_calendar                 | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
get_chat_spine               | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
get_client_portal            | OPINV | OPINV | OPDEN  | OPDEN   | ok     | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
get_document_inventory       | ok    | ok    | OPDEN  | OPDEN   | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
get_embedding_model          | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
get_approved_draft           | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
get_draft                    | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
get_estimate_cases           | ok    | ok    | OPDEN  | OPDEN   | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
get_event_to_change          | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
get_hours                    | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
get_inbox                    | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
get_integrations             | ok    | ok    | OPDEN  | OPDEN   | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
assign_inbound_email         | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
unassign_inbound_email       | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
reject_inbound_email         | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
restore_inbound_email        | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
list_inbound_emails          | ok    | ok    | OPDEN  | OPDEN   | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
list_email_domains           | ok    | ok    | OPDEN  | OPDEN   | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
set_email_domain             | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
get_email                    | OPNFD | OPNFD | OPNFD  | OPNFD   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
begin_email_indexing         | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | ok
index_email                  | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | ok
receive_email_delivery       | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPINV
get_integration              | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
get_my_work                  | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
get_outcome                  | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
get_organization_settings    | ok    | ok    | OPDEN  | OPDEN   | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
get_person_profile           | ok    | ok    | ok     | ok      | OPNFD  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
get_portfolio                | ok    | ok    | ok     | ok      | ok     | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
get_portfolio_health         | ok    | ok    | OPDEN  | OPDEN   | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
get_portfolio_options        | ok    | ok    | OPDEN  | OPDEN   | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
get_project_timeline         | ok    | ok    | ok     | OPNFD   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
get_prompt                   | ok    | ok    | OPDEN  | OPDEN   | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
get_read_versions            | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
get_sample_data              | ok    | ok    | OPDEN  | OPDEN   | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
get_spine                    | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
get_task                     | OPNFD | OPNFD | OPNFD  | OPNFD   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
get_task_page                | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
get_team_week                | ok    | ok    | OPDEN  | OPDEN   | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
get_texts_to_embed           | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
get_timer                    | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
get_timesheet                | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
get_viewer                   | ok    | ok    | ok     | ok      | ok     | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
import_portfolio             | OPINV | OPINV | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
invite_person                | OPINV | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
lease_execution              | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
lease_indexing               | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
lease_reconciliation         | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
list_approvals               | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
list_changes                 | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
list_documents               | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
list_people                  | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
list_projects                | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
list_saved_views             | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
list_skills                  | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
list_task_labels             | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
list_tasks                   | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
list_unmatched_meetings      | ok    | ok    | OPDEN  | OPDEN   | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
lock_week                    | OPINV | OPINV | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
log_time                     | OPINV | OPINV | OPINV  | OPINV   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
mark_mentions_read           | OPINV | OPINV | OPINV  | OPINV   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
mark_my_work_seen            | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
mark_vendor_call             | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
merge_person                 | OPINV | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
next_job_at                  | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | ok
offboard_person              | OPINV | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
open_client_file             | OPDEN | OPDEN | OPDEN  | OPDEN   | OPNFD  | OPDEN    | OPDEN       | grant     | gateway | gateway | gateway | gateway  | grant
open_request_file            | OPNFD | OPNFD | OPDEN  | OPDEN   | OPNFD  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
open_document                | OPNFD | OPNFD | OPNFD  | OPNFD   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
override_event_project       | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
park_execution               | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
post_status_update           | OPINV | OPINV | OPINV  | OPINV   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
prepare_client_access        | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
preview_person_change        | OPINV | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
preview_project_team         | OPINV | OPINV | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
prompt_versions              | ok    | ok    | OPDEN  | OPDEN   | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
propose_draft                | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
propose_approval             | OPINV | OPINV | OPINV  | OPINV   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
propose_event                | OPINV | OPINV | OPINV  | OPINV   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
propose_undo                 | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
plan_sync_channels           | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
open_sync_channel            | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
publish_document             | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
read_account_notices         | OPINV | OPINV | OPINV  | OPINV   | OPINV  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
read_skill                   | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
receive_meeting_delivery     | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPINV
receive_sync_push            | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | ok
record_calendar_event        | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
redeem_password_link         | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPNFD
redeem_ticket                | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPNFD
reject_approval              | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
release_project_dates        | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
remove_sample_data           | ok    | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
remove_second_factor         | OPNFD | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
remove_task_comment          | OPNFD | OPNFD | OPNFD  | OPNFD   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
rename_person                | OPINV | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
rename_self                  | OPINV | OPINV | OPINV  | OPINV   | OPINV  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
renew_lease                     | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | ok
require_importer             | ok    | ok    | OPDEN  | OPDEN   | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
require_internal_viewer      | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
require_lead                 | ok    | ok    | OPDEN  | OPDEN   | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
require_portal_viewer        | ok    | ok    | OPDEN  | OPDEN   | ok     | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
resolve_finding              | OPINV | OPINV | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
restore_document             | OPNFD | OPNFD | OPNFD  | OPNFD   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
restore_task_comment         | OPNFD | OPNFD | OPNFD  | OPNFD   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
restore_time_entry           | OPNFD | OPNFD | OPNFD  | OPNFD   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
restrict_meeting             | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
retry_dead_letter            | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
create_from_crm_record       | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
dismiss_crm_record           | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
link_crm_record              | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
reopen_crm_record            | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
fail_file_fetch              | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
lease_file_fetch             | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
remove_request_file          | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
store_fetched_file           | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
review_approval              | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
revoke_invitation            | OPNFD | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
rollback_prompt              | OPNFD | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
save_authoring_profile       | OPINV | OPINV | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
save_import_mapping          | OPINV | OPINV | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
search_passages                | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
set_base_prompt              | OPINV | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
set_embedding_model          | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | ok
set_person_email             | OPINV | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
set_picture                  | OPINV | OPINV | OPINV  | OPINV   | OPINV  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
set_project_membership       | OPINV | OPINV | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
set_author_statement         | OPNFD | OPNFD | OPNFD  | OPNFD   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
set_person_rate              | OPINV | OPINV | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
set_project_rate             | OPINV | OPINV | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
set_prompt_owner             | OPINV | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
set_quota                    | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPINV
set_rate_limit               | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPINV
set_sync_scope               | OPNFD | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
set_verify_window            | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPINV
settle_citations             | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
settle_execution             | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
skip_embeddings              | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
stage_prompt                 | OPINV | OPINV | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
start_import_job             | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
start_timer                  | OPNFD | OPNFD | OPNFD  | OPNFD   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
stop_timer                   | OPSTA | OPSTA | OPSTA  | OPSTA   | OPDEN  | OPDEN    | OPSTA       | grant     | gateway | gateway | gateway | gateway  | grant
store_embeddings             | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
store_extracted              | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
sync_now                     | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
take_jobs                    | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPINV
undo_import                  | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
unlock_week                  | OPINV | OPINV | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
unmerge_person               | OPINV | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
update_account               | OPINV | OPINV | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
update_client                | OPINV | OPINV | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
update_document              | OPNFD | OPNFD | OPNFD  | OPNFD   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
update_operating_profile     | OPINV | OPINV | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
update_organization_settings | OPINV | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
update_project               | OPINV | OPINV | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
update_saved_view            | OPINV | OPINV | OPINV  | OPINV   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
update_task                  | OPINV | OPINV | OPINV  | OPINV   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
update_tasks                 | OPINV | OPINV | OPINV  | OPINV   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
update_time_entry            | OPINV | OPINV | OPINV  | OPINV   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
write_chat_summary           | OPNFD | OPNFD | OPNFD  | OPNFD   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
`);

/**
 * Functions of `private`. The Data API reaches none of them, whoever asks. In the database a signed-in
 * user may execute the first list, because policies and wrappers of `public` run as the caller; the
 * second the workers with the secret key; the third is for other functions and for the owner.
 */
export const privateFunctions = {
  executableByUsers: [
    "accept_invitation",
    "add_sample_data",
    "adapted_tail",
    "add_task_comment",
    "administered_organization_id",
    "approve_and_execute_approval",
    "approve_approval",
    "assign_approval",
    "archive_chat_session",
    "archive_document",
    "assign_inbound_email",
    "assign_meeting",
    "awaited_upload_paths",
    "backoff_steps",
    "batch_approve",
    "begin_chat",
    "begin_chat_turn",
    "begin_import",
    "begin_indexing",
    "begin_portal_view",
    "begin_research",
    "case_financials",
    "change_person_role",
    "change_project_team",
    "classify_project",
    "comparable_cases",
    "comparable_figures",
    "comparable_text",
    "connect_integration",
    "copy_project",
    "correct_status_update",
    "coverage_band",
    "build_evidence_pack",
    "get_approved_draft",
    "get_draft",
    "propose_draft",
    "save_authoring_profile",
    "set_author_statement",
    "create_account",
    "create_client",
    "create_client_request",
    "create_request_upload",
    "create_document_upload",
    "create_estimate_case",
    "create_password_link",
    "create_project",
    "create_saved_view",
    "create_task",
    "current_projects",
    "decide_deliverable",
    "delegate_approvals",
    "current_tails",
    "delete_authoring_profile",
    "delete_import_mapping",
    "delete_time_entry",
    "discard_timer",
    "disconnect_integration",
    "edit_approval",
    "edit_task_comment",
    "effective_scope",
    "estimate_groups",
    "estimate_model",
    "execute_approval",
    "fail_chat_turn",
    "few_passages",
    "find_rows",
    "finish_chat_turn",
    "fold_text",
    "get_account",
    "get_availability",
    "get_calendar",
    "get_client_portal",
    "get_client_portfolio",
    "get_document_inventory",
    "get_email",
    "get_embedding_model",
    "get_inbox",
    "get_integrations",
    "get_my_work",
    "get_organization_settings",
    "get_person_profile",
    "get_portfolio_health",
    "get_portfolio_options",
    "get_prompt",
    "get_read_versions",
    "get_sample_data",
    "get_task",
    "get_task_page",
    "get_team_week",
    "get_timer",
    "get_timesheet",
    "get_viewer",
    "hours_after_completion",
    "import_portfolio",
    "internal_person_id",
    "invite_person",
    "is_no_query_plan",
    "is_quoted",
    "led_organization_id",
    "list_approvals",
    "list_email_domains",
    "list_inbound_emails",
    "list_saved_views",
    "list_skills",
    "list_task_labels",
    "list_unmatched_meetings",
    "liveliest_projects",
    "lock_week",
    "log_time",
    "mark_mentions_read",
    "mark_my_work_seen",
    "material_scopes",
    "merge_person",
    "most_alike",
    "narrowed_projects",
    "nearest_passages",
    "offboard_person",
    "open_client_file",
    "open_request_file",
    "open_document",
    "outcome_of",
    "override_event_project",
    "passage_snippet",
    "pinball_loss",
    "post_status_update",
    "prepare_client_access",
    "preview_person_change",
    "preview_project_team",
    "prompt_versions",
    "propose_approval",
    "propose_event",
    "propose_undo",
    "query_demands",
    "query_terms",
    "range_of_cases",
    "rank_by_names",
    "rank_by_words",
    "rank_passages",
    "rank_wide_scope",
    "read_account_notices",
    "read_skill",
    "record_chat_materials",
    "record_view_as",
    "reject_approval",
    "reject_inbound_email",
    "release_project_dates",
    "remove_sample_data",
    "remove_second_factor",
    "remove_task_comment",
    "rename_person",
    "rename_self",
    "require_importer",
    "require_internal_viewer",
    "require_lead",
    "require_limit",
    "require_portal_viewer",
    "resolve_finding",
    "restore_document",
    "restore_inbound_email",
    "restore_task_comment",
    "restore_time_entry",
    "restrict_meeting",
    "create_from_crm_record",
    "dismiss_crm_record",
    "link_crm_record",
    "reopen_crm_record",
    "retry_dead_letter",
    "revoke_invitation",
    "rollback_prompt",
    "save_import_mapping",
    "scored_estimates",
    "set_base_prompt",
    "set_email_domain",
    "set_person_email",
    "set_person_rate",
    "set_picture",
    "set_project_membership",
    "set_project_rate",
    "set_prompt_owner",
    "set_sync_scope",
    "settled_passage",
    "settled_row",
    "similar_words",
    "spaceless_letter",
    "spine",
    "spine_activity",
    "spine_lines",
    "spine_work",
    "stage_prompt",
    "start_timer",
    "stemmed_language",
    "stop_timer",
    "sync_now",
    "term_hits",
    "unassign_inbound_email",
    "undo_import",
    "unlock_week",
    "unmerge_person",
    "update_account",
    "update_client",
    "update_document",
    "update_operating_profile",
    "update_organization_settings",
    "update_project",
    "update_saved_view",
    "update_task",
    "update_tasks",
    "update_time_entry",
    "verify_window_days",
    "viewer_organization_id",
    "visible_account_ids",
    "visible_client_ids",
    "visible_person_ids",
    "visible_project_ids",
    "visible_scope_hashes",
    "visible_scope_ids",
    "weighted_quantiles",
    "write_chat_summary",
  ],
  executableByBoth: ["check_data_api_request"],
  executableByWorkers: [
    "apply_sync_page",
    "begin_email_indexing",
    "begin_sync_run",
    "carry_out_execution",
    "carry_out_import_job",
    "carry_out_locally",
    "check_file_hash",
    "check_worker_token",
    "close_sync_channel",
    "confirm_execution",
    "end_sync_channels",
    "end_sync_run",
    "fail_execution",
    "fail_indexing",
    "fail_job",
    "find_local_effect",
    "finish_execution",
    "finish_jobs",
    "get_event_to_change",
    "get_integration",
    "get_texts_to_embed",
    "index_email",
    "receive_email_delivery",
    "receive_meeting_delivery",
    "open_sync_channel",
    "plan_sync_channels",
    "receive_sync_push",
    "renew_lease",
    "lease_execution",
    "fail_file_fetch",
    "lease_file_fetch",
    "remove_request_file",
    "store_fetched_file",
    "lease_indexing",
    "lease_reconciliation",
    "mark_vendor_call",
    "next_job_at",
    "park_execution",
    "publish_document",
    "record_calendar_event",
    "redeem_password_link",
    "redeem_ticket",
    "review_approval",
    "set_embedding_model",
    "set_quota",
    "set_rate_limit",
    "set_verify_window",
    "settle_execution",
    "skip_embeddings",
    "start_import_job",
    "store_embeddings",
    "store_extracted",
    "take_jobs",
  ],
  executableByNobody: [
    "accept_request_files",
    "action_items_left",
    "add_request_document",
    "archived_synced_rows",
    "attach_request_files",
    "begin_closing_channels",
    "card_files",
    "check_recurrence",
    "closing_channels",
    "email_bytes",
    "event_occurrences",
    "forget_closing_channels",
    "instant_of_clock",
    "is_email_storage_full",
    "is_request_file_changed",
    "is_sync_storage_full",
    "issue_ticket",
    "lock_request_files",
    "most_action_items",
    "moved_by_clock",
    "recurrence_problem",
    "request_file_of",
    "require_room_for_request_file",
    "room_for_action_items",
    "spoken_recurrence",
    "tg_request_files__guard_states",
    "add_fetched_version",
    "address_of",
    "apply_crm_companies",
    "bury_fetched_file",
    "carry_out_sync_removal",
    "crm_name",
    "crm_records_of",
    "crm_records_to_review",
    "crm_review_json",
    "decide_crm_record",
    "delete_synced_crm",
    "delete_synced_files",
    "disown_synced_crm",
    "disown_synced_files",
    "document_kind_of_name",
    "document_type_endings",
    "domain_of",
    "export_type",
    "fail_dead_file_fetch",
    "fetched_file_name",
    "fetched_file_path",
    "find_synced_crm_records",
    "find_synced_files",
    "fold_crm_record",
    "fold_crm_records",
    "has_open_removal_card",
    "has_crm_merges",
    "hide_synced_emails",
    "hide_synced_events",
    "hide_synced_files",
    "hide_synced_meetings",
    "hide_synced_rows",
    "hide_synced_tasks",
    "hides_removals",
    "restrict_synced_sources",
    "show_synced_rows",
    "hold_removals",
    "is_restricted_file",
    "is_restricted_name",
    "leave_reason_of_crm",
    "leave_reason_of_files",
    "link_crm_companies",
    "link_crm_contacts",
    "link_crm_deals",
    "lock_crm_record",
    "lock_crm",
    "lock_fetched_file",
    "lock_removal_card",
    "max_document_bytes",
    "record_removal",
    "refresh_removal_card",
    "removal_lines",
    "removal_payload",
    "removal_reasons",
    "removal_records",
    "removal_target",
    "remove_with_receipt",
    "restore_synced_crm",
    "restore_synced_emails",
    "restore_synced_files",
    "restore_synced_rows",
    "restore_synced_tasks",
    "store_crm_records",
    "stream_of_removal",
    "synced_file_name",
    "tg_approvals__drop_removals",
    "titles_of_synced_crm",
    "titles_of_synced_files",
    "update_synced_documents",
    "whole_number",
    "write_crm_contacts",
    "write_next_version",
    "write_synced_companies",
    "write_synced_contacts",
    "write_synced_deals",
    "write_synced_files",
    "account_notices",
    "are_pack_items",
    "are_profile_sections",
    "bare_sentence",
    "citable_items",
    "client_texts",
    "comparable_lines",
    "contains_word",
    "date_claims",
    "draft_export",
    "draft_project_json",
    "draft_vocabulary",
    "evidence_groups",
    "evidence_pack_json",
    "foreign_source_reasons",
    "is_claim_supported",
    "is_same_name",
    "known_names",
    "known_units",
    "marked_numbers",
    "month_claims",
    "month_number",
    "names_in",
    "number_claim",
    "number_unit",
    "pack_figures",
    "pack_items",
    "pack_passages",
    "pack_rows",
    "quotation_reasons",
    "seed_authoring_profiles",
    "sentence_reasons",
    "source_reasons",
    "speaker_of",
    "speech_pattern",
    "split_sentences",
    "text_claims",
    "tg_approvals__restrict_packs",
    "tg_author_statements__guard_words",
    "tg_drafts__guard_content",
    "tg_evidence_packs__guard_items",
    "tg_organizations__seed_profiles",
    "tg_sources__restrict_packs",
    "unknown_names",
    "without_markers",
    "without_titles",
    "words_of_no_name",
    "written_day",
    "action_item_evidence",
    "action_item_payload",
    "action_item_words",
    "action_items_since",
    "activate_syncs",
    "add_prompt_version",
    "add_sample_hours",
    "add_sample_projects",
    "add_sample_tasks",
    "admits_sign_up",
    "allowed_actions",
    "answer_person_change",
    "answering_message",
    "append_project_note",
    "apply_sync_records",
    "approval_card",
    "approval_counts",
    "approval_diff",
    "approval_evidence",
    "approval_hash",
    "approval_history",
    "approval_json",
    "approval_lapse_reasons",
    "approval_page",
    "approval_readiness",
    "approval_target",
    "approval_title",
    "approval_transitions",
    "are_contacts",
    "are_labels",
    "are_working_hours",
    "assignee_json",
    "availability_json",
    "automatic_email",
    "attendee_emails",
    "attendee_names",
    "awaited_paths_of",
    "begin_execution",
    "bury_sync_record",
    "busy_calendars_of",
    "calendar_sources",
    "calendar_sync_settings",
    "calendar_week",
    "called_execution_of_job",
    "candidate_passages",
    "candidates_of_items",
    "card_bytes",
    "card_due_on",
    "carry_out_import",
    "carry_out_memberships",
    "carry_out_portal",
    "carry_out_prompt",
    "carry_out_skill",
    "change_local_event",
    "changeable_task_fields",
    "changes_since",
    "chat_asker",
    "chat_memory",
    "chat_scope_ids",
    "check_citations",
    "check_emails",
    "check_field",
    "check_figure",
    "check_integration_secret",
    "check_integration_settings",
    "check_payload",
    "check_rate",
    "check_sections",
    "check_text",
    "check_undo",
    "check_upload",
    "checked_settings",
    "cited_passage",
    "classify_sync_records",
    "client_deliverables",
    "client_of_project",
    "client_portal_of",
    "client_project_ids",
    "client_request_json",
    "client_sections",
    "client_state",
    "clients_with",
    "clock_time",
    "close_sync_run",
    "comment_json",
    "company_name",
    "compute_project_figures",
    "connection_json",
    "consume_rate_limit",
    "continue_indexing",
    "copy_tasks",
    "correction_window",
    "count_decidable",
    "count_sync_records",
    "covered_scope_hashes",
    "create_approval",
    "create_download_ticket",
    "create_first_admin",
    "create_local_event",
    "create_local_task",
    "created_by_import",
    "day_text",
    "dead_letters_json",
    "decide_to_approve",
    "decider_refusal",
    "default_working_hours",
    "delegation_json",
    "delegators_of",
    "delete_job",
    "delete_synced_busy",
    "delete_synced_events",
    "delete_synced_emails",
    "delete_synced_hours",
    "delete_synced_meetings",
    "delete_synced_rows",
    "delete_synced_tasks",
    "deliverable_decision_json",
    "deliverable_record",
    "describe_access",
    "describe_difference",
    "describe_merge",
    "describe_person",
    "describe_team",
    "diff_with",
    "disown_synced_busy",
    "disown_synced_events",
    "disown_synced_emails",
    "disown_synced_hours",
    "disown_synced_meetings",
    "disown_synced_rows",
    "disown_synced_tasks",
    "document_counts",
    "document_file",
    "document_json",
    "document_kind_of",
    "document_path",
    "document_problems",
    "document_transitions",
    "document_types",
    "drop_refused_people",
    "drop_refused_plans",
    "drop_refused_projects",
    "drop_staged_passages",
    "email_domain",
    "email_auth",
    "email_candidates",
    "email_evidence",
    "known_email_candidates",
    "email_counts",
    "email_findings",
    "estimate_findings",
    "email_loop",
    "email_parents",
    "email_to_triage",
    "embedded_text",
    "embedding_key",
    "employees",
    "empty_embedding_slot",
    "end_embedding_pass",
    "end_execution",
    "end_expired_leases",
    "end_indexing_job",
    "end_lost_sync_run",
    "end_sync_listing",
    "enqueue_embedding",
    "enqueue_job",
    "enqueue_jobs",
    "enqueue_sync",
    "entry_json",
    "error_codes",
    "event_candidates",
    "event_fields",
    "event_of_approval",
    "event_participants",
    "event_problems",
    "events_between",
    "events_json",
    "evidence_reasons",
    "executing_prompt_card",
    "execution_job_kind",
    "execution_json",
    "execution_of_job",
    "facts_hash",
    "fail_dead_indexing",
    "fail_import_run",
    "fail_upload",
    "field_problem",
    "fields_of_synced_hours",
    "fields_of_synced_tasks",
    "find_named",
    "find_synced_busy",
    "find_synced_events",
    "find_synced_emails",
    "find_synced_hours",
    "find_synced_meetings",
    "find_synced_rows",
    "find_synced_tasks",
    "finding_codes",
    "finding_evidence",
    "flags_of_kind",
    "forget_dead_embedding_jobs",
    "forget_sync_channels",
    "forget_sync_run_records",
    "is_push_genuine",
    "is_pushed_since",
    "pushed_sync_at",
    "sync_channel_renewal_at",
    "sync_function_slug",
    "former_values",
    "found_rows",
    "free_slots",
    "give_role",
    "go_live_when_filled",
    "has_content",
    "has_entered_second_factor",
    "has_many_tasks",
    "has_required_scope",
    "has_second_factor",
    "has_signs",
    "header_domain",
    "hidden_phrases",
    "hours_by_day",
    "hours_changes_json",
    "import_counts",
    "import_entity_tables",
    "import_label",
    "import_plan_hash",
    "import_plan_lines",
    "inbox_cursor",
    "inbox_ranks",
    "indexed_passages",
    "indexing_key",
    "insert_project",
    "install_vectors",
    "instant_text",
    "integration_location",
    "is_alike",
    "is_assigned",
    "is_date_format",
    "is_day",
    "is_document_type",
    "is_domain_within",
    "is_embedding",
    "is_empty_organization",
    "is_file_changed",
    "is_filled_text",
    "is_import_mapping",
    "is_known_in_thread",
    "is_link_of",
    "is_link",
    "links_of",
    "is_older_version",
    "is_open_session",
    "is_provider_of",
    "is_public_email_domain",
    "is_read_by_members",
    "is_restricted_kind",
    "is_shown_to_client",
    "is_sample_in_use",
    "is_source_file_changed",
    "is_time_zone",
    "is_undo_payload",
    "is_undoable",
    "is_working_time",
    "job_kinds",
    "json_changes",
    "judged_findings",
    "known_sync_records",
    "lapse_approval",
    "last_sync_position",
    "learn_email_domain",
    "leased_json",
    "least_likeness",
    "leave_reason",
    "leave_reason_of_busy",
    "leave_reason_of_hours",
    "limit_work_changes",
    "link_synced_rows",
    "link_synced_tasks",
    "listed_document",
    "listed_subtasks",
    "listed_email",
    "listed_emails",
    "live_prompt_version",
    "local_effect",
    "lock_approval",
    "lock_approval_in_execution",
    "lock_approval_of",
    "lock_cited_sources",
    "lock_comment",
    "lock_document",
    "lock_embedding_models",
    "lock_entry",
    "lock_imports",
    "lock_meeting",
    "lock_people",
    "lock_person",
    "lock_person_as_seen",
    "lock_prompt",
    "lock_prompt_owner",
    "lock_sync_stream",
    "lock_task",
    "lock_upload",
    "longest_event",
    "mapped_calendar_reason",
    "mark_job_dead",
    "marker_reasons",
    "match_events",
    "matched_projects",
    "match_meetings",
    "materials_json",
    "materials_of_session",
    "max_card_bytes",
    "max_page_bytes",
    "may_decide_cards",
    "meeting_findings",
    "meeting_json",
    "meeting_passages",
    "members_by_import",
    "message_ids",
    "missing_embeddings",
    "missing_texts",
    "model_of_job",
    "model_of_new_text",
    "move_work",
    "move_work_back",
    "my_changes",
    "my_mentions",
    "my_tasks",
    "name_condition",
    "name_rank",
    "nearest_in_wide_scope",
    "nearest_of_few",
    "new_document",
    "new_import_run",
    "new_password_link",
    "next_document_version",
    "next_sync_at",
    "on_job_death",
    "open_sync_run",
    "operating_profiles_with",
    "organization_findings",
    "organization_today",
    "owes_second_factor",
    "page_cursor",
    "page_of_employees",
    "passages_differ",
    "payload_fields",
    "payload_without_quotes",
    "pending_page",
    "people_labels",
    "person_ids_of",
    "person_name",
    "person_references",
    "phrase_pattern",
    "picture_hash",
    "picture_type",
    "place_email",
    "placeholder_reasons",
    "plain_file_name",
    "plain_line",
    "plan_import_memberships",
    "plan_import_people",
    "plan_import_portfolio",
    "plan_import_work",
    "plan_task_change",
    "portal_client_id",
    "portal_table",
    "postpone_job",
    "prefixed_keys",
    "prepare_attachments",
    "project_findings",
    "project_ids_of",
    "projects_with",
    "prompt_json",
    "prompt_version_json",
    "propose_action_items",
    "propose_in_background",
    "proposed_fields",
    "provider_fields_json",
    "provider_name",
    "provider_settings",
    "providers",
    "providers_of_kind",
    "publish_embeddings",
    "publish_for_client",
    "publish_meeting",
    "public_email_domains",
    "publish_passages",
    "publish_staged_passages",
    "published_row",
    "put_back_import",
    "queue_indexing",
    "quota_of",
    "quoted",
    "quoted_passage",
    "rate_limit_of",
    "read_inbox_cursor",
    "read_page_cursor",
    "read_task_cursor",
    "readiness_with",
    "receive_email",
    "recent_changes",
    "reconciliation_pause",
    "reader_of_publication",
    "record_approval_event",
    "record_approval_version",
    "record_audit_event",
    "record_client_request",
    "record_hours_change",
    "record_import_changes",
    "record_imported_memberships",
    "record_imported_projects",
    "record_local_effect",
    "record_person_change",
    "record_readings",
    "record_row_change",
    "record_sync_conflicts",
    "record_synced_rows",
    "reference_problem",
    "refuse_decided",
    "refuse_integration_in_use",
    "refuse_invalid_view",
    "refuse_large_card",
    "refuse_locked_lines",
    "refuse_locked_weeks",
    "refuse_managed_entries",
    "refuse_managed_tasks",
    "refuse_merge",
    "refuse_stale_approval",
    "refuse_stale_prompt",
    "refuse_stale_version",
    "refuse_taken_client_name",
    "refuse_taken_email",
    "refuse_taken_view_name",
    "refuse_too_many_cards",
    "release_sync_stream",
    "release_synced_rows",
    "released_file",
    "remember_name",
    "removal_limits",
    "removals_json",
    "remove_memberships",
    "remove_sample_row",
    "remove_synced_rows",
    "render_prompt",
    "request_execution",
    "request_id",
    "require_admin",
    "require_admin_in_turn",
    "require_assignee",
    "require_base",
    "require_changes",
    "require_client",
    "require_comment",
    "require_confirmed",
    "require_decided",
    "require_decider",
    "require_delegation",
    "require_email",
    "require_entered_second_factor",
    "require_entry",
    "require_event_order",
    "require_execution_error",
    "require_external_result",
    "require_factor_for_stakes",
    "require_hours_of",
    "require_import_job",
    "require_indexing_job",
    "require_indexing_step",
    "require_invited_projects",
    "require_job_lease",
    "require_name",
    "require_named_once",
    "require_open_project",
    "require_password",
    "require_person",
    "require_prompt_owner",
    "require_role_and_client",
    "require_second_factor",
    "require_status_text",
    "require_stored_file",
    "require_sync_page",
    "require_sync_run",
    "require_task_batch",
    "require_task_of_hours",
    "require_task_references",
    "require_time_range",
    "require_view_page",
    "require_viewer",
    "require_visible_text",
    "require_work_project",
    "reserve_storage",
    "resolution_in_force",
    "resolve_import_names",
    "respond_by",
    "retry_job",
    "retry_pause",
    "return_email",
    "route_email",
    "run_import",
    "run_job_now",
    "sample_data_json",
    "sample_label",
    "saved_view_json",
    "schedule_jobs",
    "schedules",
    "scope_hash",
    "scope_ids_of",
    "search_name",
    "search_vector",
    "section_reasons",
    "seen_line",
    "sees_project",
    "session_id",
    "set_comment_removed",
    "set_document_archived",
    "set_executing",
    "set_listed_parents",
    "set_mentions",
    "set_week_lock",
    "set_withdrawn",
    "setting_problem",
    "settings_json",
    "settle_dead_execution",
    "show_email",
    "shown_value",
    "skill_json",
    "spoken_change",
    "spoken_day",
    "spoken_figure",
    "spoken_instant",
    "stage_import",
    "staged_text_differs",
    "staged_texts",
    "step_after_extract",
    "store_passage_embeddings",
    "store_readiness",
    "store_staged_embeddings",
    "stored_size",
    "stored_tag",
    "subject_key",
    "surviving_person_id",
    "sweep_jobs",
    "sync_fields",
    "sync_findings",
    "sync_freshness",
    "sync_kinds",
    "sync_stream_json",
    "synced_fields",
    "synced_titles",
    "target_hash",
    "task_cards",
    "task_changes",
    "task_cursor",
    "task_fields",
    "task_reference",
    "task_row",
    "task_rows",
    "task_sort",
    "tasks_with",
    "texts_of",
    "tg_approvals__end_client_request",
    "tg_approvals__guard_states",
    "tg_approvals__restrict_published",
    "tg_chat_citations__widen_messages",
    "tg_chat_messages__guard_content",
    "tg_count_version",
    "tg_document_versions__guard_states",
    "tg_live_prompts__guard_owner",
    "tg_objects__check_awaited",
    "tg_passages__index_words",
    "tg_people__end_delegations",
    "tg_people__guard_last_admin",
    "tg_portal_publications__guard_content",
    "tg_prompt_versions__guard_origin",
    "tg_published__guard_approved",
    "tg_refuse_change",
    "tg_refuse_change_but_scope",
    "tg_skill_versions__guard_approved",
    "tg_skills__guard_approved",
    "tg_sources__index_words",
    "tg_sources__move_note",
    "tg_sources__reindex_passages",
    "tg_sources__restrict_approvals",
    "tg_tasks__refuse_depth",
    "tg_time_entries__refuse_locked_delete",
    "tg_time_entries__refuse_locked_insert",
    "tg_time_entries__refuse_locked_update",
    "tg_time_entries__refuse_truncate",
    "tg_touch",
    "tick_embeddings",
    "tick_jobs",
    "tick_syncs",
    "timer_json",
    "timesheet_rows",
    "title_phrases",
    "titled_passages",
    "titles_of_synced_busy",
    "titles_of_synced_events",
    "titles_of_synced_emails",
    "titles_of_synced_hours",
    "titles_of_synced_meetings",
    "titles_of_synced_tasks",
    "touched_since_import",
    "trusted_mail_hosts",
    "turn_length",
    "uncommented_header",
    "undecided_reasons",
    "undoes_restricted",
    "unseen_characters",
    "unmatched_meeting_ids",
    "upload_patience",
    "upload_to_read",
    "user_id",
    "uses_email",
    "utc_text",
    "values_of",
    "vectors_installed",
    "vendor_assignees",
    "vendor_task_fields",
    "viewer",
    "visible_document",
    "visible_name",
    "wake_worker",
    "web_domain",
    "week_begin",
    "week_summary",
    "worker_token",
    "working_hours_of",
    "working_time",
    "write_sync_records",
    "write_synced_busy",
    "write_synced_events",
    "write_synced_emails",
    "write_synced_hours",
    "write_synced_meetings",
    "write_synced_rows",
    "write_synced_tasks",
    "write_task",
  ],
};

/**
 * Routes of the API, each under its three addresses. `open` answers everybody alike; `org`, `scope`
 * and `none` answer 200 with exactly those projects, import runs or clients, `own` the caller's account, `client` with the narrow shape
 * over the projects of the contact's client; anything else is the code of a refusal.
 */
export const routes: Matrix = parseMatrix(`
                        | admin             | lead              | member            | member2           | client           | outsider      | other_admin       | anonymous     | no_key        | expired       | forged        | alg_none      | secret_key
GET config              | open              | open              | open              | open              | open             | open          | open              | open          | open          | open          | open          | open          | open
GET openapi.json        | open              | open              | open              | open              | open             | open          | open              | open          | open          | open          | open          | open          | open
GET whoami              | org               | org               | scope             | scope             | none             | no_membership | org               | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET account             | own               | own               | own               | own               | own              | no_membership | own               | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST account            | malformed_request | malformed_request | malformed_request | malformed_request | malformed_request | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST password           | malformed_request | malformed_request | malformed_request | malformed_request | malformed_request | malformed_request | malformed_request | malformed_request | malformed_request | malformed_request | malformed_request | malformed_request | malformed_request
GET portfolio           | org               | org               | scope             | scope             | client           | no_membership | org               | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST portfolio-actions  | malformed_request | malformed_request | malformed_request | malformed_request | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET portfolio-options   | org               | org               | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | org               | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET spine               | org               | org               | scope             | scope             | role_not_allowed | no_membership | org               | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET tasks               | org               | org               | scope             | scope             | role_not_allowed | no_membership | org               | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST tasks              | malformed_request | malformed_request | malformed_request | malformed_request | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET time                | org               | org               | scope             | scope             | role_not_allowed | no_membership | org               | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST time               | malformed_request | malformed_request | malformed_request | malformed_request | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET calendar            | org               | org               | scope             | scope             | role_not_allowed | no_membership | org               | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST calendar           | malformed_request | malformed_request | malformed_request | malformed_request | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET availability        | org               | org               | org               | org               | role_not_allowed | no_membership | org               | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET my-work             | org               | org               | scope             | scope             | role_not_allowed | no_membership | org               | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST my-work            | malformed_request | malformed_request | malformed_request | malformed_request | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET client-portal       | client_missing    | client_missing    | role_not_allowed  | role_not_allowed  | client           | no_membership | client_missing    | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST client-portal      | malformed_request | malformed_request | role_not_allowed  | role_not_allowed  | malformed_request | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET views               | org               | org               | scope             | scope             | role_not_allowed | no_membership | org               | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST views              | malformed_request | malformed_request | malformed_request | malformed_request | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET sample-data         | org               | org               | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | org               | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST sample-data        | malformed_request | role_not_allowed  | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET portfolio-import    | org               | org               | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | org               | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST portfolio-import   | malformed_request | malformed_request | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET portfolio-health    | org               | org               | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | org               | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET outcome             | malformed_request | malformed_request | malformed_request | malformed_request | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET estimate-cases      | org               | org               | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | org               | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST updates/draft      | malformed_request | malformed_request | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET deliverable-drafts  | malformed_request | malformed_request | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET draft-file          | malformed_request | malformed_request | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST deliverable-drafts | malformed_request | malformed_request | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET authoring-profiles  | org               | org               | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | org               | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST authoring-profiles | malformed_request | malformed_request | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST estimate-cases     | malformed_request | malformed_request | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST people             | malformed_request | role_not_allowed  | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET settings            | org               | org               | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | org               | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET integrations        | org               | org               | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | org               | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST integrations       | malformed_request | malformed_request | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET inbound-emails      | org               | org               | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | org               | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST inbound-emails     | malformed_request | malformed_request | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST settings           | malformed_request | malformed_request | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET approvals           | org               | org               | scope             | scope             | role_not_allowed | no_membership | org               | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST approvals          | malformed_request | malformed_request | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET inbox               | org               | org               | scope             | scope             | role_not_allowed | no_membership | org               | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET find                | malformed_request | malformed_request | malformed_request | malformed_request | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST inbox              | malformed_request | malformed_request | malformed_request | malformed_request | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST search             | malformed_request | malformed_request | malformed_request | malformed_request | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST service-prompt     | malformed_request | malformed_request | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST research           | malformed_request | malformed_request | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST doc-upload-session | malformed_request | malformed_request | malformed_request | malformed_request | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST ingest-doc         | malformed_request | malformed_request | malformed_request | malformed_request | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET doc                 | malformed_request | malformed_request | malformed_request | malformed_request | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
GET doc-file            | malformed_request | malformed_request | malformed_request | malformed_request | malformed_request| malformed_request | malformed_request | malformed_request | malformed_request | malformed_request | malformed_request | malformed_request | malformed_request 
GET document-inventory  | org               | org               | role_not_allowed  | role_not_allowed  | role_not_allowed | no_membership | org               | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST documents          | malformed_request | malformed_request | malformed_request | malformed_request | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST chat               | malformed_request | malformed_request | malformed_request | malformed_request | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
POST chat-stream        | malformed_request | malformed_request | malformed_request | malformed_request | role_not_allowed | no_membership | malformed_request | not_signed_in | not_signed_in | invalid_token | invalid_token | invalid_token | invalid_token
`);

/** The gateway's own routes. `load` answers its gates; otherwise 401, by the key that the caller sends. */
export const gatewayRoutes: Matrix = parseMatrix(`
         | admin     | lead      | member    | member2   | client    | outsider  | other_admin | anonymous | no_key | expired   | forged    | alg_none  | secret_key
GET load | wrong key | wrong key | wrong key | wrong key | wrong key | wrong key | wrong key   | wrong key | no key | wrong key | wrong key | wrong key | load
`);

/** Routes of demo mode: with an identity provider they do not exist, for any persona. */
export const demoRoutes = ["GET board", "POST ingest", "POST meeting-webhook", "GET status"];

/** HTTP status of the refusals above. */
export const refusals: Record<string, number> = {
  malformed_request: 400,
  client_missing: 400,
  not_signed_in: 401,
  invalid_token: 401,
  no_membership: 403,
  role_not_allowed: 403,
};

/** Storage buckets that the migrations make; each says below who may do what in it. */
export const buckets: string[] = ["documents", "emails"];

/**
 * The answers of Storage for a bucket that no policy opens. `none`: an empty list; `absent`: as if the bucket did
 * not exist; `policy`: refused by row level security; `platform`: the platform's own right of the secret
 * key, not exercised here.
 */
export const closedBucket: Matrix = parseMatrix(`
                | admin  | lead   | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
list buckets    | none   | none   | none   | none    | none   | none     | none        | none      | gateway | gateway | gateway | gateway  | platform
make a bucket   | policy | policy | policy | policy  | policy | policy   | policy      | policy    | gateway | gateway | gateway | gateway  | platform
list objects    | none   | none   | none   | none    | none   | none     | none        | none      | gateway | gateway | gateway | gateway  | platform
read an object  | absent | absent | absent | absent  | absent | absent   | absent      | absent    | gateway | gateway | gateway | gateway  | platform
sign a download | absent | absent | absent | absent  | absent | absent   | absent      | absent    | gateway | gateway | gateway | gateway  | platform
sign an upload  | policy | policy | policy | policy  | policy | policy   | policy      | policy    | gateway | gateway | gateway | gateway  | platform
upload          | policy | policy | policy | policy  | policy | policy   | policy      | policy    | gateway | gateway | gateway | gateway  | platform
delete          | none   | none   | none   | none    | none   | none     | none        | none      | gateway | gateway | gateway | gateway  | platform
`);

/**
 * The answers of Storage for the bucket documents, to a file of SHOP-01 and to a contract of it. `file`: its bytes,
 * its name or an address of it; the other words as above.
 */
export const documentsBucket: Matrix = parseMatrix(`
                           | admin  | lead   | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
list files                 | none   | none   | none   | none    | none   | none     | none        | none      | gateway | gateway | gateway | gateway  | platform
read a file                | absent | absent | absent | absent  | absent | absent   | absent      | absent    | gateway | gateway | gateway | gateway  | platform
read a restricted file     | absent | absent | absent | absent  | absent | absent   | absent      | absent    | gateway | gateway | gateway | gateway  | platform
sign a download            | absent | absent | absent | absent  | absent | absent   | absent      | absent    | gateway | gateway | gateway | gateway  | platform
sign a restricted download | absent | absent | absent | absent  | absent | absent   | absent      | absent    | gateway | gateway | gateway | gateway  | platform
sign an upload             | policy | policy | policy | policy  | policy | policy   | policy      | policy    | gateway | gateway | gateway | gateway  | platform
sign an upload over it     | policy | policy | policy | policy  | policy | policy   | policy      | policy    | gateway | gateway | gateway | gateway  | platform
upload                     | policy | policy | policy | policy  | policy | policy   | policy      | policy    | gateway | gateway | gateway | gateway  | platform
upload over it             | policy | policy | policy | policy  | policy | policy   | policy      | policy    | gateway | gateway | gateway | gateway  | platform
move                       | absent | absent | absent | absent  | absent | absent   | absent      | absent    | gateway | gateway | gateway | gateway  | platform
copy                       | absent | absent | absent | absent  | absent | absent   | absent      | absent    | gateway | gateway | gateway | gateway  | platform
delete                     | none   | none   | none   | none    | none   | none     | none        | none      | gateway | gateway | gateway | gateway  | platform
`);
