/**
 * Compares the triage list of 10,000 emails, in organizations of 10 and of 1,000 projects, with the query that a
 * careful developer would write by hand. The answers must be equal.
 */
import { mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import postgres from "postgres";
import { scratchOn } from "../scripts/db/scratch.ts";
import { removePostgresData, startPostgres } from "../scripts/stack/postgres/postgres.ts";
import { datasetViewers, loadDataset } from "./dataset.ts";
import { type Comparison, connect, race } from "./measure.ts";
import { MAX_GROWTH, MAX_RATIO, MIN_EXTRA_MS } from "./scope.ts";

export interface EmailResult {
  name: string;
  /** Per organization, in the order of ORGANIZATIONS. */
  comparisons: (Comparison & { ratio: number; isWithinLimit: boolean })[];
  /** The growth of the median from the smallest organization to the largest. */
  growth: number;
  isWithinLimit: boolean;
}

/** The sizes of the organizations, in projects. */
export const ORGANIZATIONS = [10, 1000];
const PAGE = 100;
const BUDGET_MS = 15_000;

interface ListRead {
  name: string;
  scope: "all" | "unassigned";
  /** How many tenths of all emails come before the page. */
  tenthsBefore: number;
}

const listReads: ListRead[] = [
  { name: "unassigned, first page", scope: "unassigned", tenthsBefore: 0 },
  { name: "all, first page", scope: "all", tenthsBefore: 0 },
  { name: "all, a page in the middle", scope: "all", tenthsBefore: 5 },
];

export async function benchEmails(emails: number): Promise<EmailResult[]> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "countersign-bench-"));
  const server = await startPostgres({ dataDir });
  try {
    const { url } = await scratchOn(server.url).create("migrated");
    const sql = postgres(url, { max: 1, onnotice: () => {} });
    await loadDataset(sql, { projects: ORGANIZATIONS, tasks: 1000 });
    await addEmails(sql, emails);
    const lanes = [];
    for (const { scope, tenthsBefore } of listReads) {
      for (const organization of ORGANIZATIONS.keys()) {
        const viewers = await datasetViewers(sql, organization + 1);
        const admin = viewers.find(({ label }) => label === "admin");
        if (!admin) throw new Error(`Organization ${organization + 1} has no admin.`);
        const offset = Math.floor((emails * tenthsBefore) / 10);
        const [last] = offset
          ? await sql<{ at: string; id: string; cursor: string }[]>`
              select received_at::text as at, id, private.page_cursor(received_at, id) as cursor
              from public.inbound_emails where organization_id = ${admin.organizationId} and rejected_at is null
              order by received_at desc, id desc offset ${offset - 1} limit 1`
          : [];
        const cursor = last ? `, cursor => '${last.cursor}'` : "";
        lanes.push({
          product: {
            role: "authenticated",
            claims: { sub: admin.userId, role: "authenticated" },
            query: `select public.list_inbound_emails('${scope}', page_size => ${PAGE}${cursor}) as answer`,
          },
          byHand: {
            role: "service_role",
            claims: { role: "service_role" },
            query: listByHand(admin.organizationId, scope, last),
          },
        });
      }
    }
    const connections = await connect(url);
    const comparisons = (await race(connections, lanes, BUDGET_MS)).map(withRatio);
    await connections.end();
    await sql.end();
    return listReads.map(({ name }, index) => {
      const sizes = ORGANIZATIONS.length;
      const ofRead = comparisons.slice(index * sizes, (index + 1) * sizes);
      const [first = 0, last = 0] = [ofRead[0]?.product.p50, ofRead.at(-1)?.product.p50];
      const isFlat = last <= first * MAX_GROWTH || last - first <= MIN_EXTRA_MS;
      const isWithinLimit = isFlat && ofRead.every((comparison) => comparison.isWithinLimit);
      return { name, comparisons: ofRead, growth: last / first, isWithinLimit };
    });
  } finally {
    await server.stop();
    await removePostgresData(dataDir);
  }
}

function withRatio(comparison: Comparison) {
  const { product, byHand } = comparison;
  const ratio = product.p50 / byHand.p50;
  return {
    ...comparison,
    ratio,
    isWithinLimit: ratio <= MAX_RATIO || product.p50 - byHand.p50 <= MIN_EXTRA_MS,
  };
}

/**
 * Creates the same number of emails in each organization. Two of three have no project, and some are rejected or
 * automatic.
 */
