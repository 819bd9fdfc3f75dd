import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { owner } from "../../support/database.ts";
import { askAs, callRpc, codeOf } from "../../support/http.ts";
import {
  demoId,
  type PersonaName,
  people,
  personaNames,
  unbelievedNames,
} from "../../support/personas.ts";
import { functions, privateFunctions } from "./access-matrix.ts";
import { countedCells, gateOf, unexpected } from "./cells.ts";
import { namesOf } from "./parse-matrix.ts";

const { expectRow, executedCells } = countedCells();

const aPerson = { person_id: people.member.personId };
/** A random id; tests/service/approvals-* cover real cards. */
const aCard = { approval_id: randomUUID() };
const aStatus = { status_update_id: randomUUID(), version: 1, health: "on_track" };
const aDeliverable = { deliverable_id: randomUUID() };
const aDocument = { document_id: randomUUID() };
const aMessage = { message_id: randomUUID() };
const aTask = { task_id: randomUUID() };
const aComment = { comment_id: randomUUID(), version: 1 };
const anEntry = { entry_id: randomUUID(), version: 1 };
const anEmail = { email_id: randomUUID() };
const aStream = { stream_id: randomUUID() };
const aJob = { job_id: randomUUID(), attempt: 1 };

/**
 * The arguments for each function. A persona without access sends a call that would succeed with access; a persona
 * with access sends one that is refused for its content, or that only reads.
 */
