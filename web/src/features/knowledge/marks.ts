export type Range = readonly [start: number, end: number];

interface Part {
  text: string;
  start: number;
  isMarked: boolean;
}

/** The whole text, divided into marked and unmarked parts. */
export function markedParts(text: string, ranges: readonly Range[]): Part[] {
  const parts: Part[] = [];
  let end = 0;
  const add = (stop: number, isMarked: boolean) => {
    if (stop <= end) return;
    parts.push({ text: text.slice(end, stop), start: end, isMarked });
    end = stop;
  };
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const stop = Math.min(to, text.length);
    if (stop <= Math.max(from, end)) continue;
    add(from, false);
    add(stop, true);
  }
  add(text.length, false);
  return parts;
}
