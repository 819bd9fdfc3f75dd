/**
 * Scope against an oracle: random organizations are loaded into the database, everyone reads everything, and the
 * ids must be exactly those of the design's access table. Then people lose projects, change roles and leave, and
 * the next statement must reflect it.
 */
import fc from "fast-check";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  FEW_ROWS,
  type RunningDatabase,
  startScratchDatabase,
} from "../../../scripts/db/scratch.ts";
import { replayable, replayedPath, roundsOf, testSeed } from "../../support/depth.ts";
import { apply, change } from "./changes.ts";
import { buildGraph, recipe } from "./graph.ts";
import type { Graph, Person } from "./graph-rows.ts";
import { portal, portfolio, rules } from "./oracle.ts";
import { exposedRelations, installProbe, load, makeLinks, openLinks, readAs } from "./probe.ts";
import { spine } from "./spine-oracle.ts";

const GRAPHS = roundsOf({ default: 40, nightly: 300 });
const WORKERS = 4;
const VACUUM_EVERY = 200;

let server: RunningDatabase;
let url: string;
let sql: postgres.Sql;

beforeAll(async () => {
  server = await startScratchDatabase("migrated", { settings: FEW_ROWS });
  ({ url } = server);
  sql = postgres(url, { max: 1, onnotice: () => {} });
  await installProbe(sql);
});
afterAll(async () => {
  await sql?.end();
  await server?.stop();
});

test("the oracle has a rule for every table and view", async () => {
  expect(Object.keys(rules).sort()).toEqual(await exposedRelations(sql));
});

test(`everyone reads exactly their scope in ${GRAPHS} graphs`, {
  timeout: 60_000 + 300 * GRAPHS,
}, async () => {
  const counts = { graphs: 0, reads: 0, rows: 0, changes: 0 };
  const check = async (worker: number) => {
    const connection = postgres(url, { max: 1, onnotice: () => {} });
    try {
      const property = fc.asyncProperty(
        recipe,
        fc.array(change, { maxLength: 4, size: "max" }),
        async (recipe, changes) => {
          await inTransaction(connection, (tx) =>
            checkGraph(tx, buildGraph(recipe, worker), changes, counts),
          );
          counts.graphs++;
          // Rows that were rolled back still slow down the next reads.
          if (counts.graphs % VACUUM_EVERY === 0) await connection.unsafe("vacuum");
        },
      );
      return await fc.check(property, {
        ...replayable(testSeed() + worker),
        numRuns: Math.ceil(GRAPHS / WORKERS),
      });
    } finally {
      await connection.end();
    }
  };
  const workers = replayedPath ? [0] : [...Array(WORKERS).keys()];
  const results = await Promise.all(workers.map(check));
  const failure = results.find((result) => result.failed);
  if (failure) {
    throw new Error(
      `Replay with TEST_SEED=${failure.seed} TEST_PATH=${failure.counterexamplePath}\n${fc.stringify(failure.counterexample)}`,
      { cause: failure.errorInstance },
    );
  }
  console.log(
    `${counts.graphs} graphs, ${counts.reads} people read ${counts.rows} rows, ${counts.changes} changes in between`,
  );
});

type Counts = Record<"graphs" | "reads" | "rows" | "changes", number>;

async function checkGraph(
  tx: postgres.Sql,
  graph: Graph,
  changes: Parameters<typeof apply>[2][],
  counts: Counts,
): Promise<void> {
  await load(tx, graph);
  await makeLinks(tx);
  const holders = new Map(graph.people.map((person) => [person.id, person.user_id]));
  await checkLinks(tx, graph, holders);
  for (const person of graph.people) await checkPerson(tx, graph, person, person.user_id, counts);
  await checkPerson(tx, graph, null, "00000000-0000-4000-8000-00000000dead", counts);
  for (const change of changes) {
    const before = structuredClone(graph.people);
    const changedPerson = await apply(tx, graph, change);
    if (!changedPerson) continue;
    counts.changes++;
    await checkLinks(tx, graph, holders);
    // An archived person still has the token of their user.
    const currentPerson = graph.people.find((person) => person.id === changedPerson.id) as Person;
    const userId = before.find((person) => person.id === changedPerson.id)?.user_id ?? null;
    await checkPerson(
      tx,
      graph,
      currentPerson.user_id === null ? null : currentPerson,
      userId,
      counts,
    );
    const bystander = graph.people.find((person) => person.id !== changedPerson.id);
    if (bystander) await checkPerson(tx, graph, bystander, bystander.user_id, counts);
  }
}

/** A link opens for its person while they are that user and see the document, and for no one else. */
async function checkLinks(
  tx: postgres.Sql,
  graph: Graph,
  holders: Map<string, string | null>,
): Promise<void> {
  const expected = graph.people
    .filter(({ id, user_id }) => user_id !== null && holders.get(id) === user_id)
    .flatMap((person) =>
      (rules["document_versions"]?.(person, graph) ?? []).map((file) => `${person.id}/${file}`),
    );
  expect(await openLinks(tx)).toEqual(expected.sort());
}

async function checkPerson(
  tx: postgres.Sql,
  graph: Graph,
  person: Person | null,
  userId: string | null,
  counts: Counts,
): Promise<void> {
  if (userId === null) return;
  const otherPeople = graph.people.filter((candidate) => candidate !== person).slice(0, 4);
  const asPeople = [null, ...otherPeople.map((other) => other.id)];
  const actual = await readAs(tx, userId, asPeople);
  const relations = Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [name, person ? rule(person, graph).sort() : []]),
  );
  const expected = {
    relations,
    counts: Object.fromEntries(
      Object.entries(relations).map(([name, keys]) => [name, keys.length]),
    ),
    plannedCounts: ["OPINV", "OPINV"],
    portfolio: portfolio(person, graph),
    portal: portal(person, graph),
    spines: asPeople.map((as) => spine(person, as, graph)),
  };
  counts.reads++;
  for (const keys of Object.values(actual.relations)) counts.rows += keys.length;
  expect(actual).toEqual(expected);
}

async function inTransaction(
  sql: postgres.Sql,
  work: (tx: postgres.Sql) => Promise<void>,
): Promise<void> {
  await sql.unsafe("begin");
  try {
    await work(sql);
  } finally {
    await sql.unsafe("rollback");
  }
}