const calls: Record<string, { denied: object; admitted: object }> = {
  accept_invitation: same({ token: "not-a-token" }),
  approve_approval: same(aCard),
  assign_approval: same({ ...aCard, person_id: null, current_person_id: null }),
  // There is no such delegate.
  delegate_approvals: same({
    delegate_id: randomUUID(),
    first_on: "2099-01-01",
    last_on: "2099-01-02",
  }),
  approve_and_execute_approval: same(aCard),
  batch_approve: same({ approval_ids: [aCard.approval_id] }),
  edit_approval: same({ ...aCard, payload: { title: "Forged" } }),
  execute_approval: same(aCard),
  get_inbox: same({}),
  get_read_versions: same({ approval_ids: [aCard.approval_id] }),
  search_passages: same({ query: "the budget" }),
  find_rows: same({ query: "the budget" }),
  list_approvals: same({}),
  propose_approval: {
    denied: { kind: "task_create", project_id: demoId(4, 1, 1), payload: { title: "Forged" } },
    admitted: { kind: "task_create", project_id: demoId(4, 1, 1), payload: {} },
  },
  propose_undo: same(aCard),
  reject_approval: same({ ...aCard, reason: "Forged" }),
  begin_import: {
    denied: {
      ...anImport("apply"),
      rows: [{ line: 2, client_name: "Forged", project_code: "Forged", project_name: "Forged" }],
    },
    admitted: { ...anImport("apply"), rows: { not: "an array" } },
  },
  carry_out_execution: same(aJob),
  carry_out_import_job: same(aJob),
  start_import_job: same(aJob),
  carry_out_locally: same(aJob),
  lease_indexing: same(aJob),
  get_embedding_model: same({}),
  get_texts_to_embed: same({ ...aJob, text_limit: 1 }),
  store_embeddings: same({ ...aJob, model: "forged", version: "1", embeddings: [] }),
  skip_embeddings: same(aJob),
  // Where there is no pgvector nothing can be set.
  set_embedding_model: same({ name: "forged", version: "1" }),
  publish_document: same(aJob),
  check_file_hash: same({ ...aDocument, version: 1, sha256: "0".repeat(64) }),
  redeem_ticket: same({ ticket: "forged" }),
  fail_indexing: same({ ...aJob, code: "forged", reason: "Forged" }),
  store_extracted: same({
    ...aJob,
    passages: [{ content: "Forged", location: {} }],
    cursor: null,
    progress_done: 1,
    progress_total: 1,
    facts: {},
    flags: [],
    sha256: "0".repeat(64),
  }),
  connect_integration: {
    denied: {
      provider: "clickup",
      settings: { list_id: "1", marker_field_id: "forged" },
      secret: "pk_forged",
    },
    admitted: { provider: "clickup", settings: {}, secret: "pk_forged" },
  },
  disconnect_integration: same({ provider: "clickup" }),
  find_local_effect: same(aJob),
  get_event_to_change: same(aJob),
  get_integration: same(aJob),
  get_integrations: same({}),
  assign_inbound_email: same({ ...anEmail, project_id: demoId(4, 1, 1) }),
  unassign_inbound_email: same(anEmail),
  reject_inbound_email: same({ ...anEmail, reason: "Forged" }),
  restore_inbound_email: same(anEmail),
  list_inbound_emails: same({}),
  list_email_domains: same({}),
  set_email_domain: same({ email_domain_id: randomUUID(), is_removed: true }),
  get_email: same({ source_id: randomUUID() }),
  begin_email_indexing: same({}),
  index_email: same({
    ...anEmail,
    project_id: demoId(4, 1, 1),
    passages: [],
    note: "Forged",
    uploaded_ids: [],
  }),
  receive_email_delivery: same({ delivery_id: "", provider: "resend" }),
  record_calendar_event: same({ ...aJob, event: {} }),
  check_worker_token: same({ token: "forged", function_slug: "task-act" }),
  fail_job: same({ ...aJob, error: "Forged" }),
  finish_jobs: same({ job_ids: [aJob.job_id], attempts: [aJob.attempt] }),
  renew_lease: same({ ...aJob, lease_ms: 1000 }),
  next_job_at: same({ kinds: ["task_act"] }),
  begin_sync_run: same(aJob),
  apply_sync_page: same({ ...aJob, run_id: randomUUID(), from_cursor: null, page: {} }),
  plan_sync_channels: same({
    ...aJob,
    run_id: randomUUID(),
    resources: ["forged"],
    address: "https://forged.example",
  }),
  open_sync_channel: same({
    ...aJob,
    run_id: randomUUID(),
    resource: "forged",
    address: "https://forged.example",
    expires_at: "2100-01-01T00:00:00Z",
    external_id: "forged",
    token_hash: "0".repeat(64),
  }),
  close_sync_channel: same({ ...aJob, run_id: randomUUID(), channel_id: randomUUID() }),
  receive_sync_push: same({
    function_slug: "calendar-sync",
    channel_id: "forged",
    is_change: true,
    message_id: "1",
    token: "forged",
  }),
  end_sync_run: same({ ...aJob, run_id: randomUUID(), reason: "completed" }),
  sync_now: same(aStream),
  assign_meeting: same({ meeting_id: randomUUID(), project_id: demoId(4, 1, 1) }),
  restrict_meeting: same({ meeting_id: randomUUID(), is_restricted: true }),
  list_unmatched_meetings: same({}),
  receive_meeting_delivery: { denied: { delivery_id: "forged" }, admitted: { delivery_id: "" } },
  lease_file_fetch: same(aJob),
  remove_request_file: same(aJob),
  store_fetched_file: same({
    ...aJob,
    content_version: "1",
    version: 1,
    size_bytes: 1,
    sha256: "0".repeat(64),
  }),
  fail_file_fetch: same({ ...aJob, code: "forged", reason: "Forged" }),
  link_crm_record: same({ record_id: randomUUID(), target_id: demoId(2, 1, 1) }),
  create_from_crm_record: same({ record_id: randomUUID(), account_id: demoId(3, 1, 1) }),
  dismiss_crm_record: same({ record_id: randomUUID() }),
  reopen_crm_record: same({ record_id: randomUUID() }),
  retry_dead_letter: same({ dead_letter_id: randomUUID() }),
  set_sync_scope: same({
    ...aStream,
    external_id: "forged",
    name: "Forged",
    project_id: demoId(4, 1, 1),
  }),
  take_jobs: same({ kinds: ["task_act"], worker: "" }),
  lease_execution: same(aJob),
  lease_reconciliation: same(aJob),
  mark_vendor_call: same(aJob),
  review_approval: same(aJob),
  fail_execution: same({ ...aJob, error: "Forged", is_final: true }),
  confirm_execution: same({
    ...aJob,
    marker: randomUUID(),
    result: { provider: "local", external_id: "forged" },
  }),
  finish_execution: same({ ...aJob, result: { provider: "local", external_id: "forged" } }),
  park_execution: same({ ...aJob, error: "Forged" }),
  settle_execution: same({ ...aJob, was_found: false }),
  classify_project: {
    denied: { project_id: demoId(4, 1, 1), version: 2, tier: "standard", reason: "Forged" },
    admitted: { project_id: demoId(4, 1, 1), version: null },
  },
  create_account: {
    denied: { client_id: demoId(2, 1, 1), name: "Forged" },
    admitted: { client_id: demoId(2, 1, 1), name: " " },
  },
  create_client: { denied: { name: "Forged" }, admitted: { name: " " } },
  change_person_role: {
    denied: { ...aPerson, version: 1, role: "admin" },
    admitted: { ...aPerson, version: null, role: "admin" },
  },
  delete_import_mapping: same({ mapping_id: "00000000-0000-4000-8000-000000000000" }),
  get_portfolio: same({}),
  get_portfolio_options: same({}),
  get_outcome: same({ query: "Landing page" }),
  get_estimate_cases: same({}),
  create_estimate_case: { denied: { query: "Forged" }, admitted: { query: " " } },
  build_evidence_pack: same({ project_id: randomUUID() }),
  propose_draft: same({
    pack_id: randomUUID(),
    kind: "weekly_update",
    payload: {},
    item_numbers: [],
  }),
  set_author_statement: same({ ...aCard, version: 1, sentence: "Forged" }),
  get_approved_draft: same(aCard),
  get_draft: same(aCard),
  save_authoring_profile: {
    denied: { profile_id: null, version: null, changes: { name: "Forged" } },
    admitted: { profile_id: null, version: null, changes: { forged: "Forged" } },
  },
  delete_authoring_profile: same({ profile_id: randomUUID(), version: 1 }),
  set_person_rate: {
    denied: { ...aPerson, valid_from: "2026-01-01", cost_per_hour: 1 },
    admitted: { ...aPerson, valid_from: "2026-01-01", cost_per_hour: -1 },
  },
  set_project_rate: {
    denied: { project_id: demoId(4, 1, 1), valid_from: "2026-01-01", revenue_per_hour: 1 },
    admitted: { project_id: demoId(4, 1, 1), valid_from: "2026-01-01", revenue_per_hour: -1 },
  },
  get_portfolio_health: same({}),
  get_project_timeline: same({ project_id: demoId(4, 1, 4) }),
  get_chat_spine: same({ question: "what about it?" }),
  get_spine: same({}),
  get_viewer: same({}),
  import_portfolio: {
    denied: {
      ...anImport("apply"),
      rows: [{ line: 2, client_name: "Forged", project_code: "Forged", project_name: "Forged" }],
    },
    admitted: { ...anImport("apply"), rows: { not: "an array" } },
  },
  invite_person: {
    denied: { email: "forged@demo.test", name: "Forged", role: "admin" },
    admitted: { email: "not an address", name: "Forged", role: "admin" },
  },
  merge_person: {
    denied: { ...aPerson, version: 1, into_id: people.lead.personId },
    admitted: { ...aPerson, version: 1, into_id: aPerson.person_id },
  },
  unmerge_person: { denied: { ...aPerson, version: 1 }, admitted: { ...aPerson, version: null } },
  create_password_link: same({ person_id: randomUUID() }),
  get_account: same({}),
  get_person_profile: same(aPerson),
  read_account_notices: { denied: { until: "2026-01-01T00:00:00Z" }, admitted: { until: null } },
  redeem_password_link: same({ token: "forged", password: "a long enough password" }),
  remove_second_factor: same({ person_id: randomUUID() }),
  rename_self: { denied: { version: 1, name: "Forged" }, admitted: { version: 1, name: " " } },
  set_picture: { denied: { content: null }, admitted: { content: "Forged" } },
  rename_person: {
    denied: { ...aPerson, version: 1, name: "Forged" },
    admitted: { ...aPerson, version: 1, name: " " },
  },
  set_person_email: {
    denied: { ...aPerson, version: 1, email: "forged@demo.test" },
    admitted: { ...aPerson, version: 1, email: "not an address" },
  },
  post_status_update: {
    denied: { project_id: demoId(4, 1, 1), health: "on_track", summary: "Forged" },
    admitted: { project_id: demoId(4, 1, 1), health: "on_track", summary: " " },
  },
  require_importer: same({}),
  require_internal_viewer: same({}),
  require_lead: same({}),
  begin_research: same({}),
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
  update_organization_settings: {
    denied: { changes: { forbids_self_approval: true }, version: 0 },
    admitted: { changes: {}, version: 0 },
  },
  update_project: {
    denied: { project_id: demoId(4, 1, 1), version: 1, changes: { name: "Forged" } },
    admitted: { project_id: demoId(4, 1, 1), version: 1, changes: {} },
  },
  resolve_finding: {
    denied: {
      finding_code: "project_without_lead",
      subject_id: demoId(4, 1, 6),
      version: 0,
      facts_hash: "0".repeat(64),
      state: "settled",
      reason: "Forged",
    },
    admitted: {
      finding_code: "project_without_lead",
      subject_id: demoId(4, 1, 6),
      version: -1,
      facts_hash: "0".repeat(64),
      state: "settled",
      reason: "Forged",
    },
  },
  offboard_person: {
    denied: { ...aPerson, version: 1 },
    admitted: { ...aPerson, version: null },
  },
  preview_person_change: {
    denied: { ...aPerson, change: { to: "offboarded" } },
    admitted: { ...aPerson, change: { to: "something" } },
  },
  revoke_invitation: same({ invitation_id: randomUUID() }),
  change_project_team: {
    denied: { project_id: demoId(4, 1, 2), added: [aPerson.person_id], removed: [] },
    admitted: { project_id: demoId(4, 1, 2), added: [], removed: [] },
  },
  preview_project_team: {
    denied: { project_id: demoId(4, 1, 2), added: [aPerson.person_id], removed: [] },
    admitted: { project_id: demoId(4, 1, 2), added: [], removed: [] },
  },
  correct_status_update: {
    denied: { ...aStatus, summary: "Forged" },
    admitted: { ...aStatus, summary: " " },
  },
  set_project_membership: {
    denied: { ...aPerson, project_id: demoId(4, 1, 2), is_member: true },
    admitted: { ...aPerson, project_id: demoId(4, 1, 2), is_member: null },
  },
  set_prompt_owner: {
    denied: { ...aPerson, version: 1, is_prompt_owner: true },
    admitted: { ...aPerson, version: null, is_prompt_owner: true },
  },
  save_import_mapping: {
    denied: { name: "Forged", mapping: { fields: { project_code: { column: "Code" } } } },
    admitted: { name: "Forged", mapping: { fields: {} } },
  },
  get_prompt: same({}),
  list_skills: same({}),
  prompt_versions: same({}),
  read_skill: same({ name: "weekly-update" }),
  rollback_prompt: same({ version_row_id: randomUUID() }),
  set_base_prompt: { denied: { base: "Forged" }, admitted: { base: " " } },
  stage_prompt: { denied: { base: "Forged" }, admitted: { base: " " } },
  archive_document: same(aDocument),
  begin_indexing: same(aDocument),
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
  open_document: same(aDocument),
  begin_portal_view: same({}),
  get_client_portal: same({}),
  create_client_request: same({ project_id: randomUUID(), kind: "question", content: "Forged" }),
  create_request_upload: same({
    project_id: randomUUID(),
    file_name: "forged.txt",
    content_type: "text/plain",
    size_bytes: 6,
    sha256: "0".repeat(64),
  }),
  open_request_file: same({ file_id: randomUUID() }),
  decide_deliverable: same({ ...aDeliverable, content_hash: "0".repeat(64), decision: "approved" }),
  open_client_file: same(aDeliverable),
  prepare_client_access: same({ client_id: randomUUID() }),
  release_project_dates: same({ project_id: randomUUID() }),
  require_portal_viewer: same({}),
  get_document_inventory: same({}),
  restore_document: same(aDocument),
  set_quota: same({ name: "nothing", quota: 1 }),
  set_rate_limit: {
    denied: { route: "ingest-doc", max_calls: 1 },
    admitted: { route: "no-such-route", max_calls: 1 },
  },
  set_verify_window: { denied: { days: 365 }, admitted: { days: 0 } },
  update_document: same({ ...aDocument, changes: { title: "Forged" } }),
  begin_chat: same({}),
  begin_chat_turn: {
    denied: { session_id: randomUUID(), question: "Forged" },
    admitted: { session_id: randomUUID(), question: " " },
  },
  finish_chat_turn: same({ ...aMessage, content: "Forged", model: "forged" }),
  fail_chat_turn: same({ ...aMessage, error_code: "forged" }),
  archive_chat_session: same({ chat_session_id: randomUUID() }),
  write_chat_summary: same({ chat_session_id: randomUUID(), told_to: 1, content: "Forged" }),
  settle_citations: same({ citations: [] }),
  get_hours: same({}),
  list_documents: same({}),
  list_people: same({}),
  list_changes: same({ changed_from: "2026-01-01", changed_to: "2026-12-31" }),
  list_projects: same({}),
  list_tasks: same({}),
  add_task_comment: {
    denied: { ...aTask, body: "Forged" },
    admitted: { ...aTask, body: " " },
  },
  copy_project: same({ project_id: randomUUID(), account_id: demoId(3, 1, 1), name: "Forged" }),
  create_project: {
    denied: { account_id: demoId(3, 1, 1), name: "Forged" },
    admitted: { account_id: demoId(3, 1, 1), name: " " },
  },
  create_task: {
    denied: { project_id: demoId(4, 1, 1), task: { title: "Forged" } },
    admitted: { project_id: demoId(4, 1, 1), task: {} },
  },
  delete_time_entry: same(anEntry),
  discard_timer: same({}),
  edit_task_comment: {
    denied: { ...aComment, body: "Forged" },
    admitted: { ...aComment, body: " " },
  },
  // An organization with a client or project gets no sample data, and without any there is none to remove.
  add_sample_data: same({}),
  get_sample_data: same({}),
  remove_sample_data: same({}),
  list_saved_views: same({}),
  list_task_labels: same({}),
  create_saved_view: {
    denied: { page: "tasks", name: "Forged", query: "", is_shared: true },
    admitted: { page: "tasks", name: " ", query: "" },
  },
  update_saved_view: {
    denied: { view_id: randomUUID(), version: 1, changes: { name: "Forged" } },
    admitted: { view_id: randomUUID(), version: 1, changes: {} },
  },
  get_calendar: same({}),
  get_availability: same({}),
  override_event_project: same({ event_id: randomUUID(), project_id: demoId(4, 1, 1) }),
  clear_event_override: same({ event_id: randomUUID() }),
  propose_event: {
    denied: {
      kind: "calendar_event_cancel",
      event_id: demoId(112, 1, 1),
      payload: { note: "Forged" },
    },
    admitted: { kind: "calendar_event_cancel", payload: {} },
  },
  get_my_work: same({}),
  get_organization_settings: same({}),
  get_task: same({ task_id: randomUUID() }),
  get_task_page: same({}),
  get_team_week: same({}),
  get_timer: same({}),
  get_timesheet: same({}),
  lock_week: { denied: { week_on: "2026-03-02" }, admitted: { week_on: "9999-12-31" } },
  log_time: {
    denied: { project_id: demoId(4, 1, 1), spent_on: "2026-03-02", hours: 23.99 },
    admitted: { project_id: demoId(4, 1, 1), spent_on: "2026-03-02", hours: 0 },
  },
  mark_mentions_read: { denied: { comment_ids: [randomUUID()] }, admitted: { comment_ids: [] } },
  // As long ago as nobody has ever looked: a look changes nothing for later files.
  mark_my_work_seen: same({ until: "1970-01-01T00:00:00Z" }),
  remove_task_comment: same(aComment),
  restore_task_comment: same(aComment),
  restore_time_entry: same({ entry_id: anEntry.entry_id }),
  start_timer: same({ project_id: randomUUID() }),
  stop_timer: same({}),
  unlock_week: { denied: { week_on: "2026-03-02" }, admitted: { week_on: "9999-12-31" } },
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
  undo_import: same({ run_id: "00000000-0000-4000-8000-000000000000" }),
};

