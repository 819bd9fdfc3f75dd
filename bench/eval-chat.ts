/**
 * npm run eval:chat -- --data <val.jsonl> [--answers 20]
 *
 * Indexes real meetings as transcripts and asks their questions as an admin. Prints how often the citations of an
 * answer without a model are in the span that answers the question, over all meetings and within the meeting. For
 * comparison, it also cites the beginning of the same passages, and the whole passages, which is the best possible
 * result. With a configured model (OPENAI_API_KEY), it also answers the first questions, 20 unless `--answers` differs,
 * and prints how many sentences have a citation and how many citations are rejected.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import postgres from "postgres";
import { startScratchServer } from "../scripts/db/scratch.ts";
import {
  buildContext,
  type Passage,
  type Spine,
} from "../supabase/functions/_domain/chat/context.ts";
import { EVIDENCE_CHARS, extractiveAnswer } from "../supabase/functions/_domain/chat/extractive.ts";
import { Fence } from "../supabase/functions/_domain/chat/fence.ts";
import { instructionsOf } from "../supabase/functions/_domain/chat/instructions.ts";
import { claimsOf, countUncited, factsIn } from "../supabase/functions/_domain/chat/markers.ts";
import { References } from "../supabase/functions/_domain/chat/references.ts";
import { clip } from "../supabase/functions/_domain/chat/sentences.ts";
import { readEnv } from "../supabase/functions/_env.ts";
import { openAiChat } from "../supabase/functions/_integrations/models/openai-chat.ts";
import type { ChatModel } from "../supabase/functions/_integrations/models/port.ts";
import { evidenceOf, figuresOf, type QuestionEvidence } from "./eval-evidence.ts";
import { bySearch, loadMeetings, type Meeting, type Question } from "./search-corpus.ts";

const PASSAGES = 16;
const CITED = 5;
const WIDTH = 36;

/** An empty portfolio: only the meetings are judged. */
const emptyPortfolio: Spine = {
  viewer: { id: "", name: "Admin", role: "admin" },
  as: null,
  organization: { id: "", name: "Organization 1", currency: "EUR", time_zone: "UTC" },
  today: "2026-01-01",
  accounts: [],
  projects: [],
  left_out: { projects: 0, open_tasks: 0, people: 0, status_updates: 0, activity: 0 },
};

