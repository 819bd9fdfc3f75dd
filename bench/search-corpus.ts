/** Real meetings as sources of a scratch database, their questions, and how well a ranking answers them. */
import type postgres from "postgres";
import { type Block, splitBlocks } from "../supabase/functions/_domain/documents/split.ts";
import { type DatasetViewer, datasetViewers, loadDataset } from "./dataset.ts";

/** A line of QMSum; spans are numbers of turns, both ends included. */
export interface Meeting {
  topic_list: { topic: string }[];
  specific_query_list: { query: string; relevant_text_span: [string, string][] }[];
  meeting_transcripts: { speaker: string; content: string }[];
}

export interface Corpus {
  viewer: DatasetViewer;
  sourceIds: string[];
  pieces: { id: string; meeting: number; content: string; blocks: [number, number] }[];
  questions: { meeting: number; text: string; relevant: Set<string> }[];
}

/** Shares of all questions. */
export interface Figures {
  hit5: number;
  hit10: number;
  /** Of the first relevant piece among ten. */
  reciprocalRank: number;
}

/** Ids of the ten best pieces for each question, best first. */
export type Ranking = (question: Corpus["questions"][number]) => Promise<string[]> | string[];

/**
 * As an importer would: a title that says only that it was a meeting, and who spoke as keywords. What
 * annotators wrote about a meeting is not in it.
 */
export async function loadMeetings(sql: postgres.Sql, meetings: Meeting[]): Promise<Corpus> {
  await loadDataset(sql, { projects: [1], tasks: 10 });
  // The dataset's own sources are no part of this.
  await sql`update public.sources set archived_at = now()`;
  const viewer = (await datasetViewers(sql)).find(({ label }) => label === "admin");
  const projectId = viewer?.projectIds[0];
  if (!viewer || !projectId) throw new Error("The dataset has no admin.");
  const corpus: Corpus = { viewer, sourceIds: [], pieces: [], questions: [] };
  for (const [number, meeting] of meetings.entries()) {
    const turns = meeting.meeting_transcripts;
    const speakers = [...new Set(turns.map(({ speaker }) => speaker))].join(", ").slice(0, 10_000);
    const [source] = await sql<{ id: string; scope_id: string }[]>`
      insert into public.sources (organization_id, project_id, kind, title, keywords, language, published_version)
      values (${viewer.organizationId}, ${projectId}, 'meeting', ${`Meeting ${number + 1}`}, ${speakers}, 'en', 1)
      returning id, scope_id`;
    if (!source) throw new Error("The meeting was not stored.");
    corpus.sourceIds.push(source.id);
    const blocks: Block[] = turns.map(({ speaker, content }) => ({
      text: `${speaker}: ${content}`,
      location: { speaker },
    }));
    const pieces = splitBlocks(blocks);
    const ids = await sql<{ id: string }[]>`
      insert into public.chunks (organization_id, source_id, source_version, position, content, location, scope_id)
      select ${viewer.organizationId}, ${source.id}, 1, given.number - 1, given.content, given.location::jsonb, ${source.scope_id}
      from unnest(${pieces.map(({ content }) => content)}::text[], ${pieces.map(({ location }) => JSON.stringify(location))}::text[])
        with ordinality as given (content, location, number)
      order by given.number
      returning id`;
    const stored = pieces.map(({ content, blocks: range }, place) => ({
      id: ids[place]?.id ?? "",
      meeting: number,
      content,
      blocks: range,
    }));
    corpus.pieces.push(...stored);
    for (const { query, relevant_text_span } of meeting.specific_query_list) {
      const spans = relevant_text_span.map(
        ([first, last]) => [Number(first), Number(last)] as const,
      );
      const relevant = stored.filter(({ blocks: [first, last] }) =>
        spans.some(([from, to]) => first <= to && last >= from),
      );
      corpus.questions.push({
        meeting: number,
        text: query,
        relevant: new Set(relevant.map(({ id }) => id)),
      });
    }
  }
  await sql.unsafe("vacuum analyze public.sources, public.chunks");
  return corpus;
}

export async function figuresOf(corpus: Corpus, rank: Ranking): Promise<Figures> {
  const total = { hit5: 0, hit10: 0, reciprocalRank: 0 };
  for (const question of corpus.questions) {
    const ids = await rank(question);
    const place = ids.slice(0, 10).findIndex((id) => question.relevant.has(id));
    if (place < 0) continue;
    total.hit10 += 1;
    total.reciprocalRank += 1 / (place + 1);
    if (place < 5) total.hit5 += 1;
  }
  const count = corpus.questions.length;
  return {
    hit5: total.hit5 / count,
    hit10: total.hit10 / count,
    reciprocalRank: total.reciprocalRank / count,
  };
}

/** What search_chunks answers to the viewer, in one meeting or in all. Leaves no trace. */
export function bySearch(
  sql: postgres.Sql,
  { viewer, sourceIds }: Corpus,
  within: boolean,
): Ranking {
  const claims = JSON.stringify({ sub: viewer.userId, role: "authenticated" });
  return async ({ text, meeting }) => {
    await sql`begin`;
    try {
      await sql`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`;
      const [row] = await sql<{ ids: string[] }[]>`
        select array(
          select found ->> 'chunk_id'
          from jsonb_array_elements(public.search_chunks(
            ${text}, source_id => ${within ? (sourceIds[meeting] ?? null) : null}::uuid) -> 'results') as found) as ids`;
      return row?.ids ?? [];
    } finally {
      await sql`rollback`;
    }
  };
}