const schemas = { public: [] as string[], private: [] as string[] };

beforeAll(async () => {
  const found = await owner<{ schema: keyof typeof schemas; name: string }[]>`
    select pronamespace::regnamespace::text as schema, proname as name
    from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
    order by proname collate "C"`;
  for (const { schema, name } of found) schemas[schema].push(name);
});

describe("the matrix names every function once, and nothing else", () => {
  test("the functions of public", () => {
    expect(namesOf(functions)).toEqual(schemas.public);
    expect(Object.keys(calls).sort()).toEqual(schemas.public);
  });

  test("the functions of private", () => {
    expect(Object.values(privateFunctions).flat().sort()).toEqual(schemas.private);
  });
});

describe("calling a function of public", () => {
  test.each(functions)("$name answers each persona as the matrix says", async (row) => {
    const call = calls[row.name];
    const before = await fingerprint();
    await expectRow(row, async (persona, expected) => {
      const isAdmitted = expected === "ok" || expected === "OPINV";
      const args = isAdmitted ? call?.admitted : call?.denied;
      const answer = await callRpc(persona, row.name, args);
      if (answer.status < 300) return "ok";
      const code = codeOf(answer);
      return gateOf(persona, answer) ?? (code?.startsWith("OP") ? code : unexpected(answer));
    });
    expect(await fingerprint()).toEqual(before);
  });
});