const { values: options } = parseArgs({
  options: { data: { type: "string" }, answers: { type: "string", default: "20" } },
});
if (options.data === undefined) {
  console.error("Pass the file of meetings: npm run eval:chat -- --data <a .jsonl file of QMSum>");
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
  const passagesById = new Map(corpus.passages.map((passage) => [passage.id, passage]));
  type RankedPassages = { question: Question; passages: Passage[] };
  const rankedPassages = async (inMeeting: boolean): Promise<RankedPassages[]> => {
    const ranking = bySearch(sql, corpus, inMeeting, PASSAGES);
    const rankings: RankedPassages[] = [];
    for (const question of corpus.questions) {
      const ids = await ranking(question);
      rankings.push({
        question,
        passages: ids.map((id) => passageOf(id, passagesById.get(id)?.content ?? "")),
      });
    }
    return rankings;
  };
  const results = { all: await rankedPassages(false), inMeeting: await rankedPassages(true) };
  await sql.end();
  console.log(
    `${meetings.length} meetings, ${corpus.passages.length} passages, ${corpus.questions.length} questions; the first ${CITED} citations\n`,
  );
  console.log(`${"".padEnd(WIDTH)}over all meetings                    within the meeting`);
  const head = "hit@1  hit@3  hit@5  inside  words";
  console.log(`${"".padEnd(WIDTH)}${head}   ${head}`);

  type Cite = (item: RankedPassages) => { id: string; quote: string }[];
  const cite = (name: string, citationsOf: Cite) => {
    const figures = [results.all, results.inMeeting].map((list) => {
      const questions = list.map(
        (item): QuestionEvidence => ({
          meeting: item.question.meeting,
          evidence: citationsOf(item).map(({ id, quote }) => {
            const passage = passagesById.get(id);
            if (!passage) throw new Error("The cited passage does not exist.");
            return evidenceOf(quote, passage, meetings, item.question);
          }),
        }),
      );
      const { hit1, hit3, hit5, wordShareInSpan, words } = figuresOf(questions);
      const shares = [hit1, hit3, hit5].map((share) => share.toFixed(3)).join("  ");
      return `${shares}   ${wordShareInSpan.toFixed(3)}  ${words.toFixed(0).padStart(5)}`;
    });
    console.log(`${name.padEnd(WIDTH)}${figures.join("   ")}`);
  };
  const firstPassages = ({ passages }: RankedPassages) => passages.slice(0, CITED);
  cite("the beginning of each passage", (question) =>
    firstPassages(question).map(({ passageId, content }) => ({
      id: passageId,
      quote: clip(content, EVIDENCE_CHARS).trim(),
    })),
  );
  cite("answer without a model", ({ question, passages }) => {
    const references = new References();
    buildContext(
      { spine: emptyPortfolio, passages, question: question.text },
      readEnv().contextChars,
      new Fence(),
      references,
    );
    return extractiveAnswer(question.text, references).citations;
  });
  cite("whole passages: the upper bound", (question) =>
    firstPassages(question).map(({ passageId, content }) => ({ id: passageId, quote: content })),
  );

  const env = readEnv().models.chat;
  if (env) await printAnswers(openAiChat(env), results.inMeeting.slice(0, Number(options.answers)));
  else console.log("\nNo model is configured, so no answers are requested.");

  async function printAnswers(model: ChatModel, list: RankedPassages[]): Promise<void> {
    let [sentences, sentencesWithCitation, citations, rejections, hits, failures] = [
      0, 0, 0, 0, 0, 0,
    ];
    for (const { question, passages } of list) {
      const fence = new Fence();
      const references = new References();
      const instructions = instructionsOf(fence, null, {
        hasTools: false,
        maxChars: readEnv().contextChars,
      });
      const context = buildContext(
        { spine: emptyPortfolio, passages, question: question.text },
        readEnv().contextChars - instructions.length,
        fence,
        references,
      );
      let answer = "";
      try {
        const messages = [
          { role: "system" as const, content: instructions },
          { role: "user" as const, content: context.text },
          { role: "user" as const, content: question.text },
        ];
        for await (const event of model.stream({ messages }, AbortSignal.timeout(120_000))) {
          if (event.type === "delta") answer += event.text;
        }
      } catch (error) {
        failures += 1;
        console.error((error as Error).message);
        continue;
      }
      const claims = claimsOf(answer, references, [question.text]);
      const facts = factsIn(answer);
      const validNumbers = new Set(claims.citations.map(({ n }) => n));
      sentences += facts.length;
      sentencesWithCitation += facts.length - countUncited(facts, validNumbers);
      citations += claims.citations.length;
      rejections += claims.dropped;
      const evidence = claims.citations.flatMap(({ id, quote }) => {
        const passage = passagesById.get(id);
        return passage ? [evidenceOf(quote, passage, meetings, question)] : [];
      });
      if (evidence.some(({ wordsInSpan }) => wordsInSpan > 0)) hits += 1;
    }
    const answerCount = list.length - failures;
    const share = (part: number, total: number) =>
      `${part} of ${total} (${((100 * part) / Math.max(total, 1)).toFixed(1)}%)`;
    console.log(`\n${model.name}, within the meeting: ${answerCount} answers, ${failures} failed`);
    console.log(`sentences that cite          ${share(sentencesWithCitation, sentences)}`);
    console.log(`rejected citations           ${share(rejections, citations + rejections)}`);
    console.log(`answers that cite the span   ${share(hits, answerCount)}`);
  }
} finally {
  await server.stop();
}

function passageOf(passageId: string, content: string): Passage {
  return {
    passageId,
    sourceId: passageId,
    projectId: passageId,
    kind: "meeting",
    title: "Meeting",
    content,
    location: {},
    occurredAt: null,
  };
}
