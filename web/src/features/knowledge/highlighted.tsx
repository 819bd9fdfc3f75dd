import { markedParts, type Range } from "./marks.ts";

interface Props {
  text: string;
  /** Start and end of what is marked, in UTF-16 units; in any order. */
  ranges: readonly Range[];
}

/** Text with some of it marked. All of it is text: nothing in a source is ever read as HTML. */
export function Highlighted({ text, ranges }: Props) {
  return markedParts(text, ranges).map((part) =>
    part.isMarked ? <mark key={part.start}>{part.text}</mark> : part.text,
  );
}