/** Which names a schema has is no business of the gateway: one function of each privilege shows what it answers. */
describe("a function of private is out of reach", () => {
  const names = Object.values(privateFunctions).flatMap(([first]) => first ?? []);

  test.each(names)("%s", async (name) => {
    const cells = Object.fromEntries(
      personaNames.map((persona) => [
        persona,
        (unbelievedNames as readonly string[]).includes(persona) ? "gateway" : "absent",
      ]),
    ) as Record<PersonaName, string>;
    await expectRow({ name, cells }, async (persona) => {
      const answer = await callRpc(persona, name, {}, { "content-profile": "private" });
      return (
        gateOf(persona, answer) ?? (codeOf(answer) === "PGRST106" ? "absent" : unexpected(answer))
      );
    });
  });
});

describe("the database itself", () => {
  test("lets signed-in users and workers execute exactly what the matrix says, and nobody else anything", async () => {
    const found = await owner<{ name: string }[]>`
      select pronamespace::regnamespace || '.' || proname || ' ' || role as name
      from pg_proc, unnest(array['anon', 'authenticated', 'service_role', 'authenticator']) as role
      where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        and has_function_privilege(role, pg_proc.oid, 'execute')`;
    const expected = [
      ...schemas.public.map((name) => `public.${name} ${roleOf(name)}`),
      ...privateFunctions.executableByUsers.map((name) => `private.${name} authenticated`),
      ...privateFunctions.executableByBoth.flatMap((name) =>
        ["authenticated", "service_role"].map((role) => `private.${name} ${role}`),
      ),
      ...privateFunctions.executableByWorkers.map((name) => `private.${name} service_role`),
    ];
    expect(found.map(({ name }) => name).sort()).toEqual(expected.sort());
  });
});

