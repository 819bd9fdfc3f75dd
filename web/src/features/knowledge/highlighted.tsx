import { markedParts, type Range } from "./marks.ts";

interface Props {
  text: string;
  /** The ranges of the highlights, in UTF-16 units, in any order. */
  ranges: readonly Range[];
}

/** Text with highlights. All of it is plain text: no part of a source is interpreted as HTML. */
export function Highlighted({ text, ranges }: Props) {
  return markedParts(text, ranges).map((part) =>
    part.isMarked ? <mark key={part.start}>{part.text}</mark> : part.text,
  );
}
