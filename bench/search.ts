/**
 * Measures the cost of scope for a search by words on 200,000 passages: search_passages as a viewer of 1, 10, 50 and
 * 100% of them, against the same algorithm for a role that bypasses row-level security, with its scope as a constant
 * and equal answers required. Also measures whether the time of a search reveals to a viewer with a narrow scope that
 * a word occurs in others' text.
 */
import { mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import postgres from "postgres";
import { scratchOn } from "../scripts/db/scratch.ts";
import { removePostgresData, startPostgres } from "../scripts/stack/postgres/postgres.ts";
import { type DatasetViewer, datasetViewers, loadDataset } from "./dataset.ts";
import { connect, race, type Side, summary } from "./measure.ts";

export interface SearchResult {
  name: string;
  /** p50 in milliseconds. */
  product: number;
  byHand: number;
  ratio: number;
  isWithinLimit: boolean;
}

const MAX_RATIO = { scope: 1.25, absent: 1.2 };
const PROJECTS = 1000;
const SOURCE_PASSAGES = 20;
const HALVES = 5000;
const VIEWERS = ["member 1%", "member 10%", "member 50%", "admin"];
const QUESTIONS = [
  "what about word150 and word321?",
  "word2 word5 word9",
  '"word700 word12" word44',
];
const FOREIGN = "canarysong";
const ABSENT = "zqyxwvkjhz";

export async function benchSearch(
  passages: number,
  budgetMs: number,
  onResult: (result: SearchResult) => void,
): Promise<SearchResult[]> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "countersign-bench-"));
  const server = await startPostgres({ dataDir });
  const results: SearchResult[] = [];
  const note = (result: SearchResult) => {
    results.push(result);
    onResult(result);
  };
  try {
    const { url } = await scratchOn(server.url).create("migrated");
    const sql = postgres(url, { max: 1, onnotice: () => {} });
    await loadDataset(sql, { projects: [PROJECTS], tasks: 1000 });
    const viewers = await datasetViewers(sql);
    const searchers = VIEWERS.map((label) => viewers.find((viewer) => viewer.label === label));
    if (!searchers.every((viewer) => viewer !== undefined)) throw new Error("A viewer is missing.");
    await fill(sql, passages, searchers[0] as DatasetViewer);
    await createSearchByHand(sql);
    await sql.end();
    for (const [index, viewer] of searchers.entries()) {
      const label = `${["1", "10", "50", "100"][index]}% of the passages`;
      note(await scopeOf(url, viewer, label, budgetMs));
    }
    note(await presence(url, searchers[0] as DatasetViewer, budgetMs));
    return results;
  } finally {
    await server.stop();
    await removePostgresData(dataDir);
  }
}

/**
 * Inserts the same number of sources into each project, with words by Zipf's law, and one word that the narrowest
 * viewer's projects lack. A passage consists of two of a few thousand halves, so that the words of a half are parsed
 * only once.
 */
async function fill(sql: postgres.Sql, passages: number, narrow: DatasetViewer): Promise<void> {
  await sql.begin(async (tx) => {
    await tx.unsafe("set local session_replication_role = replica; select setseed(0.5)");
    await tx.unsafe("update public.sources set archived_at = now()");
    await tx`
      insert into public.sources (id, organization_id, kind, project_id, title, published_version, search_vector)
      select md5('bench' || projects.id || n)::uuid, projects.organization_id, 'note', projects.id, 'Notes ' || n, 1,
        to_tsvector('simple', 'Notes ' || n)
      from public.projects, generate_series(1, ${passages / PROJECTS / SOURCE_PASSAGES}::integer) as n`;
    await tx`
      create temporary table halves on commit drop as
      select texts.number, texts.content, private.search_vector(texts.content, 'en') as search_vector
      from (
        select number, string_agg('word' || floor(power(20000, random()))::integer, ' ') as content
        from generate_series(0, ${HALVES - 1}::integer) as number, generate_series(1, 30)
        group by number
      ) as texts`;
    await tx.unsafe("analyze halves");
    // Filling it row by row takes several times as long.
    const [index] = await tx`
      select pg_get_indexdef('public.passages_search_vector_idx'::regclass) as definition`;
    await tx.unsafe("drop index public.passages_search_vector_idx");
    await tx`
      insert into public.passages (organization_id, source_id, source_version, position, content, scope_id, search_vector)
      select slots.organization_id, slots.id, 1, slots.position,
        first_half.content || ' ' || second_half.content || case when slots.is_foreign then ${` ${FOREIGN}`} else '' end,
        slots.scope_id,
        first_half.search_vector || second_half.search_vector
          || case when slots.is_foreign then private.search_vector(${FOREIGN}, 'en') else '' end
      from (
        select sources.organization_id, sources.id, sources.scope_id, position,
          position % 4 = 0 and not sources.project_id = any (${narrow.projectIds}::uuid[]) as is_foreign,
          floor(random() * ${HALVES})::integer as first_half, floor(random() * ${HALVES})::integer as second_half
        from public.sources, generate_series(0, ${SOURCE_PASSAGES - 1}::integer) as position
        where sources.archived_at is null
        offset 0
      ) as slots
      join halves as first_half on first_half.number = slots.first_half
      join halves as second_half on second_half.number = slots.second_half
      order by slots.id, slots.position`;
    await tx.unsafe("set local maintenance_work_mem = '256MB'");
    await tx.unsafe(index?.["definition"]);
  });
  await sql.unsafe("vacuum analyze");
  await sql.unsafe("checkpoint");
}

