/**
 * Figures of an answer that are in none of its sources: the model has calculated, rounded or invented them. Which
 * of these is unknown, but none of them was looked up.
 */
import { proseOf } from "./markers.ts";

/** Letters and digits with what may group them: a figure, a day, a name. */
const WORD = /[\p{L}\p{N}_]+(?:[.,'\u2019\u00a0\u202f-][\p{L}\p{N}_]+)*/gu;
const FIGURE = /\d+(?:[.,'\u2019\u00a0\u202f]\d+){0,6}/g;
/** Hours are often written together with their unit. Any other letter makes it a name, such as Q3 or v2.1. */
const IS_FIGURE = /^\d[\d.,'\u2019\u00a0\u202f-]*h?$/i;
const MAX_REPORTED = 20;

/** The figures of the answer, each once, in order. `inputs` are the texts that the model received. */
export function unfoundFigures(answer: string, inputs: readonly string[]): string[] {
  const figures = new Set<string>();
  for (const [word] of proseOf(answer).matchAll(WORD)) {
    if (IS_FIGURE.test(word)) for (const [figure] of word.matchAll(FIGURE)) figures.add(figure);
  }
  if (figures.size === 0) return [];
  const known = new Set<string>();
  for (const text of inputs) {
    // Here all digits count, those of names too.
    for (const [digits] of text.matchAll(FIGURE)) {
      for (const reading of readingsOf(digits)) known.add(reading);
    }
  }
  return [...figures]
    .filter((figure) => !readingsOf(figure).some((reading) => known.has(reading)))
    .slice(0, MAX_REPORTED);
}

/** Digits are ambiguous: their last mark may group thousands or begin the decimals, and a day has three numbers. */
function readingsOf(figure: string): string[] {
  const parts = figure.split(/\D/);
  const whole = withoutZeros(parts.join(""));
  if (parts.length === 1) return [whole];
  if (parts.slice(1).every(({ length }) => length === 3)) return [whole, decimalOf(parts)];
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
