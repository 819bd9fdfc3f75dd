const segmenter = new Intl.Segmenter(undefined, { granularity: "sentence" });
const words = new Intl.Segmenter(undefined, { granularity: "word" });

/** The sentences of a text in order, as they stand in it; lines end sentences too. */
export function sentencesOf(text: string): string[] {
  return text
    .split("\n")
    .flatMap((line) => [...segmenter.segment(line)].map(({ segment }) => segment.trim()))
    .filter((sentence) => sentence !== "");
}

/** How many different words two texts share, longer ones counting for more. */
export function sharedWords(one: string, other: string): number {
  const theirs = wordsOf(other);
  let shared = 0;
  for (const word of wordsOf(one)) if (theirs.has(word)) shared += Math.min(word.length, 10);
  return shared;
}

/** Words in small letters; those of one or two letters say little. */
export function wordsOf(text: string): Set<string> {
  const found = new Set<string>();
  for (const { segment, isWordLike } of words.segment(text.toLowerCase().normalize("NFC"))) {
    if (isWordLike && (segment.length > 2 || /\d/.test(segment))) found.add(segment);
  }
  return found;
}
