/**
 * Compares the vector part of a search with a hand-written query. That query uses pgvector's operators and an explicit
 * scope, and checks once that the viewer sees that scope. The two alternate, in PGlite. Both sides must find the same passages in the same order. On both sides, narrow
 * scopes are read exactly, and wide ones through the index with the same settings.
 */
import { summary } from "./measure.ts";
import { exactNearest, nearestQuery, openVectorWorld, runAs, type Viewer } from "./vector-world.ts";

export interface VectorResult {
  /** The size of the scope: `all`, a share of the passages such as `10%`, or `50 passages`. */
  scope: string;
  /** Median, in milliseconds. */
  product: number;
  /** Median, in milliseconds. */
  byHand: number;
  ratio: number;
  /** The share of the ten nearest passages that the search found. */
  recall: number;
  isWithinLimit: boolean;
}

export const MAX_VECTOR_RATIO = 1.25;
const LIMIT = 10;
/** Scopes with at most this many passages are read exactly; see private.exact_search_limit(). */
const MAX_NARROW = 5_000;
const SETTINGS = `
  set hnsw.iterative_scan = relaxed_order;
  set hnsw.ef_search = 400;
  set hnsw.max_scan_tuples = 100000;
  set hnsw.scan_mem_multiplier = 4;`;

export async function benchVectors(
  passages: number,
  rounds: number,
  onResult: (result: VectorResult) => void,
): Promise<VectorResult[]> {
  const world = await openVectorWorld(passages);
  try {
    // Loads pgvector, because its settings exist only after that.
    await world.db.exec(`select '[1]'::extensions.vector; ${SETTINGS}`);
    const results: VectorResult[] = [];
    for (const viewer of world.viewers.toReversed()) {
      const scope = new Set(viewer.scopeIds);
      const isNarrow =
        world.passages.filter(({ scopeId }) => scope.has(scopeId)).length <= MAX_NARROW;
      const times = { product: [] as number[], byHand: [] as number[] };
      let hits = 0;
      const questions = world.questions(rounds);
      for (const [round, question] of questions.entries()) {
        const queries = {
          product: { as: viewer, query: nearestQuery(question, viewer.scopeIds, LIMIT, isNarrow) },
          byHand: { as: null, query: queryByHand(question, viewer, isNarrow) },
        };
        const answers: Record<string, string[]> = {};
        // The side that runs second has warmer caches, so the sides alternate in going first.
        for (const side of round % 2
          ? (["product", "byHand"] as const)
          : (["byHand", "product"] as const)) {
          const { as, query } = queries[side];
          const { rows, milliseconds } = await runAs<{ id: string }>(world.db, as, query);
          answers[side] = rows.map(({ id }) => id);
          times[side].push(milliseconds);
        }
        if (JSON.stringify(answers["product"]) !== JSON.stringify(answers["byHand"])) {
          throw new Error(`The passages differ for the viewer ${viewer.label}`);
        }
        const expected = exactNearest(world, viewer, question, LIMIT);
        hits += expected.filter((id) => answers["product"]?.includes(id)).length;
      }
      const [product, byHand] = [summary(times.product).p50, summary(times.byHand).p50];
      const ratio = product / byHand;
      const result = {
        scope: viewer.label === "few" ? "50 passages" : viewer.label,
        product,
        byHand,
        ratio,
        recall: hits / (questions.length * LIMIT),
        isWithinLimit: ratio <= MAX_VECTOR_RATIO || product - byHand <= 0.3,
      };
      results.push(result);
      onResult(result);
    }
    return results;
  } finally {
    await world.db.close();
  }
}

/** The added 0 forces a sort, because the order of the vector index is only approximate. */
function queryByHand(
  question: Float32Array,
  { userId, scopeIds }: Viewer,
  isNarrow: boolean,
): string {
  const scope = `'{${scopeIds.join(",")}}'::uuid[]`;
  const seesScope = `
    (select ${scope} <@ case people.role
       when 'member' then array(select project_id from public.project_members where person_id = people.id)
       else array(select id from public.projects where organization_id = people.organization_id)
         || people.organization_id end
     from public.people where people.user_id = '${userId}' and people.archived_at is null)`;
  const distance = `embedding operator(extensions.<=>) '[${question.join(",")}]'::extensions.vector(384)`;
  const inScope = `
    from private.passage_embeddings as embeddings
    join public.sources on sources.id = embeddings.source_id
    where embeddings.slot = 1 and embeddings.scope_id = any (${scope})
      and sources.project_id is not null and sources.archived_at is null and ${seesScope}`;
  return isNarrow
    ? `select embeddings.passage_id as id ${inScope} order by (${distance}) + 0, embeddings.passage_id limit ${LIMIT}`
    : `with nearest as materialized (
         select embeddings.passage_id as id, ${distance} as distance ${inScope} order by ${distance} limit ${LIMIT})
       select id from nearest order by distance + 0, id`;
}
