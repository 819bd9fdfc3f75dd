/**
 * npm run eval:search -- --data <val.jsonl> [--steps]
 *
 * Indexes real meetings as transcripts and asks their questions through search_passages as an admin. Prints how often
 * it finds a passage of the span that answers the question, over all meetings and within the meeting, compared with
 * baselines over the same passages. Because the weights of the ranking were chosen on these questions, it then shows
 * whether the advantage also exists in each half of the meetings, and for the meetings' topics as keywords, on which
 * no weight was chosen. `--steps` leaves out each part of the ranking in turn to show its contribution. It also shows
 * the quality in one half of the meetings if the part to leave out is chosen on the other half.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import postgres from "postgres";
import { startScratchServer } from "../scripts/db/scratch.ts";
import { byBm25, byFullText, prepareFullText } from "./search-baselines.ts";
import {
  bySearch,
  figuresOf,
  halves,
  loadMeetings,
  type Meeting,
  type Question,
  type RankedQuestion,
  type Ranking,
  ranksOf,
} from "./search-corpus.ts";

/** Parts of the ranking, and the text of the function without each of them. */
const steps: { without: string; in: string; replace: [from: RegExp, to: string][] }[] = [
  {
    without: "the neighboring passages",
    in: "private.rank_passages",
    replace: [[/2 \* coalesce\(surroundings/, "0 * coalesce(surroundings"]],
  },
  {
    without: "the share of the source",
    in: "private.rank_passages",
    replace: [[/\+ coalesce\(sources\.score, 0\)/, ""]],
  },
  {
    without: "the title of the source",
    in: "private.rank_passages",
    replace: [[/when hits\.in_title then 1/, "when hits.in_title then 0"]],
  },
  {
    without: "the penalty beside a better passage",
    in: "private.rank_passages",
    replace: [[/then 0\.8 else/, "then 1 else"]],
  },
  {
    without: "less weight for question words",
    in: "private.query_terms",
    replace: [[/&& v_question_words then 0\.2/, "&& v_question_words then 1"]],
  },
  {
    without: "exact words (stems alone)",
    in: "private.query_terms",
    replace: [[/weighted_words\.weight \* 0\.7/, "weighted_words.weight * 0.0"]],
  },
  {
    without: "stems (exact words alone)",
    in: "private.query_terms",
    replace: [
      [/max\(weighted_words\.weight\) as weight/, "max(weighted_words.weight) * 0.0 as weight"],
      [
        /where not exists \(select from weighted_words as other where weighted_words\.lexeme = any \(other\.forms\)\)/,
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
    "Pass the file of meetings: npm run eval:search -- --data <a .jsonl file of QMSum>",
  );
  process.exit(1);
}
const WIDTH = 52;
const meetings = readFileSync(options.data, "utf8")
  .split("\n")
  .filter((line) => line.trim() !== "")
  .map((line) => JSON.parse(line) as Meeting);

const server = await startScratchServer();
try {
  const { url } = await server.create("migrated");
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const corpus = await loadMeetings(sql, meetings);
  const { passages, questions } = corpus;
  await prepareFullText(sql, corpus);
  console.log(
    `${meetings.length} meetings, ${passages.length} passages, ${questions.length} questions\n`,
  );
  const full = (match: "all" | "any") => (inMeeting: boolean) =>
    byFullText(sql, corpus, inMeeting, match);
  const bm25 = (inMeeting: boolean) => byBm25(corpus, inMeeting);
  const search = (inMeeting: boolean) => bySearch(sql, corpus, inMeeting);
  printHead();
  await ask("full text: websearch_to_tsquery, ts_rank_cd", questions, full("all"));
  await ask("full text, any of the words", questions, full("any"));
  const baseline = await ask("BM25", questions, bm25);
  const results = await ask("search_passages", questions, search);

  console.log("\nIs it better everywhere?");
  printHead();
  for (const { name, has } of halves) {
    print(`BM25, ${name}`, baseline.all.filter(has), baseline.inMeeting.filter(has));
    print("search_passages", results.all.filter(has), results.inMeeting.filter(has));
  }
  const topicBaseline = await ask("BM25, topics as keywords", corpus.topics, bm25);
  const topicResults = await ask("search_passages", corpus.topics, search);
  console.log(
    "\nQuestions for which the first relevant passage comes earlier than with BM25, and later:",
  );
  for (const [name, rankings, baselines] of [
    ["questions, over all meetings", results.all, baseline.all],
    ["questions, within the meeting", results.inMeeting, baseline.inMeeting],
    ["topics, over all meetings", topicResults.all, topicBaseline.all],
    ["topics, within the meeting", topicResults.inMeeting, topicBaseline.inMeeting],
  ] as const) {
    console.log(
      `${name.padEnd(WIDTH)}${countEarlier(rankings, baselines)}, ${countEarlier(baselines, rankings)}`,
    );
  }

  if (options.steps) {
    console.log("");
    printHead();
    const variants = [{ without: "nothing", ranked: results.all }];
    for (const step of steps) {
      const [row] = await sql`select pg_get_functiondef(${step.in}::regproc) as text`;
      const text: string = row?.["text"];
      const variant = step.replace.reduce((before, [from, to]) => {
        if (!from.test(before)) throw new Error(`${step.in} no longer contains ${from}.`);
        return before.replace(from, to);
      }, text);
      await sql.unsafe(variant);
      const { all } = await ask(`without ${step.without}`, questions, search);
      variants.push({ without: step.without, ranked: all });
      await ask("  topics as keywords", corpus.topics, search);
      await sql.unsafe(text);
    }
    for (const [index, { name, has }] of halves.entries()) {
      const isInOtherHalf = halves[1 - index]?.has ?? has;
      const rank = ({ ranked }: { ranked: RankedQuestion[] }) =>
        figuresOf(ranked.filter(isInOtherHalf)).reciprocalRank;
      const [best] = variants.toSorted((a, b) => rank(b) - rank(a));
      if (!best) continue;
      const figures = columns(figuresOf(best.ranked.filter(has)));
      console.log(
        `${name}, without ${best.without}, the best choice in the other half: ${figures}`,
      );
    }
  }
  const topics = meetings.map(({ topic_list }) => topic_list.map(({ topic }) => topic).join(", "));
  await sql`
    update public.sources set keywords = input.topics
    from unnest(${corpus.sourceIds}::uuid[], ${topics}::text[]) as input (id, topics)
    where sources.id = input.id`;
  console.log("");
  await ask("search_passages, given the annotators' topics", questions, search);
  await sql.end();
} finally {
  await server.stop();
}

async function ask(
  name: string,
  questions: Question[],
  ranking: (inMeeting: boolean) => Ranking,
): Promise<{ all: RankedQuestion[]; inMeeting: RankedQuestion[] }> {
  const all = await ranksOf(questions, ranking(false));
  const inMeeting = await ranksOf(questions, ranking(true));
  print(name, all, inMeeting);
  return { all, inMeeting };
}

function print(name: string, all: RankedQuestion[], inMeeting: RankedQuestion[]): void {
  console.log(
    `${name.padEnd(WIDTH)}${columns(figuresOf(all))}     ${columns(figuresOf(inMeeting))}`,
  );
}

function printHead(): void {
  console.log(`${"".padEnd(WIDTH)}over all meetings        within the meeting`);
  console.log(`${"".padEnd(WIDTH)}hit@5  hit@10    MRR     hit@5  hit@10    MRR`);
}

function columns({ hit5, hit10, reciprocalRank }: ReturnType<typeof figuresOf>): string {
  return `${hit5.toFixed(3)}   ${hit10.toFixed(3)}  ${reciprocalRank.toFixed(3)}`;
}

/** How many questions have their first relevant passage earlier in one ranking than in the other. */
function countEarlier(questions: RankedQuestion[], baselines: RankedQuestion[]): number {
  const rankAt = (list: RankedQuestion[], index: number) =>
    list[index]?.rank || Number.POSITIVE_INFINITY;
  return questions.filter((_, index) => rankAt(questions, index) < rankAt(baselines, index)).length;
}
