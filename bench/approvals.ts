/**
 * Measures the cost of approvals. A page of an inbox of 10,000 pending cards, or of the list of a member of ten
 * projects, must not cost much more than the sum of two others: the first page in an organization of 100 cards,
 * and the same rows selected by hand. Approving and executing a card is compared with writing the same rows by hand in
 * one transaction.
 */
import { mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import postgres from "postgres";
import { scratchOn } from "../scripts/db/scratch.ts";
import { removePostgresData, startPostgres } from "../scripts/stack/postgres/postgres.ts";
import { type DatasetViewer, datasetViewers, loadDataset } from "./dataset.ts";
import { connect, type Side, summary } from "./measure.ts";

export interface ApprovalResult {
  name: string;
  /** p50 in milliseconds. */
  product: number;
  byHand: number;
  /** The first page in an organization with few cards. */
  small?: number;
  ratio: number;
  isWithinLimit: boolean;
}

const CARDS = 10_000;
const FEW_CARDS = 100;
const MAX_RATIO = { page: 1.5, card: 2 };
const CONNECTIONS = 4;

export async function benchApprovals(
  rounds: number,
  onResult: (result: ApprovalResult) => void,
): Promise<ApprovalResult[]> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "countersign-bench-"));
  const server = await startPostgres({ dataDir });
  try {
    const { url } = await scratchOn(server.url).create("migrated");
    const sql = postgres(url, { max: CONNECTIONS, onnotice: () => {} });
    await loadDataset(sql, { projects: [100, 10], tasks: 1000 });
    const viewers = await datasetViewers(sql);
    const admin = viewers.find(({ label }) => label === "admin");
    const member = viewers.find(({ projectIds }) => projectIds.length === 10);
    const secondAdmin = (await datasetViewers(sql, 2)).find(({ label }) => label === "admin");
    if (!admin || !member || !secondAdmin) throw new Error("The dataset lacks a viewer.");
    await insertCards(sql, admin, CARDS);
    await insertCards(sql, secondAdmin, FEW_CARDS);
    await sql.unsafe("vacuum analyze");
    const results: ApprovalResult[] = [];
    const note = (result: ApprovalResult) => {
      results.push(result);
      onResult(result);
    };
    for (const result of await reads(url, sql, { admin, member, other: secondAdmin }, rounds))
      note(result);
    note(await writes(sql, admin, rounds));
    await sql.end();
    return results;
  } finally {
    await server.stop();
    await removePostgresData(dataDir);
  }
}

/** Pending cards of all projects in turn, each with its first version. */
async function insertCards(sql: postgres.Sql, admin: DatasetViewer, cards: number): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`
      insert into public.approvals (id, organization_id, kind, project_id, title, payload, proposer, proposed_by, created_at)
      select md5(${admin.organizationId} || n)::uuid, ${admin.organizationId}, 'weekly_update',
        (${admin.projectIds}::uuid[])[1 + n % ${admin.projectIds.length}::integer], 'Publish the update ' || n,
        -- A headline of its own without a number, which would need a source.
        jsonb_build_object('week_of', '2026-11-16', 'body', 'It goes on.',
          'headline', 'Word ' || translate(md5(n::text), '0123456789abcdef', 'abefghjknopqrstu')),
        'person', ${admin.personId}, now() - interval '1 minute' * n
      from generate_series(1, ${cards}::integer) as n`;
    await tx`
      insert into public.approval_versions (organization_id, approval_id, version, title, payload, payload_hash, written_by, scope_id)
      select organization_id, id, 1, title, payload, payload_hash, proposed_by, scope_id
      from public.approvals
      where organization_id = ${admin.organizationId} and title like 'Publish the update %'`;
  });
}

async function reads(
  url: string,
  sql: postgres.Sql,
  { admin, member, other: adminOfFew }: Record<"admin" | "member" | "other", DatasetViewer>,
  rounds: number,
): Promise<ApprovalResult[]> {
  const [middleCard] = await sql`
    select format('(%L, %L)', created_at, id) as row, private.page_cursor(created_at, id) as cursor
    from public.approvals where organization_id = ${admin.organizationId}
    order by created_at, id offset ${CARDS / 2} limit 1`;
  const isPending = `organization_id = '${admin.organizationId}' and status = 'pending'`;
  const counts = `select status, count(*) from public.approvals
    where organization_id = '${admin.organizationId}' and status <> 'rejected' group by status`;
  const isAfterMiddle = `(created_at, id) > ${middleCard?.["row"]}`;
  const pages = [
    {
      name: "inbox, first page",
      viewer: admin,
      product: "select public.get_inbox()",
      byHand: `select * from public.approvals where ${isPending} order by created_at, id limit 51; ${counts}`,
    },
    {
      name: "inbox, page in the middle",
      viewer: admin,
      product: `select public.get_inbox(cursor => '${middleCard?.["cursor"]}')`,
      byHand: `select * from public.approvals where ${isPending} and ${isAfterMiddle} order by created_at, id limit 51; ${counts}`,
    },
    {
      name: "list of a member of 10",
      viewer: member,
      product: "select public.list_approvals()",
      byHand: `select * from public.approvals where project_id = any ('{${member.projectIds}}'::uuid[])
        order by created_at desc, id desc limit 51`,
    },
  ];
  const connections = await connect(url);
  const results: ApprovalResult[] = [];
  try {
    for (const { name, viewer, product, byHand } of pages) {
      const sides: Record<keyof Times, Side> = {
        product: {
          role: "authenticated",
          claims: { sub: viewer.userId, role: "authenticated" },
          query: product,
        },
        byHand: { role: "service_role", claims: { role: "service_role" }, query: byHand },
        small: {
          role: "authenticated",
          claims: { sub: adminOfFew.userId, role: "authenticated" },
          query: product.replace(/cursor => .*\)/, ")"),
        },
      };
      const times: Times = { product: [], byHand: [], small: [] };
      const order = ["product", "byHand", "small"] as const;
      for (let round = -6; round < rounds; round++) {
        // A side that runs later has warmer caches, so every second round has the reverse order.
        for (const side of round % 2 ? order : order.toReversed()) {
          const connection = side === "byHand" ? connections.byHand : connections.product;
          const { milliseconds } = await connection.run(sides[side]);
          if (round >= 0) times[side].push(milliseconds);
        }
      }
      results.push(resultOf(name, times, MAX_RATIO.page));
    }
  } finally {
    await connections.end();
  }
  return results;
}

