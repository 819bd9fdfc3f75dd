import { withoutNumbers } from "./numbers.ts";

/**
 * A text that is still being written, without the parts that the next characters may change: half a number, a line that
 * may turn the one above it into a heading, a table without its header. Open emphasis is closed.
 */
export function steadyText(text: string): string {
  if ((text.match(/^```/gm)?.length ?? 0) % 2 === 1) return text;
  const steady = text
    .replace(/\[[\d,\s]{0,20}$/, "")
    .replace(/\n[ \t]*(?:[-=*+#>]+|\d{1,3}[.)]?)[ \t]*$/, "")
    .replace(/(^|\n)\|[^\n]*(?:\n\|[-:| \t]*)?$/, "$1");
  const start = steady.lastIndexOf("\n\n") + 1;
  const last = steady.slice(start);
  const isOpen = (last.match(/\*\*/g)?.length ?? 0) % 2 === 1;
  return isOpen ? (last.endsWith("**") ? steady.slice(0, -2) : `${steady}**`) : steady;
}

const sentences = new Intl.Segmenter(undefined, { granularity: "sentence" });

/** The sentences of an answer as they are read aloud; the last one only when nothing follows. */
export function spokenSentences(text: string, isWhole: boolean): string[] {
  const plainText = withoutNumbers(text).replace(/[*_`#>|]/g, "");
  const lines = plainText.split("\n");
  return lines.flatMap((line, index) => {
    const complete = [...sentences.segment(line)].map(({ segment }) => segment.trim());
    const isOpen = index === lines.length - 1 && !isWhole;
    return (isOpen ? complete.slice(0, -1) : complete).filter((sentence) =>
      /[\p{L}\p{N}]/u.test(sentence),
    );
  });
}
