import { randomUUID } from "node:crypto";
import { demoId } from "../../../support/personas.ts";
import { parseMatrix } from "../parse-matrix.ts";
import { aJob, type Calls, sameForAll } from "./calls.ts";

export const reads = parseMatrix(`
                   | admin | lead | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
document_summaries | org   | org  | scope  | scope   | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
document_versions  | org   | org  | scope  | scope   | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
documents          | org   | org  | scope  | scope   | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
`);

export const privateTables = ["download_tickets", "staged_passages", "synced_files"];

export const functions = parseMatrix(`
                       | admin | lead  | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
archive_document       | OPNFD | OPNFD | OPNFD  | OPNFD   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
begin_indexing         | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
check_file_hash        | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPNFD
create_document_upload | OPINV | OPINV | OPINV  | OPINV   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
fail_file_fetch        | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
fail_indexing          | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
get_document_inventory | ok    | ok    | OPDEN  | OPDEN   | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
lease_file_fetch       | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
lease_indexing         | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
list_documents         | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
open_document          | OPNFD | OPNFD | OPNFD  | OPNFD   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
publish_document       | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
redeem_ticket          | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPNFD
restore_document       | OPNFD | OPNFD | OPNFD  | OPNFD   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
store_extracted        | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
store_fetched_file     | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
update_document        | OPNFD | OPNFD | OPNFD  | OPNFD   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
`);

const aDocument = { document_id: randomUUID() };

export const calls: Calls = {
  archive_document: sameForAll(aDocument),
  begin_indexing: sameForAll(aDocument),
  check_file_hash: sameForAll({ ...aDocument, version: 1, sha256: "0".repeat(64) }),
  create_document_upload: {
    denied: {
      project_id: demoId(4, 1, 1),
      file_name: "forged.txt",
      content_type: "text/plain",
      size_bytes: 6,
    },
    admitted: {
      project_id: demoId(4, 1, 1),
      file_name: "forged.txt",
      content_type: "text/plain",
      size_bytes: 0,
    },
  },
  fail_file_fetch: sameForAll({ ...aJob, code: "forged", reason: "Forged" }),
  fail_indexing: sameForAll({ ...aJob, code: "forged", reason: "Forged" }),
  get_document_inventory: sameForAll({}),
  lease_file_fetch: sameForAll(aJob),
  lease_indexing: sameForAll(aJob),
  list_documents: sameForAll({}),
  open_document: sameForAll(aDocument),
  publish_document: sameForAll(aJob),
  redeem_ticket: sameForAll({ ticket: "forged" }),
  restore_document: sameForAll(aDocument),
  store_extracted: sameForAll({
    ...aJob,
    passages: [{ content: "Forged", location: {} }],
    cursor: null,
    progress_done: 1,
    progress_total: 1,
    facts: {},
    flags: [],
    sha256: "0".repeat(64),
  }),
  store_fetched_file: sameForAll({
    ...aJob,
    content_version: "1",
    version: 1,
    size_bytes: 1,
    sha256: "0".repeat(64),
  }),
  update_document: sameForAll({ ...aDocument, changes: { title: "Forged" } }),
};

export const privateFunctions = {
  executableByUsers: [
    "archive_document",
    "awaited_upload_paths",
    "begin_indexing",
    "create_document_upload",
    "get_document_inventory",
    "open_document",
    "restore_document",
    "update_document",
  ],
  executableByWorkers: [
    "check_file_hash",
    "fail_file_fetch",
    "fail_indexing",
    "lease_file_fetch",
    "lease_indexing",
    "publish_document",
    "redeem_ticket",
    "store_extracted",
    "store_fetched_file",
  ],
  executableByNobody: [
    "add_fetched_version",
    "add_file_dead_letter",
    "awaited_paths_of",
    "check_upload",
    "continue_indexing",
    "create_download_ticket",
    "delete_synced_files",
    "detach_synced_files",
    "document_counts",
    "document_file",
    "document_json",
    "document_kind_of",
    "document_kind_of_name",
    "document_path",
    "document_problems",
    "document_transitions",
    "document_type_endings",
    "document_types",
    "drop_staged_passages",
    "end_indexing_job",
    "export_type",
    "fail_dead_file_fetch",
    "fail_dead_indexing",
    "fail_upload",
    "fetched_file_name",
    "fetched_file_path",
    "filter_reason_of_files",
    "find_synced_files",
    "flags_of_kind",
    "hide_synced_files",
    "indexing_key",
    "inventory_entry",
    "is_document_type",
    "is_file_changed",
    "is_restricted_file",
    "is_restricted_kind",
    "is_restricted_name",
    "is_source_file_changed",
    "issue_ticket",
    "lock_document",
    "lock_fetched_file",
    "lock_upload",
    "max_document_bytes",
    "new_document",
    "next_document_version",
    "publish_staged_passages",
    "queue_indexing",
    "require_indexing_job",
    "require_indexing_step",
    "require_open_project",
    "require_stored_file",
    "restore_synced_files",
    "set_document_archived",
    "staged_text_differs",
    "step_after_extract",
    "stored_size",
    "stored_tag",
    "synced_file_name",
    "tg_document_versions__guard_states",
    "tg_objects__check_awaited",
    "titles_of_synced_files",
    "update_synced_documents",
    "upload_time_limit",
    "upload_to_read",
    "visible_document",
    "write_synced_files",
  ],
};
