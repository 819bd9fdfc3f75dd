/**
 * The citation numbers in an answer, and the claims that each supports. The database has the last word: it drops
 * sources that the caller may not see, and quotes that are not in their source.
 */
import type { Reference, References } from "./references.ts";
import { clip, sentencesIn, sharedWords, wordsOf } from "./sentences.ts";

/** The citations that the database verifies. */
export type ClaimedCitation = { n: number; id: string; quote: string } & (
  | { kind: "chunk" }
  | { kind: "row"; table: string }
);

export interface Claims {
  citations: ClaimedCitation[];
  /** Numbers that were never issued, and quotations that are not in the source they cite. */
  dropped: number;
}

/** The maximum that the database verifies in one call; more would be useless to a reader. */
const MAX_CITATIONS = 500;
const MARKER = /\[(\d{1,4}(?:\s*,\s*\d{1,4})*)\]/g;
/** A number in code is not a citation. */
const CODE =
  /^ {0,3}(```|~~~)[^\n]*\n[\s\S]*?(?:^ {0,3}\1[^\n]*$|(?![\s\S]))|(?<!`)(`+)(?!`)[^\n]*?(?<!`)\2(?!`)/gm;
/** The header of a table, which a line of dashes follows, and the numbers of a list. */
const LAYOUT =
  /^[^\n]*\|[^\n]*\n(?=[ \t]*\|?[ \t]*:?-+:?[ \t]*\|[ \t:|-]*$)|^[ \t]*\d{1,3}[.)][ \t]+/gm;
