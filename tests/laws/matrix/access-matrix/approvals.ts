import { randomUUID } from "node:crypto";
import { demoId } from "../../../support/personas.ts";
import { parseMatrix } from "../parse-matrix.ts";
import { aCard, aJob, type Calls, sameForAll } from "./calls.ts";

export const reads = parseMatrix(`
                   | admin | lead  | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
approval_citations | org   | org   | scope  | scope   | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
approval_events    | org   | org   | scope  | scope   | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
approval_kinds     | every | every | every  | every   | none   | none     | every       | grant     | gateway | gateway | gateway | gateway  | every
approval_versions  | org   | org   | scope  | scope   | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
approvals          | org   | org   | scope  | scope   | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
`);

export const privateTables = ["approval_delegations", "approval_materials", "approval_readings"];

export const functions = parseMatrix(`
                             | admin | lead  | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
approve_and_execute_approval | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
approve_approval             | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
assign_approval              | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
batch_approve                | ok    | ok    | OPDEN  | OPDEN   | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
carry_out_execution          | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
confirm_execution            | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
delegate_approvals           | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
edit_approval                | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
execute_approval             | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
fail_execution               | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
finish_execution             | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
get_inbox                    | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
get_read_versions            | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
lease_execution              | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
lease_reconciliation         | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
list_approvals               | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
mark_vendor_call             | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
park_execution               | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
propose_approval             | OPINV | OPINV | OPINV  | OPINV   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
propose_undo                 | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
reject_approval              | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
review_approval              | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
settle_execution             | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
`);

export const calls: Calls = {
  approve_and_execute_approval: sameForAll(aCard),
  approve_approval: sameForAll(aCard),
  assign_approval: sameForAll({ ...aCard, person_id: null, current_person_id: null }),
  batch_approve: sameForAll({ approval_ids: [aCard.approval_id] }),
  carry_out_execution: sameForAll(aJob),
  confirm_execution: sameForAll({
    ...aJob,
    marker: randomUUID(),
    result: { provider: "local", external_id: "forged" },
  }),
  // There is no such delegate.
  delegate_approvals: sameForAll({
    delegate_id: randomUUID(),
    first_on: "2099-01-01",
    last_on: "2099-01-02",
  }),
  edit_approval: sameForAll({ ...aCard, payload: { title: "Forged" } }),
  execute_approval: sameForAll(aCard),
  fail_execution: sameForAll({ ...aJob, error: "Forged", is_final: true }),
  finish_execution: sameForAll({ ...aJob, result: { provider: "local", external_id: "forged" } }),
  get_inbox: sameForAll({}),
  get_read_versions: sameForAll({ approval_ids: [aCard.approval_id] }),
  lease_execution: sameForAll(aJob),
  lease_reconciliation: sameForAll(aJob),
  list_approvals: sameForAll({}),
  mark_vendor_call: sameForAll(aJob),
  park_execution: sameForAll({ ...aJob, error: "Forged" }),
  propose_approval: {
    denied: { kind: "task_create", project_id: demoId(4, 1, 1), payload: { title: "Forged" } },
    admitted: { kind: "task_create", project_id: demoId(4, 1, 1), payload: {} },
  },
  propose_undo: sameForAll(aCard),
  reject_approval: sameForAll({ ...aCard, reason: "Forged" }),
  review_approval: sameForAll(aJob),
  settle_execution: sameForAll({ ...aJob, was_found: false }),
};

export const privateFunctions = {
  executableByUsers: [
    "approve_and_execute_approval",
    "approve_approval",
    "assign_approval",
    "batch_approve",
    "comparable_text",
    "delegate_approvals",
    "edit_approval",
    "execute_approval",
    "get_inbox",
    "get_read_versions",
    "is_quoted",
    "list_approvals",
    "propose_approval",
    "propose_undo",
    "reject_approval",
  ],
  executableByWorkers: [
    "carry_out_execution",
    "confirm_execution",
    "fail_execution",
    "finish_execution",
    "lease_execution",
    "lease_reconciliation",
    "mark_vendor_call",
    "park_execution",
    "review_approval",
    "settle_execution",
  ],
  executableByNobody: [
    "allowed_actions",
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
    "assignee_json",
    "begin_execution",
    "card_bytes",
    "card_due_on",
    "check_citations",
    "check_emails",
    "check_field",
    "check_figure",
    "check_payload",
    "check_sections",
    "check_text",
    "check_undo",
    "cited_passage",
    "create_approval",
    "day_text",
    "decidable_ids",
    "decide_to_approve",
    "decider_refusal",
    "delegation_json",
    "delegators_of",
    "diff_to_state",
    "display_value",
    "end_execution",
    "evaluate_readiness",
    "event_problems",
    "evidence_reasons",
    "execution_job_kind",
    "execution_json",
    "has_characters",
    "has_content",
    "has_effect_for_members",
    "hidden_phrases",
    "inbox_cursor",
    "inbox_ranks",
    "instant_text",
    "is_alike",
    "is_assigned",
    "is_undo_payload",
    "is_undoable",
    "lapse_approval",
    "lease_json",
    "lock_approval",
    "lock_approval_in_execution",
    "lock_approval_of",
    "marker_reasons",
    "materials_json",
    "max_card_bytes",
    "max_page_bytes",
    "may_decide_cards",
    "page_cursor",
    "payload_fields",
    "payload_without_quotes",
    "pending_page",
    "person_reference",
    "phrase_pattern",
    "placeholder_reasons",
    "propose_in_background",
    "proposed_fields",
    "quoted_passage",
    "quoted_text",
    "read_inbox_cursor",
    "read_page_cursor",
    "reader_of_publication",
    "reconciliation_pause",
    "record_approval_event",
    "record_approval_version",
    "record_readings",
    "reference_problem",
    "refuse_decided_card",
    "refuse_large_card",
    "refuse_stale_approval",
    "refuse_too_many_cards",
    "request_execution",
    "require_assignee",
    "require_confirmed_result",
    "require_decided_card",
    "require_decider",
    "require_delegation",
    "require_execution_error",
    "require_external_result",
    "require_factor_for_stakes",
    "section_reasons",
    "set_executing",
    "settle_dead_execution",
    "spoken_change",
    "spoken_day",
    "spoken_figure",
    "spoken_instant",
    "store_readiness",
    "target_hash",
    "tg_approvals__guard_states",
    "tg_people__end_delegations",
    "tg_refuse_change_but_scope",
    "tg_sources__restrict_approvals",
    "undecided_reasons",
    "undoes_restricted",
    "unseen_characters",
    "utc_text",
    "write_next_version",
  ],
};
