/**
 * Estimates against a copy: in random organizations each viewer asks for estimates, and the answers must be those from
 * a copy without the rows that the viewer may not see and without everything dated after the question. So no number
 * of an estimate depends on hidden or later work.
 */
import fc from "fast-check";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  FEW_ROWS,
  type RunningDatabase,
  startScratchDatabase,
} from "../../../scripts/db/scratch.ts";
import { randomized } from "../../support/depth.ts";
import { answersFor, answersFromCopy, installEstimates } from "./estimate-copy.ts";
import { buildGraph, type EstimateGraph, recipe } from "./estimate-graph.ts";
import type { Person } from "./graph-rows.ts";
import { ids, isLead, isOfSameOrganization } from "./oracle.ts";

let server: RunningDatabase;
let sql: postgres.Sql;
beforeAll(async () => {
  server = await startScratchDatabase("migrated", { settings: FEW_ROWS });
  sql = postgres(server.url, { max: 1, onnotice: () => {} });
  await installEstimates(sql);
});
afterAll(async () => {
  await sql?.end();
  await server?.stop();
});

/** The ids that the access table of the design gives a viewer, by table. */
function idsSeen(viewer: Person, graph: EstimateGraph): Record<string, string[]> {
  const isInOrganization = isOfSameOrganization(viewer);
  const isMember = (project: { id: string }) =>
    graph.project_members.some(
      (row) => row.project_id === project.id && row.person_id === viewer.id,
    );
  const projects = graph.projects.filter((project) =>
    isLead(viewer) ? isInOrganization(project) : viewer.role === "member" && isMember(project),
  );
  const inProjects = (row: { project_id: string }) =>
    projects.some(({ id }) => id === row.project_id);
  const accounts = graph.accounts.filter((account) =>
    isLead(viewer)
      ? isInOrganization(account)
      : projects.some(({ account_id }) => account_id === account.id),
  );
  const clients = graph.clients.filter((client) =>
    isLead(viewer)
      ? isInOrganization(client)
      : accounts.some(({ client_id }) => client_id === client.id),
  );
  const people = graph.people.filter(
    (person) =>
      person === viewer || (isInOrganization(person) && (isLead(viewer) || person.is_employee)),
  );
  const forLeads = <R extends { id: string; organization_id: string }>(rows: R[]) =>
    isLead(viewer) ? ids(rows.filter(isInOrganization)) : [];
  return {
    projects: ids(projects),
    accounts: ids(accounts),
    clients: ids(clients),
    people: ids(people),
    portfolio_classifications: ids(graph.classifications.filter(inProjects)),
    tasks: ids(graph.tasks.filter((task) => inProjects(task) && !task.is_hidden)),
    time_entries: ids(graph.time_entries.filter(inProjects)),
    person_rates: forLeads(graph.person_rates),
    project_rates: forLeads(graph.project_rates),
    estimate_cases: forLeads(graph.estimate_cases),
  };
}

test("an estimate is that of an organization with only the viewer's rows up to today", {
  timeout: 600_000,
}, async () => {
  const counts = { graphs: 0, answers: 0, ranges: 0, money: 0, refusals: 0 };
  const property = fc.asyncProperty(recipe, async (recipe) => {
    const graph = buildGraph(recipe);
    await sql.unsafe("begin");
    try {
      await sql`select probe.load(${sql.json(graph as never)})`;
      for (const viewer of graph.people) {
        const answers = await answersFor(sql, viewer, graph);
        const expected = await answersFromCopy(sql, viewer, graph, idsSeen(viewer, graph));
        expect(answers).toEqual(expected);
        count(counts, answers as Answer[]);
      }
      counts.graphs++;
    } finally {
      await sql.unsafe("rollback");
    }
  });
  const rounds = randomized({ default: 6, nightly: 100 });
  const isComplete = () => Math.min(...Object.values(counts)) > 0;
  // A few graphs can lack a kind of answer, such as money: then more of them follow.
  for (let batch = 0; batch < 10 && !isComplete(); batch++) {
    await fc.assert(property, { ...rounds, seed: rounds.seed + batch });
  }
  console.log(JSON.stringify(counts));
  // Answers without a number, without money and refusals would agree with any copy.
  expect(isComplete()).toBe(true);
});

interface Answer {
  range_hours?: number[];
  financials?: object | null;
  error?: string;
}

function count(
  counts: Record<"answers" | "ranges" | "money" | "refusals", number>,
  answers: Answer[],
) {
  counts.answers += answers.length;
  counts.ranges += answers.filter(({ range_hours }) => range_hours).length;
  counts.money += answers.filter(({ financials }) => financials).length;
  counts.refusals += answers.filter(({ error }) => error).length;
}
