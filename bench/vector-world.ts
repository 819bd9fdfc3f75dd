/**
 * Many passages with vectors in PGlite, which includes pgvector, and viewers with scopes of every width, for the
 * tests of recall and the benchmark. The clusters of vectors are independent of projects, so the passages nearest to
 * a question are usually outside the viewer's scope.
 */
import type { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite/vector";
import { openPreparedDatabase } from "../scripts/db/lite-database.ts";

export const DIMENSIONS = 384;
export const MODEL = { name: "words", version: "1", label: "words@1" };

export interface Viewer {
  label: string;
  userId: string;
  /** The ids of the scopes that the viewer sees. */
  scopeIds: string[];
}

export interface Passage {
  id: string;
  scopeId: string;
  vector: Float32Array;
}

export interface VectorWorld {
  db: PGlite;
  passages: Passage[];
  /** `all`, `50%`, `10%`, `1%` of the passages, and `few`: a member with fifty passages of their own. */
  viewers: Viewer[];
  /** Up to 150 vectors from the same clusters as the passages; the same in every run. */
  questions(count: number): Float32Array[];
}

const PROJECTS = 100;
const CLUSTERS = 100;
const FEW_PASSAGES = 50;

/** `count` passages in a hundred projects, and fifty in one more. All ids are the same in every run. */
export async function openVectorWorld(count: number): Promise<VectorWorld> {
  const random = randomOf(42);
  const randomUUID = uuids(randomOf(7));
  const organization = randomUUID();
  const projects = Array.from({ length: PROJECTS + 1 }, () => randomUUID());
  const small = projects[PROJECTS] as string;
  const viewers: Viewer[] = [
    { label: "all", userId: randomUUID(), scopeIds: [...projects, organization] },
    { label: "50%", userId: randomUUID(), scopeIds: projects.slice(0, 50) },
    { label: "10%", userId: randomUUID(), scopeIds: projects.slice(0, 10) },
    { label: "1%", userId: randomUUID(), scopeIds: projects.slice(0, 1) },
    { label: "few", userId: randomUUID(), scopeIds: [small] },
  ];

  const centers = Array.from({ length: CLUSTERS }, () => direction(random));
  const vectorNearCenter = () => {
    const center = centers[Math.floor(random() * CLUSTERS)] as Float32Array;
    return direction(random).map((part, index) => part * 0.9 + (center[index] as number));
  };
  const passages: Passage[] = Array.from({ length: count + FEW_PASSAGES }, (_, number) => ({
    id: randomUUID(),
    scopeId: number < count ? (projects[number % PROJECTS] as string) : small,
    vector: vectorNearCenter(),
  }));
  const questions = Array.from({ length: 150 }, vectorNearCenter);
  const db = await openPreparedDatabase(`vectors-${count}`, { vector }, async (database) => {
    await loadPortfolio(database, { organization, projects, viewers, randomUUID });
    await loadPassages(database, organization, projects, passages);
  });
  return { db, passages, viewers, questions: (count) => questions.slice(0, count) };
}

/** The ids of the nearest passages in scope, computed exactly, without an index. */
export function exactNearest(
  { passages }: VectorWorld,
  { scopeIds }: Viewer,
  question: Float32Array,
  limit: number,
): string[] {
  const scope = new Set(scopeIds);
  return passages
    .filter(({ scopeId }) => scope.has(scopeId))
    .map(({ id, vector }) => ({ id, distance: distance(question, vector) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, limit)
    .map(({ id }) => id);
}

/** Runs a query as the viewer, like the Data API; returns its rows and the milliseconds of the query alone. */
export async function runAs<T>(
  db: PGlite,
  viewer: Viewer | null,
  query: string,
): Promise<{ rows: T[]; milliseconds: number }> {
  await db.exec("begin");
  try {
    if (viewer) {
      const claims = JSON.stringify({ sub: viewer.userId, role: "authenticated" });
      await db.query(
        "select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)",
        [claims],
      );
    }
    const start = performance.now();
    const { rows } = await db.query<T>(query);
    return { rows, milliseconds: performance.now() - start };
  } finally {
    await db.exec("rollback");
  }
}

/** The vector part of a search in these scopes. If `isNarrow` is null, the database decides whether they are narrow. */
export function nearestQuery(
  question: Float32Array,
  scopeIds: string[],
  limit: number,
  isNarrow: boolean | null = null,
): string {
  return `select unnest(private.nearest_passages(
    '{${question.join(",")}}', '${MODEL.label}', '{${scopeIds.join(",")}}', ${limit},
    is_narrow => ${isNarrow})) as id`;
}

interface Portfolio {
  organization: string;
  projects: string[];
  viewers: Viewer[];
  randomUUID: () => string;
}

async function loadPortfolio(
  db: PGlite,
  { organization, projects, viewers, randomUUID }: Portfolio,
): Promise<void> {
  const [client, account] = [randomUUID(), randomUUID()];
  await db.exec(`
    insert into public.organizations (id, name, email_domain) values ('${organization}', 'Wide', 'wide.test');
    insert into public.clients (id, organization_id, name) values ('${client}', '${organization}', 'Client');
    insert into public.accounts (id, organization_id, client_id, name)
    values ('${account}', '${organization}', '${client}', 'Account');
    insert into public.projects (id, organization_id, account_id, code, name)
    select id, '${organization}', '${account}', 'P-' || number, 'Project ' || number
    from unnest('{${projects.join(",")}}'::uuid[]) with ordinality as ids (id, number);
    insert into public.sources (id, organization_id, kind, project_id, title, published_version)
    select id, organization_id, 'note', id, name, 1 from public.projects;
    insert into private.embedding_models (slot, name, version, state, live_since)
    values (1, '${MODEL.name}', '${MODEL.version}', 'live', now());`);
  for (const { label, userId, scopeIds } of viewers) {
    const isLead = scopeIds.includes(organization);
    const person = randomUUID();
    await db.exec(`
      insert into auth.users (id, email, email_confirmed_at) values ('${userId}', '${userId}@wide.test', now());
      insert into public.people (id, organization_id, user_id, email, name, role, is_employee)
      values ('${person}', '${organization}', '${userId}', '${userId}@wide.test', '${label}',
              '${isLead ? "lead" : "member"}', true);`);
    if (isLead) continue;
    await db.exec(`
      insert into public.project_members (organization_id, project_id, person_id)
      select '${organization}', id, '${person}' from unnest('{${scopeIds.join(",")}}'::uuid[]) as id;`);
  }
}

async function loadPassages(
  db: PGlite,
  organization: string,
  projects: string[],
  passages: Passage[],
): Promise<void> {
  const nextPosition = new Map(projects.map((id) => [id, 0]));
  const passageRows: string[] = [];
  const embeddings: string[] = [];
  for (const { id, scopeId, vector: parts } of passages) {
    const position = nextPosition.get(scopeId) as number;
    nextPosition.set(scopeId, position + 1);
    passageRows.push(
      [id, organization, scopeId, 1, position, `Passage ${position}`, scopeId].join("\t"),
    );
    embeddings.push(
      [
        1,
        MODEL.name,
        MODEL.version,
        id,
        organization,
        scopeId,
        scopeId,
        `[${parts.join(",")}]`,
      ].join("\t"),
    );
  }
  // The index takes half as long if it is built at the end.
  const [index] = (
    await db.query<{ definition: string }>(
      "select pg_get_indexdef('private.passage_embeddings_embedding_idx'::regclass) as definition",
    )
  ).rows;
  await db.exec("drop index private.passage_embeddings_embedding_idx");
  await copy(
    db,
    "public.passages (id, organization_id, source_id, source_version, position, content, scope_id)",
    passageRows,
  );
  await copy(
    db,
    "private.passage_embeddings (slot, model, version, passage_id, organization_id, source_id, scope_id, embedding)",
    embeddings,
  );
  await db.exec("set maintenance_work_mem = '256MB'");
  // The definition of a partitioned index contains ON ONLY, which would leave out the partitions.
  await db.exec(String(index?.definition).replace(" ON ONLY ", " ON "));
  await db.exec("reset maintenance_work_mem");
  await db.exec("vacuum analyze");
}

async function copy(db: PGlite, target: string, lines: string[]): Promise<void> {
  const blob = new Blob([lines.join("\n"), "\n"]);
  await db.query(`copy ${target} from '/dev/blob'`, [], { blob });
}

function direction(random: () => number): Float32Array {
  // Sums of uniformly distributed numbers are nearly normally distributed, so that no direction is preferred.
  const parts = Float32Array.from(
    { length: DIMENSIONS },
    () => random() + random() + random() + random() - 2,
  );
  const length = Math.hypot(...parts);
  return parts.map((part) => Math.fround(Number((part / length).toFixed(5))));
}

function distance(a: Float32Array, b: Float32Array): number {
  let [dot, ofA, ofB] = [0, 0, 0];
  for (let index = 0; index < DIMENSIONS; index++) {
    const [x, y] = [a[index] as number, b[index] as number];
    dot += x * y;
    ofA += x * x;
    ofB += y * y;
  }
  return 1 - dot / Math.sqrt(ofA * ofB);
}

function uuids(random: () => number): () => string {
  const digits = (count: number) =>
    Array.from({ length: count }, () => Math.floor(random() * 16).toString(16)).join("");
  return () => `${digits(8)}-${digits(4)}-4${digits(3)}-8${digits(3)}-${digits(12)}`;
}

function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let hash = Math.imul(state ^ (state >>> 15), 1 | state);
    hash = (hash + Math.imul(hash ^ (hash >>> 7), 61 | hash)) ^ hash;
    return ((hash ^ (hash >>> 14)) >>> 0) / 4_294_967_296;
  };
}