test("no schema but public is exposed", async () => {
  const schemata = await owner<{ name: string }[]>`
    select nspname as name from pg_namespace
    where nspname not like 'pg\\_%' and nspname not in ('public')`;
  expect(schemata.map(({ name }) => name)).toContain("private");
  for (const { name } of schemata) {
    for (const persona of ["anonymous", "admin", "secret_key"] as const) {
      const answer = await askAs(persona, "/rest/v1/people?select=id", {
        headers: { "accept-profile": name },
      });
      expect([name, persona, answer.status, codeOf(answer)]).toEqual([
        name,
        persona,
        406,
        "PGRST106",
      ]);
    }
  }
});

test("every cell was asked", () => {
  console.log(`access matrix, functions: ${executedCells()} cells`);
  const rows = schemas.public.length + Object.keys(privateFunctions).length;
  expect(executedCells()).toBe(rows * personaNames.length);
});

/** The role that may call a function of public: signed-in people, or the secret key of the workers. */
function roleOf(name: string): string {
  return functions.find((row) => row.name === name)?.cells.secret_key === "grant"
    ? "authenticated"
    : "service_role";
}

function same(args: object): { denied: object; admitted: object } {
  return { denied: args, admitted: args };
}

function anImport(mode: "apply" | "dry_run"): object {
  return {
    mode,
    file_name: `forged-${randomUUID()}.csv`,
    file_sha256: "0".repeat(64),
    parser_version: "csv-1",
    mapping: { fields: { project_code: { column: "Code" } } },
  };
}

