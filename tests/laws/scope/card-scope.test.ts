/**
 * Cards of assistants against an oracle: in random organizations people ask questions and the functions of an
 * assistant are called at random. A card that is then proposed must be seen by exactly those who may see every row
 * that was shown, and the result of its execution must be read by exactly the readers of its project.
 *
 * SCOPE_CARDS   how many organizations (60 when absent)
 * SCOPE_SEED    repeats the run of a failure, with SCOPE_PATH its smallest case
 */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  FEW_ROWS,
  type RunningDatabase,
  startScratchDatabase,
} from "../../../scripts/db/scratch.ts";
import { buildGraph, recipe } from "./graph.ts";
import type { Graph, Person } from "./graph-rows.ts";
import { isLead, isOfSameOrganization, projectsSeen } from "./oracle.ts";
import { choose, pick } from "./pickers.ts";
import { installProbe, load } from "./probe.ts";

const RUNS = Number(process.env.SCOPE_CARDS ?? 60);
const SEED = Number(process.env.SCOPE_SEED ?? Date.now() % 2 ** 31);

let server: RunningDatabase;
let sql: postgres.Sql;
beforeAll(async () => {
  server = await startScratchDatabase("migrated", { settings: FEW_ROWS });
  const { url } = server;
  sql = postgres(url, { max: 1, onnotice: () => {} });
  await installProbe(sql);
  await sql`update private.rate_limit_settings set max_calls = 10000`;
});
afterAll(async () => {
  await sql?.end();
  await server?.stop();
});

type Project = Graph["projects"][number];
interface ReadContext {
  viewer: Person;
  graph: Graph;
  projects: Project[];
}

/** The functions with which an assistant reads one project or all, and the scopes of the rows that it is shown. */
const reads: Record<
  string,
  {
    call: (project: string | null) => [string, unknown[]];
    scopes: (context: ReadContext, isForAll: boolean) => string[];
  }
> = {
  get_chat_spine: {
    call: (project) =>
      project
        ? ["public.get_chat_spine(project_ids => array[$1::uuid])", [project]]
        : ["public.get_chat_spine()", []],
    scopes: ({ projects }) => idsOf(projects.filter(({ archived_at }) => archived_at === null)),
  },
  get_spine: {
    call: (project) =>
      project
        ? ["public.get_spine(project_id => $1::uuid)", [project]]
        : ["public.get_spine()", []],
    scopes: ({ projects }) => idsOf(projects.filter(({ archived_at }) => archived_at === null)),
  },
  get_hours: { call: callOf("get_hours"), scopes: scopesOfTotals },
  list_tasks: { call: callOf("list_tasks"), scopes: scopesOfTotals },
  list_people: { call: callOf("list_people"), scopes: scopesOfTotals },
  list_projects: { call: callOf("list_projects"), scopes: scopesOfTotals },
  list_changes: {
    call: (project) => ["public.list_changes(current_date - 7, current_date, $1::uuid)", [project]],
    scopes: scopesOfTotals,
  },
  list_documents: {
    call: callOf("list_documents"),
    scopes: ({ viewer, graph, projects }) => [
      ...idsOf(projects),
      ...graph.sources
        .filter(
          ({ id, project_id, is_restricted }) =>
            is_restricted &&
            isLead(viewer) &&
            idsOf(projects).includes(project_id ?? "") &&
            graph.documents.some((document) => document.id === id),
        )
        .map(({ organization_id }) => organization_id),
    ],
  },
};

function callOf(name: string) {
  return (project: string | null): [string, unknown[]] =>
    project ? [`public.${name}(project_id => $1::uuid)`, [project]] : [`public.${name}()`, []];
}
function scopesOfTotals({ viewer, projects }: ReadContext, isForAll: boolean): string[] {
  return isForAll && isLead(viewer) ? [viewer.organization_id] : idsOf(projects);
}
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

const turn = fc.record({
  by: pick,
  project: pick,
  reads: fc.array(
    fc.record({ name: fc.constantFrom(...Object.keys(reads)), project: fc.option(pick) }),
    { maxLength: 3 },
  ),
});

test(`a card is visible to exactly the people who may see every row that its turn read, in ${RUNS} organizations`, {
  timeout: 60_000 + 2_000 * RUNS,
}, async () => {
  const counts = { restricted: 0, open: 0, executed: 0 };
  const result = await fc.check(
    fc.asyncProperty(
      recipe,
      fc.array(turn, { minLength: 1, maxLength: 4 }),
      async (recipe, turns) => {
        await sql.unsafe("begin");
        try {
          const graph = buildGraph(recipe, 0);
          await load(sql, graph);
          for (const turn of turns) await checkTurn(graph, turn, counts);
        } finally {
          await sql.unsafe("rollback");
        }
      },
    ),
    {
      seed: SEED,
      numRuns: RUNS,
      ...(process.env.SCOPE_PATH && { path: process.env.SCOPE_PATH }),
      endOnFailure: false,
    },
  );
  if (result.failed) {
    throw new Error(
      `Replay with SCOPE_SEED=${result.seed} SCOPE_PATH=${result.counterexamplePath}\n${fc.stringify(result.counterexample)}`,
      { cause: result.errorInstance },
    );
  }
  // Restricted cards, open cards and executed cards all occurred.
  expect(Math.min(counts.restricted, counts.open, counts.executed)).toBeGreaterThan(0);
});

