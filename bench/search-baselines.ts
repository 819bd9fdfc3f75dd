/** The baselines for search, over the same passages: PostgreSQL's own ranking, and BM25. */
import type postgres from "postgres";
import type { Corpus, Ranking } from "./search-corpus.ts";

export async function prepareFullText(sql: postgres.Sql, { sourceIds }: Corpus): Promise<void> {
  await sql`
    create temporary table plain as
    select id, source_id, to_tsvector('english', content) as words
    from public.passages where source_id = any (${sourceIds}::uuid[])`;
}

/** As manuals suggest: a passage must contain every word, or any of them. */
export function byFullText(
  sql: postgres.Sql,
  { sourceIds }: Corpus,
  inMeeting: boolean,
  match: "all" | "any",
): Ranking {
  return async ({ text, meeting }) => {
    const sources = inMeeting ? [sourceIds[meeting] ?? ""] : sourceIds;
    const query =
      match === "all"
        ? sql`select websearch_to_tsquery('english', ${text}) as demand`
        : sql`select string_agg(quote_literal(lexeme), ' | ')::tsquery as demand
              from unnest(to_tsvector('english', ${text})) as lexemes`;
    const rows = await sql<{ id: string }[]>`
      with query as materialized (${query})
      select plain.id
      from plain, query
      where plain.source_id = any (${sources}::uuid[]) and plain.words @@ query.demand
      order by ts_rank_cd(plain.words, query.demand) desc, plain.id
      limit 10`;
    return rows.map(({ id }) => id);
  };
}

const K1 = 1.2;
const B = 0.75;
const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** BM25 with the usual parameters, over unstemmed words. */
export function byBm25({ passages }: Corpus, inMeeting: boolean): Ranking {
  const documents = passages.map((passage) => {
    const counts = new Map<string, number>();
    const words = wordsOf(passage.content);
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    return { ...passage, counts, length: words.length };
  });
  const frequency = new Map<string, number>();
  for (const { counts } of documents) {
    for (const word of counts.keys()) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  }
  const averageLength = documents.reduce((sum, { length }) => sum + length, 0) / documents.length;
  const rarity = (word: string) => {
    const count = frequency.get(word) ?? 0;
    return Math.log(1 + (documents.length - count + 0.5) / (count + 0.5));
  };
  return ({ text, meeting }) => {
    const queryWords = [...new Set(wordsOf(text))];
    return documents
      .filter((document) => !inMeeting || document.meeting === meeting)
      .map(({ id, counts, length }) => {
        const score = queryWords.reduce((sum, word) => {
          const count = counts.get(word) ?? 0;
          return (
            sum +
            (rarity(word) * count * (K1 + 1)) /
              (count + K1 * (1 - B + (B * length) / averageLength))
          );
        }, 0);
        return { id, score };
      })
      .sort((a, b) => b.score - a.score)
      .slice(0, 10)
      .map(({ id }) => id);
  };
}
