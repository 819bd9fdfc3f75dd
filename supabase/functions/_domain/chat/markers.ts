/**
 * The numbers in an answer, and what each would have to stand for. The database has the last word: it drops what
 * the caller may not see, and quotes that are not there.
 */
import type { Reference, References } from "./references.ts";
import { sentencesOf, sharedWords } from "./sentences.ts";

/** What the database is asked to settle. */
export type ClaimedCitation = { n: number; id: string; quote: string } & (
  | { kind: "chunk" }
  | { kind: "row"; table: string }
);

export interface Claims {
  citations: ClaimedCitation[];
  /** Numbers that were never given out, and quotations that stand nowhere in what they cite. */
  dropped: number;
}

const MARKER = /\[(\d{1,4}(?:\s*,\s*\d{1,4})*)\]/g;
/** Words that the answer gives as somebody's own: three or more, between quotation marks. */
const QUOTATION = /["“„«]([^"“”„«»\n]{3,400})["”“»]/g;

export function claimsOf(answer: string, references: References): Claims {
  const found = new Map<number, Claim[]>();
  for (const sentence of sentencesOf(answer)) {
    const numbers = numbersIn(sentence);
    const claim = { words: sentence.replace(MARKER, " "), isAlone: numbers.length === 1 };
    for (const n of numbers) found.set(n, [...(found.get(n) ?? []), claim]);
  }
  const citations: ClaimedCitation[] = [];
  let dropped = 0;
  for (const [n, claims] of found) {
    const reference = references.get(n);
    const quote = reference ? quoteFor(reference, claims) : null;
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

/** A sentence that cites something; alone, when it cites nothing else. */
interface Claim {
  words: string;
  isAlone: boolean;
}

/** An answer without the numbers that do not hold. */
export function withoutMarkers(answer: string, held: ReadonlySet<number>): string {
  return answer.replace(MARKER, (_, list: string) => {
    const kept = list.split(",").map(Number).filter((n) => held.has(n));
    return kept.length > 0 ? `[${kept.join(", ")}]` : "";
  });
}

function numbersIn(sentence: string): number[] {
  const lists = [...sentence.matchAll(MARKER)].map(([, list = ""]) => list.split(",").map(Number));
  return [...new Set(lists.flat())];
}

/** The words of a piece that the claims rest on, verbatim; null when they quote what does not stand there. */
function quoteFor(reference: Reference, claims: Claim[]): string | null {
  if (reference.kind === "row") return reference.text.slice(0, 4_000);
  let quotesAnother = false;
  for (const { words, isAlone } of claims) {
    for (const [, quoted = ""] of words.matchAll(QUOTATION)) {
      if (quoted.trim().split(/\s+/).length < 3) continue;
      const standing = asItStands(quoted.trim(), reference.text);
      if (standing !== null) return standing;
      // Of two that are cited together, the other one may be quoted.
      quotesAnother ||= isAlone;
    }
  }
  if (quotesAnother) return null;
  const claim = claims.map(({ words }) => words).join(" ");
  const best = sentencesOf(reference.text)
    .map((sentence, place) => ({ sentence, place, shared: sharedWords(sentence, claim) }))
    .sort((a, b) => b.shared - a.shared || a.place - b.place)[0];
  return best ? best.sentence.slice(0, 600).trim() : null;
}

/** Quoted words as the text has them, whatever the case, the white space and the forms of marks; null where it has not. */
function asItStands(quoted: string, text: string): string | null {
  const pattern = quoted
    .replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")
    .replace(/['\u2018\u2019\u201a\u201b\u2032]/g, "['\\u2018\\u2019\\u201a\\u201b\\u2032]")
    .replace(/[-\u2010-\u2015\u2212]/g, "[-\\u2010-\\u2015\\u2212]")
    .replace(/\s+/g, "\\s+")
    .replace(/[.,;:!]$/, "");
  return new RegExp(pattern, "iu").exec(text)?.[0] ?? null;
}