async function checkTurn(
  graph: Graph,
  input: typeof turn extends fc.Arbitrary<infer T> ? T : never,
  counts: Record<"restricted" | "open" | "executed", number>,
): Promise<void> {
  const viewer = choose(
    graph.people.filter(
      ({ user_id, archived_at, role }) => user_id && !archived_at && role !== "client",
    ),
    input.by,
  );
  if (!viewer) return;
  const visibleProjects = projectsSeen(viewer, graph);
  const project = choose(
    visibleProjects.filter(({ archived_at }) => archived_at === null),
    input.project,
  );
  if (!project) return;

  const newTurn = await as(viewer, "public.begin_chat_turn($1::uuid, 'What next?')", [
    randomUUID(),
  ]);
  const session = (newTurn as { chat_session_id: string }).chat_session_id;
  const readScopes = new Set<string>();
  for (const { name, project: n } of input.reads) {
    const onlyProject = n === null ? undefined : choose(visibleProjects, n);
    const read = reads[name] as (typeof reads)[string];
    await as(viewer, ...read.call(onlyProject?.id ?? null));
    const projects = onlyProject ? [onlyProject] : visibleProjects;
    for (const scope of read.scopes({ viewer, graph, projects }, !onlyProject))
      readScopes.add(scope);
  }
  const card = (await as(
    viewer,
    "public.propose_approval('task_create', $1::uuid, $2::text::jsonb, '[]', 'agent', $3::uuid)",
    [project.id, JSON.stringify({ title: "Follow up" }), session],
  )) as { id: string; is_restricted: boolean };

  const isRestricted = [...readScopes].some((scope) => scope !== project.id);
  counts[isRestricted ? "restricted" : "open"]++;
  expect([input.reads, card.is_restricted]).toEqual([input.reads, isRestricted]);
  await checkReaders(
    graph,
    project,
    `select id from public.approvals where id = '${card.id}'`,
    isRestricted,
  );

  const decider = graph.people.find(
    (candidate) =>
      isOfSameOrganization(viewer)(candidate) &&
      isLead(candidate) &&
      candidate.user_id &&
      !candidate.archived_at,
  );
  if (!decider) return;
  await execute(decider, card.id);
  counts.executed++;
  const task = `select id from public.tasks where external_key = 'approval:${card.id}'`;
  await checkReaders(graph, project, task, false);
  const link = `select external_id from public.external_links where approval_id = '${card.id}'`;
  await checkReaders(graph, project, link, isRestricted);
}

/** One row is read by the readers of a project, or by leads alone if it is restricted, and by no one else. */
async function checkReaders(
  graph: Graph,
  project: Project,
  query: string,
  isRestricted: boolean,
): Promise<void> {
  for (const person of graph.people) {
    if (!person.user_id) continue;
    const mayRead =
      person.archived_at === null &&
      isOfSameOrganization(person)(project) &&
      (isRestricted ? isLead(person) : projectsSeen(person, graph).includes(project));
    const count = await as(person, `(select count(*)::integer from (${query}) as matches)`, []);
    expect([query, person.role, count]).toEqual([query, person.role, mayRead ? 1 : 0]);
  }
}

async function execute(decider: Person, id: string): Promise<void> {
  await as(decider, "public.approve_and_execute_approval($1::uuid, 1)", [id]);
  const [job] = await sql<{ id: string }[]>`
    update private.jobs set lease_until = now() + interval '1 hour', leased_by = 'test', attempt = attempt + 1
    where payload ->> 'approval_id' = ${id} and kind = 'task_act' returning id`;
  const lease = [job?.id, 1];
  const step = (name: string, extraParameters = "", values: unknown[] = []) =>
    call(
      { role: "service_role" },
      `to_jsonb(public.${name}($1::uuid, $2::integer${extraParameters}))`,
      [...lease, ...values],
    );
  await step("lease_execution");
  await step("mark_vendor_call");
  const result = JSON.stringify(await step("carry_out_locally"));
  await step("confirm_execution", ", $3::uuid, $4::text::jsonb", [id, result]);
  await step("finish_execution", ", $3::text::jsonb", [result]);
}

const as = (person: Person, text: string, values: unknown[]) =>
  call({ sub: person.user_id, role: "authenticated" }, text, values);

/** One call as a person, within the transaction of the organization. */
async function call(
  claims: { role: string; sub?: string | null },
  text: string,
  values: unknown[],
) {
  await sql`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
  await sql.unsafe(`set local role ${claims.role}`);
  try {
    const [row] = await sql.unsafe(`select ${text} as value`, values as never[]);
    return row?.["value"] as unknown;
  } finally {
    await sql.unsafe("reset role").catch(() => {});
  }
}
