/**
 * Rows in every table of approvals and their evidence, for tests of reads and writes. Cards are pending, except
 * the one of the skill.
 */
import type postgres from "postgres";

export interface ApprovalOwner {
  organizationId: string;
  /** A prompt owner. */
  adminId: string;
  /** A member of this project sees its rows, unless they are restricted. */
  projectId: string;
  /** A project that no member belongs to. */
  hiddenProjectId: string;
  /** The id of the nth row of a kind, the same in every run. */
  id(kind: RowKind, n: number): string;
}

export type RowKind =
  | "source"
  | "passage"
  | "card"
  | "weekly_update"
  | "scope_change"
  | "sow_draft"
  | "client_readout"
  | "deliverable_release"
  | "prompt_version"
  | "skill"
  | "skill_version"
  | "calendar_event";

const portalTables = [
  "weekly_updates",
  "scope_changes",
  "sow_drafts",
  "client_readouts",
  "deliverable_releases",
];
const sections = [{ heading: "Summary", body: "All is well." }];
const nextWeek = ["2026-12-01T09:00:00Z", "2026-12-01T10:00:00Z"] as const;

/**
 * Four of each with a scope, in this order: of the project; of it and restricted; without project; of the
 * hidden project. The nth card cites the nth source. Existing rows stay as they are.
 */
