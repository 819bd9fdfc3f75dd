import { randomUUID } from "node:crypto";
import { demoId } from "../../../support/personas.ts";
import { parseMatrix } from "../parse-matrix.ts";
import { type Calls, sameForAll } from "./calls.ts";

export const reads = parseMatrix(`
              | admin | lead | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
task_comments | org   | org  | scope  | scope   | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
`);

export const privateTables = [
  "hours_changes",
  "my_work_last_looks",
  "saved_views",
  "task_comment_mentions",
  "task_comment_versions",
  "timers",
  "week_locks",
];

export const functions = parseMatrix(`
                     | admin | lead  | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
add_task_comment     | OPINV | OPINV | OPINV  | OPINV   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
create_saved_view    | OPINV | OPINV | OPINV  | OPINV   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
create_task          | OPINV | OPINV | OPINV  | OPINV   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
delete_time_entry    | OPNFD | OPNFD | OPNFD  | OPNFD   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
discard_timer        | OPSTA | OPSTA | OPSTA  | OPSTA   | OPDEN  | OPDEN    | OPSTA       | grant     | gateway | gateway | gateway | gateway  | grant
edit_task_comment    | OPINV | OPINV | OPINV  | OPINV   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
get_my_work          | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
get_task             | OPNFD | OPNFD | OPNFD  | OPNFD   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
get_task_page        | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
get_team_week        | ok    | ok    | OPDEN  | OPDEN   | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
get_timer            | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
get_timesheet        | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
list_saved_views     | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
list_task_labels     | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
lock_week            | OPINV | OPINV | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
log_time             | OPINV | OPINV | OPINV  | OPINV   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
mark_mentions_read   | OPINV | OPINV | OPINV  | OPINV   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
mark_my_work_seen    | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
remove_task_comment  | OPNFD | OPNFD | OPNFD  | OPNFD   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
restore_task_comment | OPNFD | OPNFD | OPNFD  | OPNFD   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
restore_time_entry   | OPNFD | OPNFD | OPNFD  | OPNFD   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
start_timer          | OPNFD | OPNFD | OPNFD  | OPNFD   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
stop_timer           | OPSTA | OPSTA | OPSTA  | OPSTA   | OPDEN  | OPDEN    | OPSTA       | grant     | gateway | gateway | gateway | gateway  | grant
unlock_week          | OPINV | OPINV | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
update_saved_view    | OPINV | OPINV | OPINV  | OPINV   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
update_task          | OPINV | OPINV | OPINV  | OPINV   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
update_tasks         | OPINV | OPINV | OPINV  | OPINV   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
update_time_entry    | OPINV | OPINV | OPINV  | OPINV   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
`);

const aTask = { task_id: randomUUID() };

const aComment = { comment_id: randomUUID(), version: 1 };

const anEntry = { entry_id: randomUUID(), version: 1 };

