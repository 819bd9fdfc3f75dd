/**
 * Search by meaning finds the nearest visible passages and nothing else, however many others are nearer. Building
 * their index takes most of the time.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  exactNearest,
  nearestQuery,
  openVectorWorld,
  runAs,
  type VectorWorld,
  type Viewer,
} from "../../bench/vector-world.ts";
import { roundsOf } from "../support/depth.ts";

/** At least eleven for each of a hundred projects: a viewer of one gets ten. */
const PASSAGES = roundsOf({ default: 1_100, nightly: 4_000 });
const QUESTIONS = 30;
const LIMIT = 10;
/** For the setup alone, on a busy machine. */
const SLOW = 20 * 60_000;

let world: VectorWorld;
beforeAll(async () => {
  world = await openVectorWorld(PASSAGES);
  // Simulates a much larger table, so that a tenth of it also uses the index.
  await world.db.exec(`
    create or replace function private.exact_search_limit() returns integer language sql immutable
    set search_path = pg_catalog, pg_temp as 'select ${PASSAGES / 20}'`);
}, SLOW);
afterAll(async () => {
  await world?.db.close();
});

const viewer = (label: string) => world.viewers.find((viewer) => viewer.label === label) as Viewer;
const nearest = async (as: Viewer, question: Float32Array, scopeIds = as.scopeIds) =>
  (await runAs<{ id: string }>(world.db, as, nearestQuery(question, scopeIds, LIMIT))).rows.map(
    ({ id }) => id,
  );
const scans = async () => {
  await world.db.exec("select pg_stat_force_next_flush()");
  const { rows } = await world.db.query<{ scans: number }>(`
    select coalesce(sum(idx_scan), 0)::int as scans from pg_stat_user_indexes
    where schemaname = 'private' and pg_get_indexdef(indexrelid) like '%hnsw%'`);
  return rows[0]?.scans ?? 0;
};

test.each([
  ["few", 1, 0],
  ["1%", 1, 0],
  ["10%", 0.95, QUESTIONS],
  ["50%", 0.95, QUESTIONS],
  ["all", 0.95, QUESTIONS],
])("%s: recall of the nearest ten is at least %d", async (label, minRecall, byIndex) => {
  const as = viewer(label);
  const before = await scans();
  let hits = 0;
  for (const question of world.questions(QUESTIONS)) {
    const expected = exactNearest(world, as, question, LIMIT);
    const ids = await nearest(as, question);
    expect(ids).toHaveLength(LIMIT);
    expect(new Set(ids).size).toBe(LIMIT);
    hits += expected.filter((id) => ids.includes(id)).length;
    // An exact search also answers in the order of distance.
    if (minRecall === 1) expect(ids).toEqual(expected);
  }
  const recall = hits / (QUESTIONS * LIMIT);
  console.log(`recall@10 at ${label} of ${PASSAGES} passages: ${recall.toFixed(3)}`);
  expect(recall).toBeGreaterThanOrEqual(minRecall);
  expect((await scans()) - before).toBe(byIndex);
});

test("a viewer never gets a foreign passage, even by its own vector or by naming its scope", async () => {
  const everything = viewer("all").scopeIds;
  for (const label of ["few", "1%", "10%", "50%"]) {
    const as = viewer(label);
    const scope = new Set(as.scopeIds);
    const foreignPassages = world.passages.filter(({ scopeId }) => !scope.has(scopeId)).slice(0, 5);
    const ids = new Set(
      world.passages.filter(({ scopeId }) => scope.has(scopeId)).map(({ id }) => id),
    );
    for (const { vector } of foreignPassages) {
      for (const nearestIds of [await nearest(as, vector), await nearest(as, vector, everything)]) {
        expect(nearestIds).toHaveLength(LIMIT);
        expect(nearestIds.filter((id) => !ids.has(id))).toEqual([]);
      }
    }
  }
});
