import { callFunction } from "../_db/call.ts";
import type { Db } from "../_db/client.ts";
import { searchPassages } from "../_db/search.ts";
import {
  type Context,
  ContextPage,
  isWhole,
  type Outline,
  type Passage,
  projectsToPrefetch,
  withWhole,
} from "../_domain/chat/context.ts";
import type { Fence } from "../_domain/chat/fence.ts";
import type { References } from "../_domain/chat/references.ts";
import type { Format } from "../_domain/words/format.ts";
import { questionVector } from "./question-vector.ts";

export interface Question {
  question: string;
  as: string | undefined;
  /** The one project that the question is about. If it is set, nothing from other projects is read. */
  projectId?: string | undefined;
  requestId: string;
}

const MAX_PASSAGES = 16;
/** The maximum length of a search query. */
const MAX_QUERY = 500;

/**
 * The context for the viewer, at most `maxChars` long; `format` decides how the facts of projects are written. It is read within their own scope and that of the person in
 * `as`. While the search runs, only the figures of projects are read. Then as many projects as fit are read in full.
 */
export async function gatherContext(
  db: Db,
  request: Question,
  maxChars: number,
  fence: Fence,
  references: References,
  format: Format,
): Promise<Context & { today: string }> {
  const { question, projectId } = request;
  const [outline, results] = await Promise.all([
    readSpine(db, request, projectId ? { project_ids: [projectId] } : { question }),
    search(db, request, MAX_PASSAGES, projectId ? { project_id: projectId } : {}),
  ]);
  const inProjects = results.map(({ project_id }) => ({ projectId: project_id }));
  const projectIds = projectsToPrefetch(
    { spine: outline, results: inProjects, question },
    maxChars,
  );
  const [fullProjects, passages] = await Promise.all([
    projectIds.length > 0 ? readSpine(db, request, { project_ids: projectIds }) : null,
    readWhole(db, results),
  ]);
  const spine = fullProjects ? withWhole(outline, fullProjects) : outline;
  const page = new ContextPage({ spine, passages, question, format }, maxChars, fence, references);
  page.addDetails(spine.projects.filter(isWhole));
  for (let nextIds = page.nextProjectIds(); nextIds.length > 0; nextIds = page.nextProjectIds()) {
    const { projects } = await readSpine(db, request, { project_ids: nextIds });
    page.addDetails(projects);
    // A project that has left the scope in the meantime is not requested again.
    if (projects.length < nextIds.length) break;
  }
  return { ...page.end(), today: spine.today };
}

async function readSpine(
  db: Db,
  { as }: Question,
  request: { question: string } | { project_ids: string[] },
): Promise<Outline> {
  return (await callFunction(db, "get_chat_spine", {
    ...request,
    ...(as && { as_person_id: as }),
  })) as unknown as Outline;
}

/** The passages that best answer the question, in full and in order. */
export async function findPassages(
  db: Db,
  request: Question,
  limit: number,
  filter: { project_id?: string } = {},
): Promise<Passage[]> {
  return readWhole(db, await search(db, request, limit, filter));
}

type SearchResults = Awaited<ReturnType<typeof searchPassages>>["results"];

async function search(
  db: Db,
  { question, as, requestId }: Question,
  limit: number,
  filter: { project_id?: string } = {},
): Promise<SearchResults> {
  const query = question.slice(0, MAX_QUERY).replace(/\s+/g, " ").trim();
  const { results } = await searchPassages(
    db,
    { query, limit, ...filter, ...(as && { as_person_id: as }) },
    await questionVector(db, query, requestId),
  );
  return results;
}

/** Reads each passage in full, under the caller's policies: a search result contains only part of it. */
async function readWhole(db: Db, results: SearchResults): Promise<Passage[]> {
  if (results.length === 0) return [];
  const { data, error } = await db
    .from("passages")
    .select("id, content")
    .in(
      "id",
      results.map(({ chunk_id }) => chunk_id),
    );
  if (error) throw error;
  const contents = new Map(data.map(({ id, content }) => [id, content]));
  return results.flatMap((passage) => {
    const content = contents.get(passage.chunk_id);
    if (content === undefined) return [];
    return [
      {
        passageId: passage.chunk_id,
        sourceId: passage.source_id,
        projectId: passage.project_id,
        kind: passage.source_kind,
        title: passage.title,
        content,
        location: passage.location,
        occurredAt: passage.occurred_at,
      },
    ];
  });
}