async function addEmails(sql: postgres.Sql, emails: number): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      create temporary table new_emails on commit drop as
      select md5(organizations.id::text || number)::uuid as id, organizations.id as organization_id, number,
        projects.ids[1 + number % cardinality(projects.ids)] as project_id,
        array[
          projects.ids[1 + number % cardinality(projects.ids)],
          projects.ids[1 + (number + 3) % cardinality(projects.ids)]] as candidate_ids
      from public.organizations, generate_series(1, ${emails}) as number,
        lateral (
          select array_agg(projects.id order by projects.id) as ids from public.projects
          where projects.organization_id = organizations.id) as projects`;
    await tx`
      insert into public.sources (id, organization_id, kind, project_id, title)
      select id, organization_id, 'email', case when number % 3 = 0 then project_id end, 'Subject ' || number from new_emails`;
    await tx`
      insert into public.inbound_emails (
        id, organization_id, project_id, provider, external_id, message_id, thread_id, subject, subject_key, from_name,
        from_address, from_domain, recipients, received_at, auth_verdict, auth_by, automatic, attachment_count, candidates,
        rule, reason, rejected_at, reject_reason)
      select
        id, organization_id, case when number % 3 = 0 then project_id end, 'gmail', number::text, 'message' || number,
        md5(organization_id::text || 'thread' || number / 4)::uuid, 'Subject ' || number, 'subject ' || number, 'Sender',
        format('sender%s@client%s.test', number, number % 100), format('client%s.test', number % 100),
        '{"to": [{"name": null, "address": "office@agency.test"}], "cc": []}',
        '2026-01-01'::timestamptz + number * interval '1 minute',
        (case when number % 7 = 0 then 'none' else 'pass' end)::public.email_verdict,
        case when number % 7 > 0 then 'mx.google.com' end,
        case when number % 11 = 0 then 'list'::public.automatic_email end, number % 2,
        case when number % 3 = 0 then '[]' else jsonb_build_array(
          jsonb_build_object('project_id', candidate_ids[1], 'score', 0.6, 'reason', 'The subject names it'),
          jsonb_build_object('project_id', candidate_ids[2], 'score', 0.4, 'reason', 'Its sender is a contact')) end,
        case when number % 3 = 0 then 'person'::public.email_rule end,
        case when number % 3 = 0 then 'Assigned by hand' else 'Several projects match' end,
        case when number % 10 = 1 then '2026-06-01'::timestamptz end, case when number % 10 = 1 then 'Not ours' end
      from new_emails`;
  });
  await sql.unsafe("vacuum analyze");
}

const count = (organization: string, condition: string) => `(
  select count(*) from (
    select from public.inbound_emails
    where organization_id = '${organization}' and removed_at is null and ${condition} limit 1000) as emails)`;

const listByHand = (
  organization: string,
  scope: ListRead["scope"],
  after: { at: string; id: string } | undefined,
) => `
  with matches as materialized (
    select * from public.inbound_emails
    where organization_id = '${organization}' and rejected_at is null and removed_at is null
      ${scope === "unassigned" ? "and project_id is null" : ""}
      ${after ? `and (received_at, id) < ('${after.at}', '${after.id}')` : ""}
    order by received_at desc, id desc limit ${PAGE + 1}
  ),
  page as (
    select matches.*, case
      when matches.auth_verdict <> 'pass' then 'The domain of the sender is not verified'
      when matches.automatic is not null then 'A program sent this email'
      when matches.from_domain = organizations.email_domain or matches.from_domain like '%.' || organizations.email_domain
        then 'This is your own domain' end as refusal
    from (select * from matches order by received_at desc, id desc limit ${PAGE}) as matches
    join public.organizations on organizations.id = matches.organization_id
  )
  select jsonb_build_object(
    'emails', (
      select jsonb_agg(jsonb_build_object(
        'id', page.id, 'subject', page.subject,
        'from', jsonb_build_object('name', page.from_name, 'address', page.from_address),
        'to', page.recipients -> 'to', 'received_at', page.received_at,
        'project', case when projects.id is not null then jsonb_build_object('id', projects.id, 'name', projects.name) end,
        'state', case when page.project_id is null then 'unassigned' else 'assigned' end,
        'assigned_because', case when page.project_id is not null then page.reason end,
        'waiting_because', case when page.project_id is null then page.reason end,
        'auth_verdict', jsonb_build_object('result', page.auth_verdict, 'by', page.auth_by),
        'candidates', coalesce((
          select jsonb_agg(jsonb_build_object(
            'project_id', candidates.id, 'name', candidates.name, 'score', item -> 'score', 'reason', item ->> 'reason')
            order by position)
          from jsonb_array_elements(page.candidates) with ordinality as items (item, position)
          cross join lateral (
            select * from public.projects where projects.id = (item ->> 'project_id')::uuid limit 1) as candidates), '[]'),
        'has_attachments', page.attachment_count > 0, 'reject_reason', page.reject_reason,
        'is_automatic', page.automatic is not null,
        'automatic_because', case page.automatic when 'list' then 'Mailing list message' end,
        'domain', jsonb_build_object(
          'name', page.from_domain, 'can_remember', page.refusal is null, 'refusal', page.refusal),
        'source_id', page.id,
        'thread', jsonb_build_object('id', page.thread_id, 'emails', (
          select count(*) from public.inbound_emails as thread_emails
          where thread_emails.organization_id = page.organization_id and thread_emails.thread_id = page.thread_id
            and thread_emails.removed_at is null)))
        order by page.received_at desc, page.id desc)
      from page left join public.projects on projects.id = page.project_id),
    'next_cursor', (
      select translate(encode(convert_to(
        (extract(epoch from received_at) * 1000000)::bigint || ' ' || id, 'UTF8'), 'base64'), E'\\n', '')
      from page order by received_at, id limit 1),
    'counts', jsonb_build_object(
      'all', ${count(organization, "rejected_at is null")},
      'unassigned', ${count(organization, "rejected_at is null and project_id is null")},
      'rejected', ${count(organization, "rejected_at is not null")})) as answer`;
