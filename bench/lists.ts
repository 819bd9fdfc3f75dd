/** Measures the lists of a big organization with 5,000 projects, 100,000 tasks and 2,000 people. */
import { mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import postgres from "postgres";
import { scratchOn } from "../scripts/db/scratch.ts";
import { removePostgresData, startPostgres } from "../scripts/stack/postgres/postgres.ts";
import { type DatasetViewer, datasetViewers, loadDataset } from "./dataset.ts";
import { connect, type Lane, race } from "./measure.ts";

export interface ListResult {
  list: string;
  viewer: string;
  /** Median, in milliseconds. */
  product: number;
  /** NaN, like the ratio, if the list has no hand-written statement. */
  byHand: number;
  ratio: number;
  /** The size of the whole response in kilobytes. */
  kilobytes: number;
  isWithinLimit: boolean;
}

export const MAX_LIST_RATIO = 2;
export const MAX_KILOBYTES = 1000;
const DATASET_PEOPLE = 40;

interface List {
  name: string;
  /** A call of a function that returns jsonb. */
  call: string;
  /** The JSON path of the ids within the answer. */
  ids: string;
  /** The same ids and total, with the columns that the list shows. */
  byHand(viewer: DatasetViewer): string;
}

const tasksByHand = (condition: string) => `
  select jsonb_agg(page_rows.id order by page_rows.due_on nulls last, page_rows.id) as ids,
    (select count(*) from public.tasks where ${condition}) as total, count(page_rows.row) as rows
  from (
    select page.id, page.due_on, to_jsonb(page) || jsonb_build_object(
      'project', projects.name, 'assignee', people.name,
      'hours', (select sum(hours) from public.time_entries where task_id = page.id),
      'comments', (select count(*) from public.task_comments where task_id = page.id),
      'subtasks', (select count(*) from public.tasks as subtasks where subtasks.parent_id = page.id)) as row
    from (select * from public.tasks where ${condition} order by due_on nulls last, id limit 100) as page
    join public.projects on projects.id = page.project_id
    left join public.people on people.id = page.assignee_id
  ) as page_rows`;

const scopeOf = ({ label, organizationId, projectIds }: DatasetViewer) =>
  label === "admin"
    ? `tasks.organization_id = '${organizationId}'`
    : `tasks.project_id = any ('{${projectIds.join(",")}}'::uuid[])`;

const lists: List[] = [
  {
    name: "tasks by due date",
    call: "get_task_page(page_size => 100)",
    ids: "$.tasks[*].id",
    byHand: (viewer) => tasksByHand(`${scopeOf(viewer)} and archived_at is null`),
  },
  {
    name: "tasks by title",
    call: "get_task_page(title_contains => 'ask 77', page_size => 100)",
    ids: "$.tasks[*].id",
    byHand: (viewer) =>
      tasksByHand(`${scopeOf(viewer)} and archived_at is null and title ilike '%ask 77%'`),
  },
  {
    name: "people",
    call: "list_people(result_limit => 100)",
    ids: "$.people[*].id",
    byHand: ({ label, organizationId, projectIds }) => `
      with memberships as (
        select project_members.person_id, projects.id, projects.name
        from public.project_members
        join public.projects on projects.id = project_members.project_id
        where project_members.project_id = any ('{${projectIds.join(",")}}'::uuid[]) and projects.archived_at is null
        union
        select projects.lead_id, projects.id, projects.name from public.projects
        where projects.id = any ('{${projectIds.join(",")}}'::uuid[]) and projects.lead_id is not null
      ),
      visible_people as (
        select people.* from public.people
        where people.organization_id = '${organizationId}' and people.archived_at is null
          and (${label === "admin"} or people.is_employee)
      ),
      page as (select * from visible_people order by name, id limit 100),
      page_rows as (
        select page.id, page.name, jsonb_agg(jsonb_build_object('id', memberships.id, 'name', memberships.name) order by memberships.name) as projects
        from page left join memberships on memberships.person_id = page.id
        group by page.id, page.name
      )
      select jsonb_agg(page_rows.id order by page_rows.name, page_rows.id) as ids, (select count(*) from visible_people) as total,
        count(page_rows.projects) as rows
      from page_rows`,
  },
];

/** Calls without a hand-written statement: only the size of their answers has a limit. */
const sizeOnlyCalls = [
  "get_inbox(page_size => 100)",
  "list_approvals(page_size => 100)",
  "list_projects(result_limit => 100)",
  "list_person_summaries()",
  "list_project_summaries()",
  "get_hours()",
  "get_my_work()",
  "get_timesheet()",
  "get_portfolio()",
  "get_spine()",
  "find_rows('task 77', result_limit => 20)",
  "find_rows('porject 4', result_limit => 20)",
  "find_rows('ta', result_limit => 20)",
];
const adminSizeOnlyCalls = [
  "get_portfolio_health(result_limit => 100)",
  "get_portfolio_options(result_limit => 100)",
  "get_team_week()",
  "get_outcome('Task 7')",
];

/** Throws if a list and its hand-written statement return different rows. */
export async function benchLists(
  budgetMs: number,
  onResult: (result: ListResult) => void,
): Promise<ListResult[]> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "countersign-bench-"));
  const server = await startPostgres({ dataDir });
  try {
    const database = await scratchOn(server.url).create("migrated");
    const sql = postgres(database.url, { max: 1, onnotice: () => {} });
    await loadDataset(sql, { projects: [5000], tasks: 100_000 });
    await sql`
      insert into public.people (organization_id, email, name, role, is_employee)
      select organizations.id, 'colleague' || n || '@o1.test', 'Colleague ' || n, 'member', true
      from public.organizations, generate_series(1, ${2000 - DATASET_PEOPLE}::integer) as n`;
    await sql.unsafe("vacuum analyze");
    const viewers = (await datasetViewers(sql)).filter(
      ({ label }) => label === "admin" || label === "member 10%",
    );
    await sql.end();

    const connections = await connect(database.url);
    const results: ListResult[] = [];
    const report = (result: ListResult) => {
      results.push(result);
      onResult(result);
    };
    try {
      for (const viewer of viewers) {
        const asViewer = (query: string) =>
          connections.product.run({ ...sides(viewer).product, query });
        for (const { name, call, ids, byHand } of lists) {
          const lane: Lane = {
            product: {
              ...sides(viewer).product,
              query: `select jsonb_path_query_array(page, '${ids}') as ids, (page -> 'total')::bigint as total,
                jsonb_array_length(jsonb_path_query_array(page, '${ids}'))::bigint as rows
                from (select public.${call} as page offset 0) as answer`,
            },
            byHand: { ...sides(viewer).byHand, query: byHand(viewer) },
          };
          const [comparison] = await race(connections, [lane], budgetMs);
          const product = comparison?.product.p50 ?? 0;
          const byHandMs = comparison?.byHand.p50 ?? 0;
          const kilobytes = await sizeOf(asViewer, call);
          const ratio = product / byHandMs;
          report({
            list: name,
            viewer: viewer.label,
            product,
            byHand: byHandMs,
            ratio,
            kilobytes,
            isWithinLimit: ratio <= MAX_LIST_RATIO && kilobytes <= MAX_KILOBYTES,
          });
        }
        const calls =
          viewer.label === "admin" ? [...sizeOnlyCalls, ...adminSizeOnlyCalls] : sizeOnlyCalls;
        for (const call of calls) {
          const times: number[] = [];
          // A session caches its plans after five calls.
          for (let round = -6; round < 10; round++) {
            const { milliseconds } = await asViewer(`select public.${call}`);
            if (round >= 0) times.push(milliseconds);
          }
          const kilobytes = await sizeOf(asViewer, call);
          report({
            list: call,
            viewer: viewer.label,
            product: times.toSorted((a, b) => a - b)[5] ?? 0,
            byHand: Number.NaN,
            ratio: Number.NaN,
            kilobytes,
            isWithinLimit: kilobytes <= MAX_KILOBYTES,
          });
        }
      }
    } finally {
      await connections.end();
    }
    return results;
  } finally {
    await server.stop();
    await removePostgresData(dataDir);
  }
}

function sides({ userId }: DatasetViewer) {
  return {
    product: { role: "authenticated", claims: { sub: userId, role: "authenticated" } },
    byHand: { role: "service_role", claims: { role: "service_role" } },
  };
}

async function sizeOf(
  asViewer: (query: string) => Promise<{ rows: unknown }>,
  call: string,
): Promise<number> {
  const { rows } = await asViewer(`select octet_length(public.${call}::text) as bytes`);
  const [answer] = rows as { bytes: number | string }[];
  return Number(answer?.bytes) / 1000;
}