/** Uses several connections at once, one card on each, and alternates between the functions and statements by hand. */
async function writes(
  sql: postgres.Sql,
  admin: DatasetViewer,
  rounds: number,
): Promise<ApprovalResult> {
  const cards = await sql<{ id: string }[]>`
    select id from public.approvals
    where organization_id = ${admin.organizationId} and title like 'Publish the update %'
    order by id limit ${rounds * CONNECTIONS * 2}`;
  const times: Times = { product: [], byHand: [], small: [] };
  const startedAt = performance.now();
  const lanes = Array.from({ length: CONNECTIONS }, async () => {
    const connection = await sql.reserve();
    const transaction = async (role: string, sub: string | null, run: () => Promise<unknown>) => {
      await connection`begin`;
      await connection`select set_config('role', ${role}, true),
        set_config('request.jwt.claims', ${JSON.stringify({ role, ...(sub && { sub }) })}, true)`;
      const value = await run();
      await connection`commit`;
      return value;
    };
    for (let round = 0; cards.length > 0; round++) {
      const { id } = cards.pop() as { id: string };
      const start = performance.now();
      if (round % 2) {
        await transaction("none", admin.userId, () => byHand(connection, id, admin));
      } else {
        await transaction(
          "authenticated",
          admin.userId,
          () => connection`select public.approve_and_execute_approval(${id}::uuid, 1)`,
        );
        await transaction(
          "service_role",
          null,
          () => connection`
          select public.carry_out_execution(id, attempt) from public.take_jobs(array['approval_act'], 'bench')`,
        );
      }
      times[round % 2 ? "byHand" : "product"].push(performance.now() - start);
    }
    connection.release();
  });
  await Promise.all(lanes);
  const seconds = (performance.now() - startedAt) / 1000;
  const [row] =
    await sql`select count(*)::int as executed from public.approvals where status = 'executed'`;
  if (row?.["executed"] !== rounds * CONNECTIONS * 2)
    throw new Error("Not every card was executed.");
  const perSecond = Math.round((rounds * CONNECTIONS * 2) / seconds);
  return resultOf(`approve and execute (${perSecond}/s)`, times, MAX_RATIO.card);
}

/**
 * The rows that a card leaves behind: three states, their events in both histories, and the published update. A program
 * written by hand must also refuse a text for clients with a claim that has no source. It checks the text once; the
 * product does so when a person approves the card and again when it is executed.
 */
async function byHand(sql: postgres.Sql, id: string, { personId }: DatasetViewer): Promise<void> {
  const [check] = await sql`
    select private.source_reasons(approvals, '[]') = '[]' as is_sourced from public.approvals where id = ${id}`;
  if (!check?.["is_sourced"]) throw new Error("The text of the card has a claim without a source.");
  await sql`
    update public.approvals set status = 'approved', decided_by = ${personId}, decided_at = clock_timestamp(),
      decided_version = version, decided_hash = payload_hash, execution_requested_by = ${personId},
      execution_requested_at = clock_timestamp(), execution_job_id = id
    where id = ${id}`;
  await sql`update public.approvals set status = 'executing', execution_attempt = 1 where id = ${id}`;
  await sql`
    insert into public.weekly_updates (organization_id, project_id, approval_id, week_of, headline, body)
    select organization_id, project_id, id, (payload ->> 'week_of')::date, payload ->> 'headline', payload ->> 'body'
    from public.approvals where id = ${id}`;
  await sql`
    update public.approvals set status = 'executed', executed_at = clock_timestamp(), execution_job_id = null
    where id = ${id}`;
  await sql`
    insert into public.approval_events (organization_id, approval_id, number, type, status, version, payload_hash, actor_db_role, scope_id)
    select organization_id, id, number, type::public.approval_event_type, status, version, payload_hash, 'none', scope_id
    from public.approvals
    cross join unnest(array['approved', 'execution_requested', 'execution_started', 'executed']) with ordinality as event (type, number)
    where id = ${id}`;
  await sql`
    insert into public.audit_events (organization_id, actor_db_role, action, object_type, object_id, project_id)
    select organization_id, 'none', 'approval.' || type, 'approval', id, project_id
    from public.approvals
    cross join unnest(array['approved', 'execution_requested', 'execution_started', 'executed']) as event (type)
    where id = ${id}`;
}

interface Times {
  product: number[];
  byHand: number[];
  small: number[];
}

function resultOf(
  name: string,
  { product, byHand, small }: Times,
  maxRatio: number,
): ApprovalResult {
  const [p50, byHandP50, smallP50] = [product, byHand, small].map(
    (times) => summary(times).p50,
  ) as [number, number, number];
  const ratio = p50 / (byHandP50 + smallP50);
  return {
    name,
    product: p50,
    byHand: byHandP50,
    ...(small.length > 0 && { small: smallP50 }),
    ratio,
    isWithinLimit: ratio <= maxRatio,
  };
}
