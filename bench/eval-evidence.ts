/** Measures which share of the cited words is in the turns that answer the question. */
import type { Corpus, Meeting, Question } from "./search-corpus.ts";

export interface Evidence {
  words: number;
  /** The number of cited words that are in these turns. */
  wordsInSpan: number;
}

/** For one question: the citations, best first. */
export interface QuestionEvidence {
  meeting: number;
  evidence: Evidence[];
}

type Passage = Pick<Corpus["passages"][number], "meeting" | "blocks">;

/** Finds the turns of the quoted words in a passage; throws when the passage lacks the words. */
export function evidenceOf(
  quote: string,
  passage: Passage,
  meetings: Meeting[],
  { meeting, spans }: Pick<Question, "meeting" | "spans">,
): Evidence {
  const quoteWords = wordsOf(quote);
  if (passage.meeting !== meeting) return { words: quoteWords.length, wordsInSpan: 0 };
  const wordsOfTurns: { word: string; turn: number }[] = [];
  const [first, last] = passage.blocks;
  for (let turn = first; turn <= last; turn += 1) {
    const spokenTurn = meetings[meeting]?.meeting_transcripts[turn];
    for (const word of wordsOf(`${spokenTurn?.speaker}: ${spokenTurn?.content}`))
      wordsOfTurns.push({ word, turn });
  }
  const start = wordsOfTurns.findIndex((_, index) =>
    quoteWords.every((word, offset) => {
      const turnWord = wordsOfTurns[index + offset]?.word ?? "";
      // The first and the last may be a part of a word.
      if (offset === quoteWords.length - 1)
        return turnWord.startsWith(word) || turnWord.endsWith(word);
      return offset === 0 ? turnWord.endsWith(word) : turnWord === word;
    }),
  );
  if (start < 0) throw new Error(`Cited, but not in the passage: ${quote}`);
  const wordsInSpan = wordsOfTurns
    .slice(start, start + quoteWords.length)
    .filter(({ turn }) => spans.some(([from, to]) => turn >= from && turn <= to)).length;
  return { words: quoteWords.length, wordsInSpan };
}

export interface EvidenceFigures {
  /** Share of questions with at least one of the first 1, 3 or 5 citations in the span. */
  hit1: number;
  hit3: number;
  hit5: number;
  /** Share of all cited words in the span. */
  wordShareInSpan: number;
  /** Words cited for a question, on average. */
  words: number;
}

export function figuresOf(questions: QuestionEvidence[]): EvidenceFigures {
  const hit = (first: number) =>
    questions.filter(({ evidence }) =>
      evidence.slice(0, first).some(({ wordsInSpan }) => wordsInSpan > 0),
    ).length / questions.length;
  const sum = (field: keyof Evidence) =>
    questions.reduce(
      (total, { evidence }) => evidence.reduce((sum, evidence) => sum + evidence[field], total),
      0,
    );
  return {
    hit1: hit(1),
    hit3: hit(3),
    hit5: hit(5),
    wordShareInSpan: sum("wordsInSpan") / Math.max(sum("words"), 1),
    words: sum("words") / questions.length,
  };
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}
