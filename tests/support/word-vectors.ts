/**
 * Meaningful vectors without a model: each word has a separate direction, and a text is the sum of its words. Texts
 * that share words are near, others are not.
 */
import { createHash } from "node:crypto";

const DIMENSIONS = 384;
const cache = new Map<string, Float64Array>();

/** A vector of length one. A text without words has the direction of the empty word. */
export function wordVector(text: string): number[] {
  const sum = new Float64Array(DIMENSIONS);
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [""];
  for (const word of words) {
    const direction = directionOf(word);
    for (let index = 0; index < DIMENSIONS; index++)
      sum[index] = (sum[index] as number) + (direction[index] as number);
  }
  const length = Math.hypot(...sum);
  return Array.from(sum, (part) => Number((part / length).toFixed(7)));
}

function directionOf(word: string): Float64Array {
  const vector = cache.get(word);
  if (vector) return vector;
  const direction = new Float64Array(DIMENSIONS);
  for (let index = 0; index < DIMENSIONS; index += 64) {
    const bytes = createHash("sha512").update(`${index} ${word}`).digest();
    for (let offset = 0; offset < 64; offset++) {
      direction[index + offset] = (bytes[offset] as number) - 127.5;
    }
  }
  cache.set(word, direction);
  return direction;
}
