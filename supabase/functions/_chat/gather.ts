import { callFunction } from "../_db/call.ts";
import { searchChunks } from "../_db/search.ts";
import { buildContext, type Context, type Passage, type Spine } from "../_domain/chat/context.ts";
import type { Fence } from "../_domain/chat/fence.ts";
import type { References } from "../_domain/chat/references.ts";
import type { Db } from "../_http/auth.ts";
import { questionVector } from "./question-vector.ts";

export interface Question {
  question: string;
  as: string | undefined;
  requestId: string;
}

const MAX_PASSAGES = 16;
/** A search takes no more of a question. */
const MAX_QUERY = 500;

/** What is known to whoever asks, read through their own scope and that of `as`, as a context of at most so many characters. */
export async function gatherContext(
  db: Db,
  asked: Question,
  maxChars: number,
  fence: Fence,
  references: References,
): Promise<Context> {
  const [spine, passages] = await Promise.all([
    callFunction(db, "get_spine", { ...(asked.as && { as_person_id: asked.as }) }),
    findPassages(db, asked, MAX_PASSAGES),
  ]);
  return buildContext(
    { spine: spine as unknown as Spine, passages, question: asked.question },
    maxChars,
    fence,
    references,
  );
}

/** The passages that answer best, whole and in order. */
export async function findPassages(
  db: Db,
  { question, as, requestId }: Question,
  limit: number,
  filter: { project_id?: string } = {},
): Promise<Passage[]> {
  const query = question.slice(0, MAX_QUERY).replace(/\s+/g, " ").trim();
  const { results } = await searchChunks(
    db,
    { query, limit, ...filter, ...(as && { as_person_id: as }) },
    await questionVector(db, query, requestId),
  );
  if (results.length === 0) return [];
  // Read once more under the caller's policies: an answer of search holds only a part of each.
  const { data, error } = await db
    .from("chunks")
    .select("id, content")
    .in(
      "id",
      results.map(({ chunk_id }) => chunk_id),
    );
  if (error) throw error;
  const contents = new Map(data.map(({ id, content }) => [id, content]));
  return results.flatMap((found) => {
    const content = contents.get(found.chunk_id);
    if (content === undefined) return [];
    return [
      {
        chunkId: found.chunk_id,
        sourceId: found.source_id,
        projectId: found.project_id,
        kind: found.source_kind,
        title: found.title,
        content,
        location: found.location,
        occurredAt: found.occurred_at,
      },
    ];
  });
}
