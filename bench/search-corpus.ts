/**
 * Loads real meetings as sources into a scratch database, reads their questions, and measures how well a ranking
 * answers them.
 */
import type postgres from "postgres";
import { type Block, splitBlocks } from "../supabase/functions/_files/documents/split.ts";
import { type DatasetViewer, datasetViewers, loadDataset } from "./dataset.ts";

/** A line of QMSum; spans are numbers of turns, both ends included. */
export interface Meeting {
  topic_list: { topic: string; relevant_text_span: [string, string][] }[];
  specific_query_list: { query: string; relevant_text_span: [string, string][] }[];
  meeting_transcripts: { speaker: string; content: string }[];
}

export interface Corpus {
  viewer: DatasetViewer;
  sourceIds: string[];
  passages: { id: string; meeting: number; content: string; blocks: [number, number] }[];
  /** The annotators' own questions, on which the weights of the ranking were chosen. */
  questions: Question[];
  /** The annotators' topics, short and without question words; no weight was chosen on these. */
  topics: Question[];
}

export interface Question {
  meeting: number;
  text: string;
  /** Turns that answer it, both ends included. */
  spans: [from: number, to: number][];
  /** Passages with any of them. */
  relevant: Set<string>;
}

/** Shares of all questions that have a relevant passage among the first 5 or 10. */
export interface Figures {
  hit5: number;
  hit10: number;
  /** The mean reciprocal rank of the first relevant passage among ten. */
  reciprocalRank: number;
}

/** The rank of the first relevant passage among ten, from 1; 0 when there is none. */
export interface RankedQuestion {
  meeting: number;
  rank: number;
}

/** Ids of the best passages for each question, best first. */
export type Ranking = (question: Question) => Promise<string[]> | string[];

/**
 * Indexes the meetings like transcripts: a title that says only that it was a meeting, and the speaker with each
 * passage. The annotators' text about a meeting is left out.
 */
export async function loadMeetings(sql: postgres.Sql, meetings: Meeting[]): Promise<Corpus> {
  await loadDataset(sql, { projects: [1], tasks: 10 });
  // The dataset's own sources must not be found.
  await sql`update public.sources set archived_at = now()`;
  const viewer = (await datasetViewers(sql)).find(({ label }) => label === "admin");
  const projectId = viewer?.projectIds[0];
  if (!viewer || !projectId) throw new Error("The dataset has no admin.");
  const corpus: Corpus = { viewer, sourceIds: [], passages: [], questions: [], topics: [] };
  for (const [number, meeting] of meetings.entries()) {
    const turns = meeting.meeting_transcripts;
    const [source] = await sql<{ id: string; scope_id: string }[]>`
      insert into public.sources (organization_id, project_id, kind, title, language, published_version)
      values (${viewer.organizationId}, ${projectId}, 'meeting', ${`Meeting ${number + 1}`}, 'en', 1)
      returning id, scope_id`;
    if (!source) throw new Error("The meeting was not stored.");
    corpus.sourceIds.push(source.id);
    const blocks: Block[] = turns.map(({ speaker, content }) => ({
      text: `${speaker}: ${content}`,
      location: { speaker },
    }));
    const passages = splitBlocks(blocks);
    const ids = await sql<{ id: string }[]>`
      insert into public.passages (organization_id, source_id, source_version, position, content, location, scope_id)
      select ${viewer.organizationId}, ${source.id}, 1, input.number - 1, input.content, input.location::jsonb, ${source.scope_id}
      from unnest(${passages.map(({ content }) => content)}::text[], ${passages.map(({ location }) => JSON.stringify(location))}::text[])
        with ordinality as input (content, location, number)
      order by input.number
      returning id`;
    const rows = passages.map(({ content, blocks: range }, index) => ({
      id: ids[index]?.id ?? "",
      meeting: number,
      content,
      blocks: range,
    }));
    corpus.passages.push(...rows);
    const question = (text: string, ranges: [string, string][]): Question => {
      const spans = ranges.map(([from, to]): [number, number] => [Number(from), Number(to)]);
      return {
        meeting: number,
        text,
        spans,
        relevant: new Set(
          rows
            .filter(({ blocks: [first, last] }) =>
              spans.some(([from, to]) => first <= to && last >= from),
            )
            .map(({ id }) => id),
        ),
      };
    };
    for (const { query, relevant_text_span } of meeting.specific_query_list) {
      corpus.questions.push(question(query, relevant_text_span));
    }
    for (const { topic, relevant_text_span } of meeting.topic_list) {
      corpus.topics.push(question(topic, relevant_text_span));
    }
  }
  await sql.unsafe("vacuum analyze public.sources, public.passages");
  return corpus;
}

export async function ranksOf(questions: Question[], rank: Ranking): Promise<RankedQuestion[]> {
  const rankedQuestions: RankedQuestion[] = [];
  for (const question of questions) {
    const ids = await rank(question);
    const index = ids.slice(0, 10).findIndex((id) => question.relevant.has(id));
    rankedQuestions.push({ meeting: question.meeting, rank: index + 1 });
  }
  return rankedQuestions;
}

export function figuresOf(questions: RankedQuestion[]): Figures {
  const share = (isHit: (rank: number) => boolean) =>
    questions.filter(({ rank }) => rank > 0 && isHit(rank)).length / questions.length;
  const sumOfReciprocals = questions.reduce((sum, { rank }) => sum + (rank > 0 ? 1 / rank : 0), 0);
  return {
    hit5: share((rank) => rank <= 5),
    hit10: share(() => true),
    reciprocalRank: sumOfReciprocals / questions.length,
  };
}

/** Takes every other meeting, so that each half has some of every kind. */
export const halves: { name: string; has: (ranked: RankedQuestion) => boolean }[] = [
  { name: "every other meeting, from the first", has: ({ meeting }) => meeting % 2 === 0 },
  { name: "every other meeting, from the second", has: ({ meeting }) => meeting % 2 === 1 },
];

/** The answer of search_passages to the viewer, in one meeting or in all. Leaves no trace. */
export function bySearch(
  sql: postgres.Sql,
  { viewer, sourceIds }: Corpus,
  inMeeting: boolean,
  limit = 10,
): Ranking {
  const claims = JSON.stringify({ sub: viewer.userId, role: "authenticated" });
  return async ({ text, meeting }) => {
    await sql`begin`;
    try {
      await sql`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`;
      const [row] = await sql<{ ids: string[] }[]>`
        select array(
          select result ->> 'chunk_id'
          from jsonb_array_elements(public.search_passages(
            ${text}, source_id => ${inMeeting ? (sourceIds[meeting] ?? null) : null}::uuid,
            result_limit => ${limit}) -> 'results') as result) as ids`;
      return row?.ids ?? [];
    } finally {
      await sql`rollback`;
    }
  };
}
