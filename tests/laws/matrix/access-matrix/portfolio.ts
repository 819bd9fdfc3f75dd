import { randomUUID } from "node:crypto";
import { demoId } from "../../../support/personas.ts";
import { parseMatrix } from "../parse-matrix.ts";
import { aJob, type Calls, sameForAll } from "./calls.ts";

export const reads = parseMatrix(`
                             | admin | lead | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
accounts                     | org   | org  | scope  | scope   | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
clients                      | org   | org  | scope  | scope   | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
contacts                     | org   | org  | scope  | scope   | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
import_mappings              | org   | org  | none   | none    | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
operating_profiles           | org   | org  | scope  | scope   | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
portfolio_classifications    | org   | org  | scope  | scope   | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
portfolio_import_changes     | org   | org  | none   | none    | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
portfolio_import_memberships | org   | org  | none   | none    | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
portfolio_import_rows        | org   | org  | none   | none    | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
portfolio_import_runs        | org   | org  | none   | none    | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
project_daily_hours          | org   | org  | scope  | scope   | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
project_members              | org   | org  | scope  | scope   | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
project_monthly_hours        | org   | org  | scope  | scope   | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
project_summaries            | org   | org  | scope  | scope   | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
projects                     | org   | org  | scope  | scope   | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
status_update_versions       | org   | org  | scope  | scope   | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
status_updates               | org   | org  | scope  | scope   | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
tasks                        | org   | org  | scope  | scope   | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
time_entries                 | org   | org  | scope  | scope   | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
`);

export const privateTables = ["import_inputs", "sample_rows"];

export const functions = parseMatrix(`
                         | admin | lead  | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
add_sample_data          | OPSTA | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPSTA       | grant     | gateway | gateway | gateway | gateway  | grant
apply_import_job         | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
begin_import             | OPINV | OPINV | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
classify_project         | OPINV | OPINV | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
copy_project             | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
correct_status_update    | OPINV | OPINV | OPINV  | OPINV   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
create_account           | OPINV | OPINV | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
create_client            | OPINV | OPINV | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
create_project           | OPINV | OPINV | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
delete_import_mapping    | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
get_hours                | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
get_portfolio            | ok    | ok    | ok     | ok      | ok     | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
get_portfolio_options    | ok    | ok    | OPDEN  | OPDEN   | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
get_project_timeline     | ok    | ok    | ok     | OPNFD   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
get_sample_data          | ok    | ok    | OPDEN  | OPDEN   | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
get_spine                | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
import_portfolio         | OPINV | OPINV | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
list_changes             | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
list_project_summaries   | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
list_projects            | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
list_tasks               | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
post_status_update       | OPINV | OPINV | OPINV  | OPINV   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
remove_sample_data       | ok    | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
require_importer         | ok    | ok    | OPDEN  | OPDEN   | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
save_import_mapping      | OPINV | OPINV | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
start_import_job         | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
undo_import              | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
update_account           | OPINV | OPINV | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
update_client            | OPINV | OPINV | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
update_operating_profile | OPINV | OPINV | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
update_project           | OPINV | OPINV | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
`);

const aStatus = { status_update_id: randomUUID(), version: 1, health: "on_track" };

