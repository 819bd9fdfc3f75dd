/**
 * An answer without a model: facts from tables, then the projects that the question names and the sentences that
 * search found, verbatim, each with its number.
 */
import type { Examination } from "./examine.ts";
import type { ClaimedCitation } from "./markers.ts";
import type { Reference, References } from "./references.ts";
import { clip, isNamedIn, sentencesIn, sharedWords, wordsOf } from "./sentences.ts";
import type { TableAnswer } from "./table-answer.ts";

const MAX_PROJECTS = 3;
const MAX_PASSAGES = 5;
/** Maximum number of sentences of one passage. */
export const EVIDENCE_CHARS = 420;

export const NOTHING_FOUND = "I can't find that in anything you have access to.";

export function extractiveAnswer(
  question: string,
  references: References,
  tables: TableAnswer[] = [],
): { answer: string } & Examination {
  const evidence = [
    ...references.all
      .filter((reference) => isNamedProject(reference, question))
      .slice(0, MAX_PROJECTS),
    // In the order of the search, which ranks better than the words of one sentence.
    ...references.all.filter(({ kind }) => kind === "chunk").slice(0, MAX_PASSAGES),
  ];
  if (evidence.length === 0 && tables.length === 0)
    return { answer: NOTHING_FOUND, ...withoutExamination([]) };
  const citations: ClaimedCitation[] = [];
  const tableAnswers = tables.flatMap((table) => tableLines(table, references, citations));
  const lines: string[] = [];
  for (const reference of evidence) {
    const { n, id, text, title } = reference;
    if (reference.kind === "row") {
      lines.push(`* ${plain(clip(text, EVIDENCE_CHARS))} [${n}]`);
      citations.push({ n, kind: "row", table: reference.table, id, quote: clip(text, 4_000) });
    } else {
      const words = bestWords(text, question);
      lines.push(`* “${plain(words)}” — ${plain(title)} [${n}]`);
      citations.push({ n, kind: "chunk", id, quote: words });
    }
  }
  return {
    answer: [
      ["No AI model is configured.", ...(tableAnswers.length > 0 ? [] : ["Evidence found:"])].join(
        " ",
      ),
      ...tableAnswers,
      ...(tableAnswers.length > 0 && lines.length > 0
        ? ["From documents, messages and projects:"]
        : []),
      ...(lines.length > 0 ? [lines.join("\n")] : []),
    ].join("\n\n"),
    ...withoutExamination(citations),
  };
}

/** The answer from tables: the sentence with the figure, then the rows behind it, each with its number. */
function tableLines(
  { summary, rows, leftOut }: TableAnswer,
  references: References,
  citations: ClaimedCitation[],
): string[] {
  const lines = rows.map(({ table, id, title, text }) => {
    const n = references.add({ kind: "row", table, id, title, text });
    citations.push({ n, kind: "row", table, id, quote: clip(text, 4_000) });
    return `* ${plain(clip(text, EVIDENCE_CHARS))} [${n}]`;
  });
  if (leftOut > 0) lines.push(`* and ${leftOut} more`);
  return [plain(summary), ...(lines.length > 0 ? [lines.join("\n")] : [])];
}

/** Verbatim evidence has nothing to examine. */
function withoutExamination(citations: ClaimedCitation[]): Examination {
  return { citations, dropped: 0, sentences: [], unfoundFigures: [] };
}

function isNamedProject(reference: Reference, question: string): boolean {
  return (
    reference.kind === "row" &&
    reference.table === "projects" &&
    isNamedIn(question, reference.title)
  );
}

/**
 * The sentence that best matches the question, with the sentences after it, then those before, while there is
 * room.
 */
function bestWords(text: string, question: string): string {
  const sentences = sentencesIn(text);
  const questionWords = wordsOf(question);
  const matches = sentences.map((sentence) => sharedWords(wordsOf(sentence.text), questionWords));
  let first = matches.indexOf(Math.max(...matches));
  let last = first;
  const fits = (from: number, to: number) =>
    (sentences[to]?.to ?? Number.POSITIVE_INFINITY) - (sentences[from]?.from ?? 0) <=
    EVIDENCE_CHARS;
  while (fits(first, last + 1)) last += 1;
  while (first > 0 && fits(first - 1, last)) first -= 1;
  return clip(text.slice(sentences[first]?.from, sentences[last]?.to), EVIDENCE_CHARS).trim();
}

/** As plain text: it contains no markup, no citation number and no link behind other words. */
function plain(words: string): string {
  return words
    .replace(/\[\s*(\d[\d\s,]*)\]/g, "($1)")
    .replace(/[\\`*_{}[\]<>()#+!|~&]/g, "\\$&")
    .replace(/\s+/g, " ");
}
