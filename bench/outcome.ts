/**
 * Compares an estimate in organizations of 2,000 and 100,000 tasks, for viewers of all projects and of some, with the
 * statement that a careful developer would write by hand. The answers must be equal.
 */
import { mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import postgres from "postgres";
import { scratchOn } from "../scripts/db/scratch.ts";
import { removePostgresData, startPostgres } from "../scripts/stack/postgres/postgres.ts";
import { asService, asUser, type ByHandResult, compareByHand } from "./by-hand.ts";
import { type DatasetViewer, datasetViewers, loadDataset } from "./dataset.ts";
import { outcomeByHand, type Question } from "./outcome-by-hand.ts";

/** Projects of the two organizations; tasks are spread evenly. */
const PROJECTS = [20, 1000];
const VIEWERS = ["admin", "lead", "member 50%", "member 10%"];
const SCORED_CASES = 300;
const QUESTION = {
  words: "Checkout page with payment form",
  category: "Development",
  service: "Web",
  expectedHours: 12,
};

export async function benchOutcome(isQuick: boolean): Promise<ByHandResult[]> {
  const [largeTasks, budgetMs] = isQuick ? [20_000, 2000] : [100_000, 10_000];
  const smallTasks = largeTasks / 50;
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "countersign-bench-"));
  const server = await startPostgres({ dataDir });
  try {
    const { url } = await scratchOn(server.url).create("migrated");
    const sql = postgres(url, { max: 1, onnotice: () => {} });
    await loadDataset(sql, { projects: PROJECTS, tasks: largeTasks + smallTasks });
    await addDetails(sql);
    await sql`
      grant execute on function private.query_terms, private.adapted_tail, private.spaceless_letter to service_role`;
    await sql`grant usage on schema private to service_role`;
    const lanes = [];
    for (const [index, tasks] of [smallTasks, largeTasks].entries()) {
      const viewers = await datasetViewers(sql, index + 1);
      for (const label of VIEWERS) {
        const viewer = viewers.find((candidate) => candidate.label === label);
        if (!viewer) throw new Error(`Organization ${index + 1} has no ${label}.`);
        lanes.push({ name: `${tasks} tasks, ${label}`, ...(await laneOf(sql, viewer)) });
      }
    }
    await sql.end();
    return await compareByHand(url, lanes, budgetMs);
  } finally {
    await server.stop();
    await removePostgresData(dataDir);
  }
}

async function laneOf(sql: postgres.Sql, viewer: DatasetViewer) {
  const [facts] = await sql<{ clientId: string; today: string }[]>`
    select accounts.client_id as "clientId", (now() at time zone organizations.time_zone)::date::text as today
    from public.projects
    join public.accounts on accounts.id = projects.account_id
    join public.organizations on organizations.id = projects.organization_id
    where projects.id = ${viewer.projectIds[0] ?? null}`;
  if (!facts) throw new Error("The viewer has no project.");
  const question: Question = { ...QUESTION, clientId: facts.clientId };
  const seesAll = viewer.label === "admin" || viewer.label === "lead";
  return {
    product: asUser(
      viewer.userId,
      `select public.get_outcome('${question.words}', null, '${question.category}', '${question.clientId}',
        '${question.service}', ${question.expectedHours}) as answer`,
    ),
    byHand: asService(
      outcomeByHand(
        {
          organizationId: viewer.organizationId,
          projectIds: seesAll ? undefined : viewer.projectIds,
          isLead: seesAll,
          today: facts.today,
        },
        question,
      ),
    ),
  };
}

/**
 * Gives each task a title of several words and a category, adds rates and scored estimates, and makes the member of all
 * projects a lead.
 */
async function addDetails(sql: postgres.Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`select setseed(0.5)`;
    await tx`update public.people set role = 'lead' where name = 'Person 5'`;
    await tx`
      update public.tasks
      set title = titles.title,
        category = (array['Development', 'Design', 'Content', 'Testing', 'Management'])[1 + tasks.priority % 5]
      from (
        select tasks.id, string_agg(words.list[1 + floor(power(random(), 2) * 40)::integer], ' ') as title
        from (select id from public.tasks order by id) as tasks
        cross join generate_series(1, 5)
        cross join (select string_to_array(
          'page form test update checkout fix product data import search report payment account design review text '
          'mobile filter export cart stock order email login price layout image content customer invoice script '
          'server cache survey brand menu shipping banner redirect survey', ' ') as list) as words
        group by tasks.id
      ) as titles
      where titles.id = tasks.id`;
    await tx`
      insert into public.person_rates (organization_id, person_id, cost_per_hour, valid_from)
      select organization_id, id, 50, day from public.people, unnest(array[date '2000-01-01', '2025-01-01']) as day`;
    await tx`
      insert into public.project_rates (organization_id, project_id, revenue_per_hour, valid_from)
      select organization_id, id, 110, day from public.projects, unnest(array[date '2000-01-01', '2025-01-01']) as day`;
    await tx`
      insert into public.estimate_cases (
        organization_id, project_id, task_id, query, category, model_version, low_hours, typical_hours, high_hours, outcome,
        created_by)
      select organization_id, project_id, id, title, category, 'weighted-cases-1', 1, 1.2, 1.25 + position % 9 * 0.25, '{}', assignee_id
      from (
        select tasks.*, row_number() over (partition by organization_id order by completed_on desc, id) as position
        from public.tasks where status = 'done'
      ) as finished
      where position <= ${SCORED_CASES}`;
  });
  await sql`vacuum analyze`;
}
