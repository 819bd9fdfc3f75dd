/**
 * An answer without a model: the sentences that were found, in their own words, each with its number. It says
 * what it is, and never more than what stands there.
 */
import type { ClaimedCitation } from "./markers.ts";
import type { References } from "./references.ts";
import { sentencesOf, sharedWords } from "./sentences.ts";

const MAX_PASSAGES = 5;
const MAX_CHARS = 420;

export const NOTHING_FOUND = "I don't see that in what you can access.";

export function extractiveAnswer(
  question: string,
  references: References,
): { answer: string; citations: ClaimedCitation[] } {
  const found = references.all
    .filter((reference) => reference.kind === "chunk")
    .slice(0, MAX_PASSAGES)
    .map(({ n, id, text, title }) => ({ n, id, title, words: bestWords(text, question) }));
  if (found.length === 0) return { answer: NOTHING_FOUND, citations: [] };
  const lines = found.map(({ n, title, words }) => `* ${quoted(words)} — ${plain(title)} [${n}]`);
  return {
    answer: `No model is configured. This is the evidence that was found:\n\n${lines.join("\n")}`,
    citations: found.map(({ n, id, words }) => ({ n, kind: "chunk", id, quote: words })),
  };
}

/** The sentence that has most of the question, with what follows it as far as there is room. */
function bestWords(text: string, question: string): string {
  const sentences = sentencesOf(text);
  const worth = sentences.map((sentence) => sharedWords(sentence, question));
  const best = worth.indexOf(Math.max(...worth));
  let end = best + 1;
  while (end < sentences.length && textOf(best, end + 1).length <= MAX_CHARS) end += 1;
  return textOf(best, end).slice(0, MAX_CHARS).trimEnd();

  function textOf(from: number, to: number): string {
    return sentences.slice(from, to).join(" ");
  }
}

/** As text of its own: nothing in it is markup, a number or a link. */
function quoted(words: string): string {
  return `“${plain(words)}”`;
}

function plain(words: string): string {
  return words.replace(/[\\`*_{}[\]<>()#+!|~]/g, "\\$&").replace(/\s+/g, " ");
}
