/**
 * Finds the figures of an answer that are in none of its sources, because the model calculated, rounded or invented
 * them.
 */
import { proseOf } from "./markers.ts";

/** A run of letters and digits with the marks that may group them: a figure, a day or a name. */
const WORD = /[\p{L}\p{N}_]+(?:[.,'\u2019\u00a0\u202f-][\p{L}\p{N}_]+)*/gu;
const FIGURE = /\d+(?:[.,'\u2019\u00a0\u202f]\d+){0,6}/g;
/**
 * Hours are often written without a space before their unit. Any other letter makes the run a name, such as Q3 or
 * v2.1.
 */
const IS_FIGURE = /^\d[\d.,'\u2019\u00a0\u202f-]*h?$/i;
const MAX_REPORTED = 20;

/** The figures of the answer, each once, in order. `inputs` are the texts that the model received. */
export function unfoundFigures(answer: string, inputs: readonly string[]): string[] {
  const figures = new Set<string>();
  for (const [word] of proseOf(answer).matchAll(WORD)) {
    if (IS_FIGURE.test(word)) for (const [figure] of word.matchAll(FIGURE)) figures.add(figure);
  }
  if (figures.size === 0) return [];
  const inputFigures = new Set<string>();
  for (const text of inputs) {
    // Digits of names count here too.
    for (const [digits] of text.matchAll(FIGURE)) {
      for (const reading of readingsOf(digits)) inputFigures.add(reading);
    }
  }
  return [...figures]
    .filter((figure) => !readingsOf(figure).some((reading) => inputFigures.has(reading)))
    .slice(0, MAX_REPORTED);
}

/**
 * The possible meanings of a figure: its last mark may group thousands or begin the decimals, and a day consists of
 * three numbers.
 */
function readingsOf(figure: string): string[] {
  const parts = figure.split(/\D/);
  const asInteger = withoutZeros(parts.join(""));
  if (parts.length === 1) return [asInteger];
  if (parts.slice(1).every(({ length }) => length === 3)) return [asInteger, decimalOf(parts)];
  return parts.slice(1, -1).some(({ length }) => length !== 3)
    ? parts.map(withoutZeros)
    : [decimalOf(parts)];
}

function decimalOf(parts: string[]): string {
  const before = withoutZeros(parts.slice(0, -1).join(""));
  const decimals = (parts.at(-1) ?? "").replace(/0+$/, "");
  return decimals === "" ? before : `${before}.${decimals}`;
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+(?=.)/, "");
}
