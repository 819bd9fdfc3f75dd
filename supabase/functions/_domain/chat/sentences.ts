const sentenceSegmenter = new Intl.Segmenter(undefined, { granularity: "sentence" });
const wordSegmenter = new Intl.Segmenter(undefined, { granularity: "word" });

/** A sentence within a text, from `from` to before `to`. */
export interface Sentence {
  text: string;
  from: number;
  to: number;
}

/** The sentences of a text in order; a line break also ends a sentence. */
export function sentencesIn(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let start = 0;
  for (const line of text.split("\n")) {
    for (const { segment, index } of sentenceSegmenter.segment(line)) {
      const sentence = segment.trim();
      if (sentence === "") continue;
      const from = start + index + segment.indexOf(sentence);
      sentences.push({ text: sentence, from, to: from + sentence.length });
    }
    start += line.length + 1;
  }
  return sentences;
}

/** The distinct words in lower case, without words of one or two Latin letters, which mean little. */
export function wordsOf(text: string): Set<string> {
  const distinct = new Set<string>();
  for (const { segment, isWordLike } of wordSegmenter.segment(
    text.toLowerCase().normalize("NFC"),
  )) {
    if (isWordLike && (segment.length > 2 || /\p{N}|[^\p{Script=Latin}]/u.test(segment))) {
      distinct.add(segment);
    }
  }
  return distinct;
}

/** The sum of the lengths of the words that two texts share; a word counts at most 10. */
export function sharedWords(words: Set<string>, otherWords: Set<string>): number {
  let sum = 0;
  for (const word of words) if (otherWords.has(word)) sum += Math.min(word.length, 10);
  return sum;
}

/** The first characters up to a limit, without half a character at the end. */
export function clip(text: string, max: number): string {
  const head = text.slice(0, Math.max(max, 0));
  return head.length < text.length && /[\ud800-\udbff]$/.test(head) ? head.slice(0, -1) : head;
}

/** Whether a text contains a name as whole words; names of one or two letters are too common. */
export function isNamedIn(text: string, name: string): boolean {
  const [haystack, sought] = [text, name].map((part) => part.toLowerCase().normalize("NFC").trim());
  if (!haystack || !sought || sought.length < 3) return false;
  for (let at = haystack.indexOf(sought); at >= 0; at = haystack.indexOf(sought, at + 1)) {
    const around =
      haystack.slice(Math.max(at - 1, 0), at) + haystack.slice(at + sought.length).charAt(0);
    if (!/[\p{L}\p{N}]/u.test(around)) return true;
  }
  return false;
}
