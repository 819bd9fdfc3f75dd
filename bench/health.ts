/**
 * Measures the cost of health: alternates between all its rules and one hand-written aggregate of the same projects'
 * tasks and hours. Also measures whether the same scope costs more in a bigger database.
 */
import { mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import postgres from "postgres";
import { scratchOn } from "../scripts/db/scratch.ts";
import { removePostgresData, startPostgres } from "../scripts/stack/postgres/postgres.ts";
import { type DatasetSize, type DatasetViewer, datasetViewers, loadDataset } from "./dataset.ts";
import { connect, type Side, summary } from "./measure.ts";

export interface HealthResult {
  scope: string;
  /** The number of projects in scope. */
  projects: number;
  allProjects: number;
  health: number;
  byHand: number;
  ratio: number;
}

export const MAX_HEALTH_RATIO = 1.5;
const TASKS_PER_PROJECT = 1000;
const WARM_UP = 6;

/** Measures organizations of growing size, then many organizations of the smallest size in one database. */
export async function benchHealth(
  sizes: number[],
  rounds: number,
  onResult: (result: HealthResult) => void,
): Promise<HealthResult[]> {
  const results: HealthResult[] = [];
  const small = sizes[0] ?? 10;
  const databases = [
    ...sizes.map((size) => [size]),
    Array<number>((sizes.at(-1) ?? small) / small).fill(small),
  ];
  for (const projects of databases) {
    const tasks = total(projects) * TASKS_PER_PROJECT;
    for (const result of await measure({ projects, tasks }, rounds)) {
      results.push(result);
      onResult(result);
    }
  }
  return results;
}

/** Runs on its own durable server, configured like that of `npm start`. */
async function measure(size: DatasetSize, rounds: number): Promise<HealthResult[]> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "countersign-bench-"));
  const server = await startPostgres({ dataDir });
  try {
    const database = await scratchOn(server.url).create("migrated");
    const sql = postgres(database.url, { max: 1, onnotice: () => {} });
    await loadDataset(sql, size);
    const admin = (await datasetViewers(sql)).find(({ label }) => label === "admin");
    await sql.end();
    if (!admin) throw new Error("The dataset has no admin.");
    const allProjects = total(size.projects);
    const [projectId = ""] = admin.projectIds;
    return [
      {
        scope: "organization",
        projects: admin.projectIds.length,
        allProjects,
        ...(await inTurns(database.url, admin, "", admin.projectIds, rounds)),
      },
      {
        scope: "one project",
        projects: 1,
        allProjects,
        ...(await inTurns(
          database.url,
          admin,
          `project_id => '${projectId}'`,
          [projectId],
          rounds,
        )),
      },
    ];
  } finally {
    await server.stop();
    await removePostgresData(dataDir);
  }
}

const total = (projects: number[]) => projects.reduce((sum, count) => sum + count, 0);

async function inTurns(
  url: string,
  admin: DatasetViewer,
  argument: string,
  projectIds: string[],
  rounds: number,
): Promise<Pick<HealthResult, "health" | "byHand" | "ratio">> {
  const connections = await connect(url);
  const health: Side = {
    role: "authenticated",
    claims: { sub: admin.userId, role: "authenticated" },
    query: `select public.get_portfolio_health(${argument})`,
  };
  const byHand: Side = {
    role: "service_role",
    claims: { role: "service_role" },
    query: aggregateByHand(projectIds),
  };
  const times = { health: [] as number[], byHand: [] as number[] };
  try {
    for (let round = -WARM_UP; round < rounds; round++) {
      const sides = [
        { list: times.byHand, ask: () => connections.byHand.run(byHand) },
        { list: times.health, ask: () => connections.product.run(health) },
      ];
      // The side that runs second has warmer caches, so the sides alternate in going first.
      for (const { list, ask } of round % 2 ? sides : sides.toReversed()) {
        const { milliseconds } = await ask();
        if (round >= 0) list.push(milliseconds);
      }
    }
  } finally {
    await connections.end();
  }
  const medians = { health: summary(times.health).p50, byHand: summary(times.byHand).p50 };
  return { ...medians, ratio: medians.health / medians.byHand };
}

/** Aggregates the tasks and hours of each project: the input of the rules, without any rule. */
function aggregateByHand(projectIds: string[]): string {
  const inScope = `project_id = any ('{${projectIds.join(",")}}'::uuid[])`;
  return `
    select *
    from (
      select project_id, count(*) as task_count, sum(estimate_hours) as estimate_hours,
        count(*) filter (where status in ('open', 'in_progress', 'blocked')) as open_task_count,
        max(completed_on) as last_completed_on
      from public.tasks
      where ${inScope} and archived_at is null
      group by project_id
    ) as work
    left join (
      select project_id, sum(hours) as actual_hours, max(spent_on) as last_spent_on
      from public.time_entries
      where ${inScope}
      group by project_id
    ) as spent using (project_id)`;
}