export async function addApprovalRows(
  sql: postgres.TransactionSql,
  organization: ApprovalOwner,
): Promise<void> {
  const { organizationId: organization_id, adminId, projectId, hiddenProjectId, id } = organization;
  const insert = (table: string, rows: object[]) =>
    sql`insert into ${sql(`public.${table}`)} ${sql(rows)} on conflict do nothing`;
  const scopes = [
    { project_id: projectId, is_restricted: false },
    { project_id: projectId, is_restricted: true },
    { project_id: null, is_restricted: false },
    { project_id: hiddenProjectId, is_restricted: false },
  ];
  const scopeIds = scopes.map((scope) =>
    scope.is_restricted ? organization_id : (scope.project_id ?? organization_id),
  );
  const proposals = [
    { kind: "task_create", title: "Create task “Call the supplier”" },
    { kind: "sow_draft", title: "Publish the statement of work “Phase 2”" },
    { kind: "prompt_update", title: "Teach the assistant a rule" },
    { kind: "scope_flag", title: "Flag the scope risk “More pages”" },
  ];
  const payloads = [
    { title: "Call the supplier" },
    { title: "Phase 2", sections },
    { rule: "Say what is not known." },
    { title: "More pages", description: "Twelve instead of eight.", severity: "low" },
  ];

  await insert("organization_settings", [{ organization_id, forbids_self_approval: false }]);
  await insert(
    "sources",
    scopes.map((scope, n) => ({
      id: id("source", n + 1),
      organization_id,
      kind: scope.project_id === null ? "note" : "document",
      title: `Note ${n + 1}`,
      published_version: 1,
      ...scope,
    })),
  );
  await addDocuments(sql, organization, scopes);
  await insert(
    "passages",
    scopeIds.map((scope_id, n) => ({
      id: id("passage", n + 1),
      organization_id,
      source_id: id("source", n + 1),
      source_version: 1,
      position: 1,
      content: "The supplier waits for a call.",
      scope_id,
    })),
  );
  await insert(
    "meetings",
    scopeIds.map((scope_id, n) => ({
      id: id("source", n + 1),
      organization_id,
      scope_id,
      provider: "fathom",
      external_id: id("source", n + 1),
      starts_at: nextWeek[0],
      ends_at: nextWeek[1],
      // A project that a person chose waits for no decision.
      matched_by: "person",
    })),
  );
  await insert(
    "project_notes",
    scopes.flatMap(({ project_id }, n) =>
      project_id === null
        ? []
        : {
            id: id("passage", n + 1),
            organization_id,
            project_id,
            source_id: id("source", n + 1),
            scope_id: scopeIds[n],
            occurred_on: "2026-11-16",
            title: "Supplier",
            body: "The supplier waits for a call.",
          },
    ),
  );
  await insert(
    "approvals",
    scopes.map((scope, n) => ({
      id: id("card", n + 1),
      organization_id,
      ...proposals[n],
      payload: sql.json(payloads[n] as postgres.JSONValue),
      payload_hash: "",
      proposer: "person",
      proposed_by: adminId,
      ...scope,
    })),
  );
  const ofCards = (fieldsOf: (n: number) => object) =>
    scopeIds.map((scope_id, n) => ({
      organization_id,
      approval_id: id("card", n + 1),
      scope_id,
      ...fieldsOf(n),
    }));
  await insert(
    "approval_versions",
    ofCards((n) => ({
      version: 1,
      title: proposals[n]?.title,
      payload: sql.json(payloads[n] as postgres.JSONValue),
      payload_hash: "0".repeat(64),
      written_by: adminId,
    })),
  );
  await insert(
    "approval_citations",
    ofCards((n) => ({
      number: 1,
      role: "evidence",
      source_id: id("source", n + 1),
      source_version: 1,
      passage_id: id("passage", n + 1),
      quote: "The supplier waits",
    })),
  );
  await insert(
    "approval_events",
    ofCards(() => ({
      number: 1,
      type: "proposed",
      status: "pending",
      version: 1,
      payload_hash: "0".repeat(64),
      actor_id: adminId,
      actor_db_role: "authenticated",
    })),
  );

  const publishedRow = (kind: RowKind, fields: object) =>
    scopes
      .map((scope, n) => ({
        id: id(kind, n + 1),
        organization_id,
        approval_id: id("card", n + 1),
        ...fields,
        ...scope,
      }))
      .filter((row) => row.project_id !== null);
  // No other transaction sees the portal's triggers disabled. No card was executed for these rows.
  const laws = (state: string) =>
    sql.unsafe(
      portalTables
        .map((table) => `alter table public.${table} ${state} trigger tg_${table}__guard_approved;`)
        .join("\n"),
    );
  await laws("disable");
  await insert(
    "weekly_updates",
    publishedRow("weekly_update", {
      week_of: "2026-11-16",
      headline: "On time",
      body: "As planned.",
    }),
  );
  await insert(
    "scope_changes",
    publishedRow("scope_change", { title: "More pages", description: "Twelve instead of eight." }),
  );
  await insert(
    "sow_drafts",
    publishedRow("sow_draft", { title: "Phase 2", sections: sql.json(sections) }).filter(
      (row) => row.is_restricted,
    ),
  );
  await insert(
    "client_readouts",
    publishedRow("client_readout", { title: "November", sections: sql.json(sections) }),
  );
  await insert(
    "deliverable_releases",
    publishedRow("deliverable_release", { title: "Style guide" }),
  );
  await laws("enable always");

  await addPrompt(sql, organization);
  await addSkill(sql, organization);
  await insert("integrations", [
    { organization_id, provider: "clickup", secret_name: "none", connected_by: adminId },
  ]);
  await insert("connection_tests", [
    { organization_id, provider: "clickup", requested_by: adminId },
  ]);
  await insert("vendor_lists", [
    { organization_id, provider: "clickup", external_id: "1", name: "List" },
  ]);
  await insert(
    "external_links",
    scopes.map(({ project_id }, n) => ({
      organization_id,
      provider: "local",
      entity: "task",
      external_id: id("card", n + 1),
      approval_id: id("card", n + 1),
      project_id,
      scope_id: scopeIds[n],
    })),
  );
  await insert(
    "calendar_events",
    [projectId, null, hiddenProjectId].map((project_id, n) => ({
      id: id("calendar_event", n + 1),
      organization_id,
      provider: "local",
      external_id: id("calendar_event", n + 1),
      project_id,
      summary: "Review",
      starts_at: nextWeek[0],
      ends_at: nextWeek[1],
      time_zone: "UTC",
    })),
  );
}