/** Counts the rows in the demo's organizations that a forbidden call would have changed. */
async function fingerprint(): Promise<object> {
  const [row] = await owner`
    select
      (select count(*)::int from public.people where email like 'forged%') as people,
      (select count(*)::int from public.prompt_versions) as prompts,
      (select count(*)::int from public.projects where 'Forged' in (name, code)) as projects,
      (select count(*)::int from public.clients where name = 'Forged') as clients,
      (select count(*)::int from public.tasks where title = 'Forged') as tasks,
      (select count(*)::int from public.task_comments where body = 'Forged') as comments,
      (select count(*)::int from public.time_entries where hours = 23.99) as entries,
      (select count(*)::int from private.saved_views where name = 'Forged') as views,
      (select count(*)::int from private.sample_rows) as samples,
      (select count(*)::int from private.week_locks where week_on = '2026-03-02') as locks,
      (select count(*)::int from public.accounts where name = 'Forged') as accounts,
      (select count(*)::int from public.status_updates where summary = 'Forged') as updates,
      (select count(*)::int from public.portfolio_classifications where reason = 'Forged') as classifications,
      (select count(*)::int from public.operating_profiles where 'Forged' = any (standing_facts)) as profiles,
      (select count(*)::int from public.project_members
       where project_id = ${demoId(4, 1, 2)}) as members,
      (select count(*)::int from public.portfolio_import_runs where file_name like 'forged%') as runs,
      (select count(*)::int from public.approvals where title like '%Forged%') as approvals,
      (select count(*)::int from public.import_mappings where name = 'Forged') as mappings,
      (select count(*)::int from public.chat_messages where content = 'Forged') as messages,
      (select count(*)::int from public.invitations where email like 'forged%') as invitations,
      (select count(*)::int from public.organization_settings where forbids_self_approval) as settings,
      (select count(*)::int from public.reconciliation_resolutions where reason = 'Forged') as resolutions,
      (select md5(string_agg(p::text, ',' order by p::text)) from public.people p
       where email like '%@demo.test' or email like '%@other.test') as everyone`;
  return { ...row };
}
