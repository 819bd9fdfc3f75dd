/**
 * npm run eval:search -- --data ../shared/data/qmsum/val.jsonl [--steps]
 *
 * Indexes real meetings as transcripts, asks their questions through search_chunks as an admin, and prints how
 * often a piece of the span that answers is found, over all meetings and within the meeting, beside
 * baselines over the same pieces. `--steps` says what each part of the ranking gives, by leaving it out.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import postgres from "postgres";
import { startScratchServer } from "../scripts/db/scratch.ts";
import { byBm25, byFullText, prepareFullText } from "./search-baselines.ts";
import {
  bySearch,
  type Corpus,
  type Figures,
  figuresOf,
  loadMeetings,
  type Meeting,
  type Ranking,
} from "./search-corpus.ts";

/** Parts of the ranking, and how its text reads without them. */
const steps: { without: string; in: string; replace: [from: RegExp, to: string][] }[] = [
  {
    without: "the pieces around",
    in: "private.rank_chunks",
    replace: [[/2 \* coalesce\(around/, "0 * coalesce(around"]],
  },
  {
    without: "the share of the source",
    in: "private.rank_chunks",
    replace: [[/\+ coalesce\(sources\.score, 0\)/, ""]],
  },
  {
    without: "title and speakers of the source",
    in: "private.rank_chunks",
    replace: [[/when hits\.in_title then 1/, "when hits.in_title then 0"]],
  },
  {
    without: "making room beside a better piece",
    in: "private.rank_chunks",
    replace: [[/then 0\.8 else/, "then 1 else"]],
  },
  {
    without: "less weight for words of asking",
    in: "private.query_terms",
    replace: [[/&& v_asking then 0\.2/, "&& v_asking then 1"]],
  },
  {
    without: "words as they stand (stems alone)",
    in: "private.query_terms",
    replace: [[/judged\.weight \* 0\.7/, "judged.weight * 0.0"]],
  },
  {
    without: "stems (words as they stand alone)",
    in: "private.query_terms",
    replace: [
      [/max\(judged\.weight\) as weight/, "max(judged.weight) * 0.0 as weight"],
      [
        /where not exists \(select from judged as other where judged\.lexeme = any \(other\.made\)\)/,
        "",
      ],
    ],
  },
];

const { values: options } = parseArgs({
  options: { data: { type: "string" }, steps: { type: "boolean", default: false } },
});
if (options.data === undefined) {
  console.error(
    "Say where the meetings are: npm run eval:search -- --data <a .jsonl file of QMSum>",
  );
  process.exit(1);
}
const meetings = readFileSync(options.data, "utf8")
  .split("\n")
  .filter((line) => line.trim() !== "")
  .map((line) => JSON.parse(line) as Meeting);

const server = await startScratchServer();
try {
  const { url } = await server.create("migrated");
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const corpus = await loadMeetings(sql, meetings);
  const { pieces, questions } = corpus;
  await prepareFullText(sql, corpus);
  console.log(
    `${meetings.length} meetings, ${pieces.length} pieces, ${questions.length} questions\n`,
  );
  console.log(`${"".padEnd(48)}over all meetings        within the meeting`);
  console.log(`${"".padEnd(48)}hit@5  hit@10    MRR     hit@5  hit@10    MRR`);
  await print(corpus, "full text: websearch_to_tsquery, ts_rank_cd", (within) =>
    byFullText(sql, corpus, within, "all"),
  );
  await print(corpus, "full text, any of the words", (within) =>
    byFullText(sql, corpus, within, "any"),
  );
  await print(corpus, "BM25", (within) => byBm25(corpus, within));
  await print(corpus, "search_chunks", (within) => bySearch(sql, corpus, within));
  if (options.steps) {
    for (const step of steps) {
      const [found] = await sql`select pg_get_functiondef(${step.in}::regproc) as text`;
      const text: string = found?.["text"];
      const changed = step.replace.reduce((before, [from, to]) => {
        if (!from.test(before)) throw new Error(`${step.in} no longer contains ${from}.`);
        return before.replace(from, to);
      }, text);
      await sql.unsafe(changed);
      await print(corpus, `  without ${step.without}`, (within) => bySearch(sql, corpus, within));
      await sql.unsafe(text);
    }
  }
  const topics = meetings.map(({ topic_list }) => topic_list.map(({ topic }) => topic).join(", "));
  await sql`
    update public.sources set keywords = concat_ws(', ', sources.keywords, given.topics)
    from unnest(${corpus.sourceIds}::uuid[], ${topics}::text[]) as given (id, topics)
    where sources.id = given.id`;
  await print(corpus, "search_chunks, given the annotators' topics", (within) =>
    bySearch(sql, corpus, within),
  );
  await sql.end();
} finally {
  await server.stop();
}

async function print(corpus: Corpus, name: string, ranking: (within: boolean) => Ranking) {
  const columns = ({ hit5, hit10, reciprocalRank }: Figures) =>
    `${hit5.toFixed(3)}   ${hit10.toFixed(3)}  ${reciprocalRank.toFixed(3)}`;
  const all = await figuresOf(corpus, ranking(false));
  const within = await figuresOf(corpus, ranking(true));
  console.log(`${name.padEnd(48)}${columns(all)}     ${columns(within)}`);
}
