import { structuredPatch } from "diff";

export interface DiffLine {
  key: string;
  kind: "same" | "added" | "removed" | "gap";
  text: string;
}

/** The number of unchanged lines around a change; the others are left out. */
const CONTEXT = 3;

/** The differences of two texts as one list of lines, which is empty for equal texts. */
export function diffLines(before: string, after: string): DiffLine[] {
  const { hunks } = structuredPatch("", "", before, after, "", "", { context: CONTEXT });
  const endAlike = before.endsWith("\n") === after.endsWith("\n");
  let shownTo = 1;
  return hunks.flatMap((hunk, hunkIndex) => {
    const skippedLines = hunk.oldStart - shownTo;
    shownTo = hunk.oldStart + hunk.oldLines;
    const gap: DiffLine[] =
      skippedLines > 0
        ? [
            {
              key: `gap ${hunkIndex}`,
              kind: "gap",
              text: `${skippedLines} unchanged ${skippedLines === 1 ? "line" : "lines"}`,
            },
          ]
        : [];
    const lines = hunk.lines
      .filter((line) => !endAlike || !line.startsWith("\\"))
      .map((line, index): DiffLine => {
        const key = `${hunkIndex} ${index}`;
        if (line.startsWith("\\")) return { key, kind: "gap", text: "No line break at the end" };
        const kind = line.startsWith("+") ? "added" : line.startsWith("-") ? "removed" : "same";
        return { key, kind, text: line.slice(1) };
      });
    return [...gap, ...lines];
  });
}

/** Shows trailing white space and line ends, which may be the only difference of a line. */
export function withVisibleEnd(text: string): string {
  return text.replace(/[ \t\r]+$/, (end) =>
    end.replaceAll(" ", "·").replaceAll("\t", "→").replaceAll("\r", "␍"),
  );
}