/**
 * The functions are created from the text of our own, so that they cannot drift apart. The scope is an argument and
 * is not looked up.
 */
async function createSearchByHand(sql: postgres.Sql): Promise<void> {
  await sql.unsafe("create schema bench; grant usage on schema bench, private to service_role");
  const parts = [
    "public.search_passages",
    "private.rank_wide_scope",
    "private.rank_by_words",
    "private.candidate_passages",
    "private.rank_by_names",
    "private.rank_passages",
    "private.term_hits",
    "private.similar_words",
    "private.indexed_passages",
    "private.titled_passages",
  ];
  for (const part of parts.toReversed()) {
    const [definition] = await sql`select pg_get_functiondef(${part}::regproc) as text`;
    let text: string = definition?.["text"];
    for (const name of parts) text = text.replaceAll(name, `bench.${name.split(".")[1]}`);
    text = text
      .replaceAll("SECURITY DEFINER", "")
      .replace(
        /select unnest\(scope_ids\) intersect select unnest\(private\.visible_scope_ids\(\)\)/,
        "select unnest(scope_ids)",
      );
    if (part === "public.search_passages") {
      text = text
        .replace(
          /bench\.search_passages\(query text,/,
          "bench.search_passages(ids uuid[], query text,",
        )
        .replace(
          /select \* into v_scope from private\.effective_scope\(as_person_id\);/,
          "select null::public.people as viewer, ids as project_ids, false as sees_restricted into v_scope;",
        )
        .replace(
          /v_zone\s+from public\.organizations where[^;]*;/,
          "v_zone from public.organizations limit 1;",
        );
    }
    await sql.unsafe(text);
  }
  await sql.unsafe(`
    grant execute on all functions in schema bench to service_role;
    grant execute on function private.stemmed_language, private.query_parts, private.query_terms,
      private.most_similar_words, private.exact_search_limit, private.passage_snippet, private.fold_text,
      private.spaceless_letter, private.record_chat_materials to service_role`);
}

async function scopeOf(
  url: string,
  viewer: DatasetViewer,
  name: string,
  budgetMs: number,
): Promise<SearchResult> {
  const connections = await connect(url);
  try {
    // An admin's scope has the organization itself too, which no passage here belongs to.
    const ids =
      viewer.label === "admin" ? [...viewer.projectIds, viewer.organizationId] : viewer.projectIds;
    const lanes = QUESTIONS.map((question) => ({
      product: sideOf(viewer, `select public.search_passages('${question}') as answer`),
      byHand: {
        role: "service_role",
        claims: { role: "service_role" },
        query: `select bench.search_passages('{${ids}}'::uuid[], '${question}') as answer`,
      },
    }));
    const comparisons = await race(connections, lanes, budgetMs);
    const sum = (side: "product" | "byHand") =>
      comparisons.reduce((total, comparison) => total + comparison[side].p50, 0) /
      comparisons.length;
    return resultOf(name, sum("product"), sum("byHand"), MAX_RATIO.scope);
  } finally {
    await connections.end();
  }
}

/** Compares a word that occurs in a quarter of the passages that the viewer may not see with one that does not occur. */
async function presence(
  url: string,
  viewer: DatasetViewer,
  budgetMs: number,
): Promise<SearchResult> {
  const connections = await connect(url);
  const words = [FOREIGN, ABSENT] as const;
  const times: Record<string, number[]> = { [FOREIGN]: [], [ABSENT]: [] };
  try {
    const deadline = performance.now() + budgetMs;
    for (let round = -6; round < 10 || performance.now() < deadline; round++) {
      for (const word of round % 2 ? words : words.toReversed()) {
        const { milliseconds } = await connections.product.run(
          sideOf(viewer, `select public.search_passages('${word}')`),
        );
        if (round >= 0) times[word]?.push(milliseconds);
      }
    }
  } finally {
    await connections.end();
  }
  const [presentMs, absentMs] = words.map((word) => summary(times[word] ?? []).p50) as [
    number,
    number,
  ];
  const result = resultOf(
    "a word of others, an absent word",
    presentMs,
    absentMs,
    MAX_RATIO.absent,
  );
  return { ...result, isWithinLimit: result.isWithinLimit && 1 / result.ratio <= MAX_RATIO.absent };
}

function sideOf(viewer: DatasetViewer, query: string): Side {
  return { role: "authenticated", claims: { sub: viewer.userId, role: "authenticated" }, query };
}

function resultOf(name: string, product: number, byHand: number, maxRatio: number): SearchResult {
  const ratio = product / byHand;
  return { name, product, byHand, ratio, isWithinLimit: ratio <= maxRatio };
}
