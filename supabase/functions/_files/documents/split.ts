/**
 * Splits the blocks into passages that can be found, cited and embedded: about 180 words, within one page, slide,
 * sheet and section. Nothing is lost and nothing is duplicated: the passages' words are the blocks' words.
 */

/** The location of a block or passage; `row` and `at` are those of its first line. */
export interface Location {
  page?: number;
  slide?: number;
  sheet?: string;
  heading?: string;
  speaker?: string;
  at?: string;
  row?: number;
}

/** A paragraph, a group of rows, a turn of a speaker (whose text begins with `Name: `). */
export interface Block {
  text: string;
  location: Location;
  /** Whether the block is a heading, or the first block under one. */
  startsSection?: boolean;
}

export interface Passage {
  content: string;
  location: Location;
  /** Indexes into the blocks; a long block is in several passages. */
  blocks: [first: number, last: number];
}

const GOAL = 180;
const MAX = 240;
/** A shorter remainder of a section joins the passage before it. */
const MIN = 40;
/** Enough for one or two titles. A longer run of titles counts as text. */
const TITLE = 15;
/** Maximum length of a word; a longer one (a key, a picture as text) counts as several and can be cut. */
const LONG_WORD = 20;
const LONGEST_WORD = 400;

/** In scripts without spaces, about 300 characters correspond to 180 words. */
const DENSE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;
const DENSE_WEIGHT = 0.6;
const MAY_BE_DENSE = /[\u0e00-\u{10ffff}]/u;
/** A word with the spaces after it; without spaces, a sentence or a cut between two letters. */
const ATOM = new RegExp(`[^\\s。！？]{0,${LONGEST_WORD}}(?:\\p{M}+|[。！？]+)?\\s*`, "gu");
const ENDS_SENTENCE = /(?:[.!?…]["'”’»)\]]*\s+|[。！？]\s*|\n\s*)$/u;

interface OpenPassage {
  texts: string[];
  words: number;
  location: Location;
  blocks: [number, number];
  startsSection: boolean;
  /** Whether the passage consists only of titles so far. */
  isTitle: boolean;
}

export function splitBlocks(blocks: Block[]): Passage[] {
  const passages: Passage[] = [];
  let open: OpenPassage | null = null;
  let before: Location | undefined;
  for (const [index, block] of blocks.entries()) {
    for (const { text, words } of partsOf(block.text.trim())) {
      if (open && startsPassage(open, block, index, words)) {
        close(open, passages);
        open = null;
      }
      open ??= {
        texts: [],
        words: 0,
        location: block.location,
        blocks: [index, index],
        startsSection: !isSameSection(before, block),
        isTitle: true,
      };
      open.isTitle &&= block.startsSection === true && open.words + words <= TITLE;
      // A title without text becomes part of the next passage, where search finds it.
      if (open.isTitle) open.location = block.location;
      open.texts.push(text);
      open.words += words;
      open.blocks[1] = index;
      before = block.location;
    }
  }
  if (open) close(open, passages);
  return passages;
}

function startsPassage(open: OpenPassage, block: Block, index: number, words: number): boolean {
  if (!isSamePage(open.location, block.location)) return true;
  // This is a part of a long block, which has already been divided evenly.
  if (index === open.blocks[1]) return open.words >= MIN;
  if (!isSameSection(open.location, block)) return !open.isTitle;
  return open.words >= GOAL || (open.words >= MIN && open.words + words > MAX);
}

const isSamePage = (a: Location | undefined, b: Location) =>
  a?.page === b.page && a?.slide === b.slide && a?.sheet === b.sheet;

const isSameSection = (location: Location | undefined, block: Block) =>
  !block.startsSection &&
  isSamePage(location, block.location) &&
  location?.heading === block.location.heading;

function close(open: OpenPassage, passages: Passage[]): void {
  const content = open.texts.join("\n");
  const before = passages.at(-1);
  if (before && !open.startsSection && open.words < MIN) {
    before.content += `\n${content}`;
    before.blocks[1] = open.blocks[1];
  } else {
    passages.push({ content, location: open.location, blocks: open.blocks });
  }
}

interface Part {
  text: string;
  words: number;
}

/** The whole text if it is short, otherwise even parts that end at a nearby sentence end. */
function partsOf(text: string): Part[] {
  const total = wordsIn(text);
  if (total <= MAX) return text === "" ? [] : [{ text, words: total }];
  const count = Math.ceil(total / GOAL);
  const goal = total / count;
  const parts: Part[] = [];
  let [start, end] = [0, 0];
  let [words, wordsBefore] = [0, 0];
  for (const [atom] of text.matchAll(ATOM)) {
    end += atom.length;
    words += wordsIn(atom);
    const goals = (wordsBefore + words) / goal - parts.length;
    const isEnough = goals >= 1.2 || (goals >= 0.9 && ENDS_SENTENCE.test(atom));
    const isLast = parts.length === count - 1;
    if ((isLast || !isEnough) && end < text.length) continue;
    const part = text.slice(start, end).trim();
    if (part !== "") parts.push({ text: part, words });
    wordsBefore += words;
    [start, words] = [end, 0];
    if (end === text.length) break;
  }
  return parts;
}

/** The length of a text in words. */
export function wordsIn(text: string): number {
  let words = 0;
  for (const [word] of text.matchAll(/\S+/g)) {
    const dense = MAY_BE_DENSE.test(word) ? (word.match(DENSE)?.length ?? 0) : 0;
    words += Math.max(1, word.length / LONG_WORD, dense * DENSE_WEIGHT);
  }
  return words;
}