/** Every source of a project is a document with one upload. */
async function addDocuments(
  sql: postgres.TransactionSql,
  { organizationId: organization_id, adminId, id }: ApprovalOwner,
  scopes: { project_id: string | null; is_restricted: boolean }[],
): Promise<void> {
  for (const [n, { project_id, is_restricted }] of scopes.entries()) {
    if (project_id === null) continue;
    const document_id = id("source", n + 1);
    const scope_id = is_restricted ? organization_id : project_id;
    await sql`insert into public.documents ${sql({
      id: document_id,
      organization_id,
      kind: is_restricted ? "contract" : "brief",
      scope_id,
      is_restricted,
      indexed_version: 1,
      created_by: adminId,
    })} on conflict do nothing`;
    await sql`insert into public.document_versions ${sql({
      document_id,
      version: 1,
      organization_id,
      scope_id,
      path: `${organization_id}/${document_id}/1/note.txt`,
      file_name: "note.txt",
      content_type: "text/plain",
      size_bytes: 30,
      uploaded_by: adminId,
    })} on conflict do nothing`;
    await sql`
      update public.document_versions set status = 'queued'
      where document_id = ${document_id} and status = 'awaiting_upload'`;
    await sql`
      update public.document_versions set status = 'indexing', step = 'extract'
      where document_id = ${document_id} and status = 'queued'`;
    await sql`
      update public.document_versions set status = 'indexed', step = null, indexed_at = now()
      where document_id = ${document_id} and status = 'indexing'`;
  }
}

async function addPrompt(sql: postgres.TransactionSql, organization: ApprovalOwner): Promise<void> {
  const { organizationId, adminId, id } = organization;
  const [existingRow] = await sql`
    select 1 from public.prompt_versions where organization_id = ${organizationId} limit 1`;
  if (existingRow) return;
  await sql`
    insert into public.prompt_versions (id, organization_id, number, base, origin, created_by)
    values (${id("prompt_version", 1)}, ${organizationId}, 1, 'You help a project team.', 'set', ${adminId})`;
  await sql`
    insert into public.live_prompts (organization_id, live_version_id, moved_by, moved_at)
    values (${organizationId}, ${id("prompt_version", 1)}, ${adminId}, now())`;
}

/** A skill comes with an executed card. */
async function addSkill(sql: postgres.TransactionSql, organization: ApprovalOwner): Promise<void> {
  const { organizationId, adminId, id } = organization;
  const [existingRow] = await sql`
    select 1 from public.skill_versions where organization_id = ${organizationId} limit 1`;
  if (existingRow) return;
  const skill = { name: "weekly-review", title: "Weekly review", content: "See every project." };
  const card = id("card", 5);
  await sql`
    insert into public.approvals (
      id, organization_id, kind, title, payload, payload_hash, proposer, proposed_by)
    values (${card}, ${organizationId}, 'skill_update', 'Change the skill', ${sql.json(skill)}, '',
      'person', ${adminId})`;
  await sql`
    update public.approvals set status = 'approved', decided_by = ${adminId}, decided_at = now(),
      decided_version = version, decided_hash = payload_hash
    where id = ${card}`;
  await sql`
    update public.approvals set status = 'executing', execution_requested_by = ${adminId},
      execution_requested_at = now(), execution_job_id = gen_random_uuid(), execution_attempt = 1
    where id = ${card}`;
  await sql`
    insert into public.skills (id, organization_id, name)
    values (${id("skill", 1)}, ${organizationId}, ${skill.name})`;
  await sql`
    insert into public.skill_versions (
      id, organization_id, skill_id, number, title, content, approval_id, created_by)
    values (${id("skill_version", 1)}, ${organizationId}, ${id("skill", 1)}, 1, ${skill.title},
      ${skill.content}, ${card}, ${adminId})`;
  await sql`
    update public.skills set live_version_id = ${id("skill_version", 1)} where id = ${id("skill", 1)}`;
  await sql`
    update public.approvals set status = 'executed', executed_at = now(), execution_job_id = null,
      result = jsonb_build_object('table', 'skill_versions', 'id', ${id("skill_version", 1)}::text)
    where id = ${card}`;
}