export const calls: Calls = {
  add_task_comment: {
    denied: { ...aTask, body: "Forged" },
    admitted: { ...aTask, body: " " },
  },
  create_saved_view: {
    denied: { page: "tasks", name: "Forged", query: "", is_shared: true },
    admitted: { page: "tasks", name: " ", query: "" },
  },
  create_task: {
    denied: { project_id: demoId(4, 1, 1), task: { title: "Forged" } },
    admitted: { project_id: demoId(4, 1, 1), task: {} },
  },
  delete_time_entry: sameForAll(anEntry),
  discard_timer: sameForAll({}),
  edit_task_comment: {
    denied: { ...aComment, body: "Forged" },
    admitted: { ...aComment, body: " " },
  },
  get_my_work: sameForAll({}),
  get_task: sameForAll({ task_id: randomUUID() }),
  get_task_page: sameForAll({}),
  get_team_week: sameForAll({}),
  get_timer: sameForAll({}),
  get_timesheet: sameForAll({}),
  list_saved_views: sameForAll({}),
  list_task_labels: sameForAll({}),
  lock_week: { denied: { week_on: "2026-03-02" }, admitted: { week_on: "9999-12-31" } },
  log_time: {
    denied: { project_id: demoId(4, 1, 1), spent_on: "2026-03-02", hours: 23.99 },
    admitted: { project_id: demoId(4, 1, 1), spent_on: "2026-03-02", hours: 0 },
  },
  mark_mentions_read: { denied: { comment_ids: [randomUUID()] }, admitted: { comment_ids: [] } },
  // Long before any visit, so that marking changes nothing for later files.
  mark_my_work_seen: sameForAll({ until: "1970-01-01T00:00:00Z" }),
  remove_task_comment: sameForAll(aComment),
  restore_task_comment: sameForAll(aComment),
  restore_time_entry: sameForAll({ entry_id: anEntry.entry_id }),
  start_timer: sameForAll({ project_id: randomUUID() }),
  stop_timer: sameForAll({}),
  unlock_week: { denied: { week_on: "2026-03-02" }, admitted: { week_on: "9999-12-31" } },
  update_saved_view: {
    denied: { view_id: randomUUID(), version: 1, changes: { name: "Forged" } },
    admitted: { view_id: randomUUID(), version: 1, changes: {} },
  },
  update_task: {
    denied: { ...aTask, version: 1, changes: { title: "Forged" } },
    admitted: { ...aTask, version: 1, changes: {} },
  },
  update_tasks: {
    denied: { tasks: [{ id: randomUUID(), version: 1, changes: { title: "Forged" } }] },
    admitted: { tasks: [] },
  },
  update_time_entry: {
    denied: { ...anEntry, changes: { hours: 23.99 } },
    admitted: { ...anEntry, changes: {} },
  },
};

export const privateFunctions = {
  executableByUsers: [
    "add_task_comment",
    "create_saved_view",
    "create_task",
    "delete_time_entry",
    "discard_timer",
    "edit_task_comment",
    "get_my_work",
    "get_task",
    "get_task_page",
    "get_team_week",
    "get_timer",
    "get_timesheet",
    "list_saved_views",
    "list_task_labels",
    "lock_week",
    "log_time",
    "mark_mentions_read",
    "mark_my_work_seen",
    "remove_task_comment",
    "restore_task_comment",
    "restore_time_entry",
    "start_timer",
    "stop_timer",
    "unlock_week",
    "update_saved_view",
    "update_task",
    "update_tasks",
    "update_time_entry",
  ],
  executableByNobody: [
    "changeable_task_fields",
    "changed_task",
    "comment_json",
    "drop_refused_projects",
    "entry_json",
    "event_fields",
    "former_values",
    "hours_by_day",
    "hours_changes_json",
    "is_day",
    "limit_work_changes",
    "lock_comment",
    "lock_entry",
    "lock_task",
    "my_changes",
    "my_mentions",
    "my_tasks",
    "plan_task_change",
    "read_task_cursor",
    "recent_changes",
    "record_hours_change",
    "refuse_invalid_view",
    "refuse_locked_lines",
    "refuse_locked_weeks",
    "refuse_taken_view_name",
    "require_comment",
    "require_entry",
    "require_hours_of",
    "require_task_batch",
    "require_task_of_hours",
    "require_task_references",
    "require_view_page",
    "require_visible_text",
    "require_work_project",
    "saved_view_json",
    "sees_project",
    "set_comment_removed",
    "set_mentions",
    "set_week_lock",
    "task_cards",
    "task_changes",
    "task_cursor",
    "task_fields",
    "task_reference",
    "task_row",
    "task_rows",
    "task_sort",
    "tg_tasks__refuse_depth",
    "tg_time_entries__refuse_locked_delete",
    "tg_time_entries__refuse_locked_insert",
    "tg_time_entries__refuse_locked_update",
    "tg_time_entries__refuse_truncate",
    "timer_json",
    "timesheet_rows",
    "vendor_task_fields",
    "visible_name",
    "week_begin",
    "week_summary",
    "working_hours_of",
    "write_task",
  ],
};