/** Words that the answer presents as a quote: three or more, between quotation marks. */
const QUOTATION = /["“„«»]([^"“”„«»\n]{3,400})["“”»«]/g;

/** `questions`: the person's questions, whose words an answer may quote without a source. */
export function claimsOf(answer: string, references: References, questions: string[] = []): Claims {
  const claimsByNumber = new Map<number, Claim[]>();
  for (const { words, numbers } of claimsIn(answer)) {
    // Numbers that name no source are ignored: there is no text to compare the words with.
    const claim = { words, numbers: numbers.filter((n) => references.get(n)) };
    for (const n of numbers) {
      const claims = claimsByNumber.get(n);
      if (claims) claims.push(claim);
      else claimsByNumber.set(n, [claim]);
    }
  }
  const citations: ClaimedCitation[] = [];
  let dropped = 0;
  for (const [n, claims] of claimsByNumber) {
    const reference = citations.length < MAX_CITATIONS ? references.get(n) : undefined;
    const quote = reference ? quoteFor(reference, claims, questions) : null;
    if (!reference || quote === null) {
      dropped += 1;
    } else if (reference.kind === "chunk") {
      citations.push({ n, kind: "chunk", id: reference.id, quote });
    } else {
      citations.push({ n, kind: "row", table: reference.table, id: reference.id, quote });
    }
  }
  return { citations: citations.sort((a, b) => a.n - b.n), dropped };
}

/** An answer without its invalid numbers, and the valid ones as they should be written. */
export function withoutMarkers(
  answer: string,
  validNumbers: ReadonlySet<number>,
  renumber = (n: number) => n,
): string {
  return outsideCode(answer, (text) =>
    text.replace(MARKER, (_, list: string) => {
      const valid = [...new Set(list.split(",").map(Number))].filter((n) => validNumbers.has(n));
      return valid.length > 0 ? `[${valid.map(renumber).join(", ")}]` : "";
    }),
  );
}

/**
 * The citations of each sentence with a fact. Headings, table headers, questions, introductions to a list,
 * greetings of one or two words, and reports that nothing was found are not facts.
 */
export function factsIn(answer: string): number[][] {
  return claimsIn(answer.replace(LAYOUT, ""))
    .filter(({ words }) => isFact(words))
    .map(({ numbers }) => numbers);
}

/** The words of an answer: without its numbers, code, table headers and list numbers. */
export function proseOf(answer: string): string {
  return outsideCode(answer, (text) => text.replace(MARKER, " ").replace(LAYOUT, ""), " ");
}

/** How many of these sentences have no valid citation. */
export function countUncited(facts: number[][], validNumbers: ReadonlySet<number>): number {
  return facts.filter((numbers) => !numbers.some((n) => validNumbers.has(n))).length;
}

/** A figure is a fact, however short the sentence. */
function isFact(words: string): boolean {
  const plain = words.replace(/^[\s>*+-]+|[*_`]/g, "").trim();
  if (/^#{1,6}\s/.test(plain) || /[?？:：]$/.test(plain)) return false;
  if (/^(?:\*\*|__)[^*_]+(?:\*\*|__)$/.test(words) && !/[.!…。！]\W*$/.test(words)) return false;
  if (/\bI can['’]t find that in anything you have access to\b/i.test(plain)) return false;
  return /\p{N}/u.test(plain) || wordCount(plain) > 2;
}

/** A sentence and what it cites. */
interface Claim {
  words: string;
  numbers: number[];
}

function claimsIn(answer: string): Claim[] {
  const text = outsideCode(answer, (part) => part, "");
  const claims: Claim[] = [];
  for (const sentence of wholeQuotations(text)) {
    const numbers = [...sentence.matchAll(MARKER)].flatMap(([, list = ""]) =>
      list.split(",").map(Number),
    );
    const words = sentence.replace(MARKER, " ").trim();
    const before = claims.at(-1);
    if (/[\p{L}\p{N}]/u.test(words)) claims.push({ words, numbers });
    // In "It is agreed. [3]", the number belongs to the sentence before it.
    else if (before) before.numbers.push(...numbers);
    else if (numbers.length > 0) claims.push({ words, numbers });
  }
  return claims.map(({ words, numbers }) => ({ words, numbers: [...new Set(numbers)] }));
}

/** The sentences of a text; one that ends within a quotation continues to the end of the quotation. */
function wholeQuotations(text: string): string[] {
  const quotations = [...text.matchAll(QUOTATION)].map(({ 0: { length }, index }) => ({
    from: index,
    to: index + length,
  }));
  const sentences: { from: number; to: number }[] = [];
  let next = 0;
  for (const { from, to } of sentencesIn(text)) {
    while ((quotations[next]?.to ?? Number.POSITIVE_INFINITY) <= from) next += 1;
    const before = sentences.at(-1);
    if (before && (quotations[next]?.from ?? Number.POSITIVE_INFINITY) < from) before.to = to;
    else sentences.push({ from, to });
  }
  return sentences.map(({ from, to }) => text.slice(from, to));
}

export function outsideCode(text: string, change: (text: string) => string, code?: string): string {
  const parts: string[] = [];
  let end = 0;
  for (const { 0: match, index } of text.matchAll(CODE)) {
    parts.push(change(text.slice(end, index)), code ?? match);
    end = index + match.length;
  }
  parts.push(change(text.slice(end)));
  return parts.join("");
}

/** The words of a passage that support the claims, verbatim; null if a claim quotes words that the passage lacks. */
function quoteFor(reference: Reference, claims: Claim[], questions: string[]): string | null {
  if (reference.kind === "row") return clip(reference.text, 4_000);
  let verbatim: string | null = null;
  for (const { words, numbers } of claims) {
    const quotations = [...words.matchAll(QUOTATION)]
      .map(([, words = ""]) => words)
      .filter((words) => wordCount(words) > 2);
    const excerpts = quotations.map((words) => verbatimIn(words, reference.text));
    verbatim ??= excerpts.find((words) => words !== null) ?? null;
    const quotesASource = quotations.some(
      (words) => !questions.some((question) => verbatimIn(words, question) !== null),
    );
    // If several sources are cited together, the quotation may come from another one of them.
    if (quotesASource && excerpts.every((words) => words === null) && numbers.length === 1)
      return null;
  }
  if (verbatim !== null) return verbatim;
  const claimWords = wordsOf(claims.map(({ words }) => words).join(" "));
  let best: { text: string; score: number } | null = null;
  for (const { text } of sentencesIn(reference.text)) {
    const score = sharedWords(wordsOf(text), claimWords);
    if (best === null || score > best.score) best = { text, score };
  }
  return best && clip(best.text, 600).trim();
}

function wordCount(text: string): number {
  return text.trim().split(/\s+/).length;
}

/**
 * The quoted words as the text spells them, compared without case, white space and forms of punctuation; null if the
 * text lacks them.
 */
function verbatimIn(quotation: string, text: string): string | null {
  const pattern = quotation
    .normalize("NFC")
    // The punctuation at the end of a quoted sentence may differ from its source.
    .replace(/^[\s,;]+|[\s.,;:!?…]+$/g, "")
    .replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")
    .replace(/['\u2018\u2019\u201a\u201b\u2032]/g, "['\\u2018\\u2019\\u201a\\u201b\\u2032]")
    .replace(/[-\u2010-\u2015\u2212]/g, "[-\\u2010-\\u2015\\u2212]")
    .replace(/\s+/g, "\\s+");
  return pattern === "" ? null : (new RegExp(pattern, "iu").exec(text)?.[0] ?? null);
}