export const calls: Calls = {
  // Organizations with a client or project get no sample data, and without sample data there is none to remove.
  add_sample_data: sameForAll({}),
  begin_import: {
    denied: {
      ...anImport("apply"),
      rows: [{ line: 2, client_name: "Forged", project_code: "Forged", project_name: "Forged" }],
    },
    admitted: { ...anImport("apply"), rows: { not: "an array" } },
  },
  apply_import_job: sameForAll(aJob),
  classify_project: {
    denied: { project_id: demoId(4, 1, 1), version: 2, tier: "standard", reason: "Forged" },
    admitted: { project_id: demoId(4, 1, 1), version: null },
  },
  copy_project: sameForAll({
    project_id: randomUUID(),
    account_id: demoId(3, 1, 1),
    name: "Forged",
  }),
  correct_status_update: {
    denied: { ...aStatus, summary: "Forged" },
    admitted: { ...aStatus, summary: " " },
  },
  create_account: {
    denied: { client_id: demoId(2, 1, 1), name: "Forged" },
    admitted: { client_id: demoId(2, 1, 1), name: " " },
  },
  create_client: { denied: { name: "Forged" }, admitted: { name: " " } },
  create_project: {
    denied: { account_id: demoId(3, 1, 1), name: "Forged" },
    admitted: { account_id: demoId(3, 1, 1), name: " " },
  },
  delete_import_mapping: sameForAll({ mapping_id: "00000000-0000-4000-8000-000000000000" }),
  get_hours: sameForAll({}),
  get_portfolio: sameForAll({}),
  get_portfolio_options: sameForAll({}),
  get_project_timeline: sameForAll({ project_id: demoId(4, 1, 4) }),
  get_sample_data: sameForAll({}),
  get_spine: sameForAll({}),
  import_portfolio: {
    denied: {
      ...anImport("apply"),
      rows: [{ line: 2, client_name: "Forged", project_code: "Forged", project_name: "Forged" }],
    },
    admitted: { ...anImport("apply"), rows: { not: "an array" } },
  },
  list_changes: sameForAll({ changed_from: "2026-01-01", changed_to: "2026-12-31" }),
  list_project_summaries: sameForAll({}),
  list_projects: sameForAll({}),
  list_tasks: sameForAll({}),
  post_status_update: {
    denied: { project_id: demoId(4, 1, 1), health: "on_track", summary: "Forged" },
    admitted: { project_id: demoId(4, 1, 1), health: "on_track", summary: " " },
  },
  remove_sample_data: sameForAll({}),
  require_importer: sameForAll({}),
  save_import_mapping: {
    denied: { name: "Forged", mapping: { fields: { project_code: { column: "Code" } } } },
    admitted: { name: "Forged", mapping: { fields: {} } },
  },
  start_import_job: sameForAll(aJob),
  undo_import: sameForAll({ run_id: "00000000-0000-4000-8000-000000000000" }),
  update_account: {
    denied: { account_id: demoId(3, 1, 1), version: 1, changes: { name: "Forged" } },
    admitted: { account_id: demoId(3, 1, 1), version: 1, changes: {} },
  },
  update_client: {
    denied: { client_id: demoId(2, 1, 1), version: 1, changes: { name: "Forged" } },
    admitted: { client_id: demoId(2, 1, 1), version: 1, changes: {} },
  },
  update_operating_profile: {
    denied: { account_id: demoId(3, 1, 1), version: 1, changes: { standing_facts: ["Forged"] } },
    admitted: { account_id: demoId(3, 1, 1), version: 1, changes: {} },
  },
  update_project: {
    denied: { project_id: demoId(4, 1, 1), version: 1, changes: { name: "Forged" } },
    admitted: { project_id: demoId(4, 1, 1), version: 1, changes: {} },
  },
};

export const privateFunctions = {
  executableByUsers: [
    "add_sample_data",
    "begin_import",
    "classify_project",
    "copy_project",
    "correct_status_update",
    "create_account",
    "create_client",
    "create_project",
    "current_projects",
    "delete_import_mapping",
    "get_client_portfolio",
    "get_portfolio_options",
    "get_sample_data",
    "import_portfolio",
    "most_active_projects",
    "narrowed_projects",
    "post_status_update",
    "remove_sample_data",
    "require_importer",
    "require_limit",
    "save_import_mapping",
    "spine",
    "spine_activity",
    "spine_lines",
    "spine_work",
    "undo_import",
    "update_account",
    "update_client",
    "update_operating_profile",
    "update_project",
  ],
  executableByWorkers: ["apply_import_job", "start_import_job"],
  executableByNobody: [
    "add_sample_hours",
    "add_sample_projects",
    "add_sample_tasks",
    "apply_import",
    "apply_memberships",
    "are_contacts",
    "are_labels",
    "candidates_of_items",
    "changed_client",
    "copy_tasks",
    "correction_window",
    "ids_created_by_import",
    "drop_refused_entries",
    "drop_refused_people",
    "drop_refused_plans",
    "email_domain",
    "fail_import_run",
    "first_steps_json",
    "import_counts",
    "import_entity_tables",
    "import_label",
    "import_plan_hash",
    "import_plan_lines",
    "insert_project",
    "is_date_format",
    "is_empty_organization",
    "is_filled_text",
    "is_import_mapping",
    "is_public_email_domain",
    "is_sample_in_use",
    "lock_imports",
    "matched_projects",
    "memberships_of_import",
    "new_import_run",
    "changed_operating_profile",
    "plan_import_memberships",
    "plan_import_people",
    "plan_import_portfolio",
    "plan_import_work",
    "prefixed_keys",
    "projects_of_client",
    "changed_project",
    "public_email_domains",
    "record_import_changes",
    "record_imported_memberships",
    "record_imported_projects",
    "refuse_managed_entries",
    "refuse_managed_tasks",
    "refuse_moved_entries",
    "refuse_taken_client_name",
    "remove_sample_row",
    "require_import_job",
    "require_status_text",
    "resolve_import_names",
    "revert_import",
    "run_import",
    "sample_data_json",
    "sample_label",
    "stage_import",
    "title_phrases",
    "changes_since_import",
    "values_of",
    "web_domain",
  ],
};

function anImport(mode: "apply" | "dry_run"): object {
  return {
    mode,
    file_name: `forged-${randomUUID()}.csv`,
    file_sha256: "0".repeat(64),
    parser_version: "csv-1",
    mapping: { fields: { project_code: { column: "Code" } } },
  };
}
