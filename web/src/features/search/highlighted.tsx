import type { ReactNode } from "react";

interface Props {
  text: string;
  /** Start and end of what is marked, in UTF-16 units; in any order. */
  ranges: readonly (readonly [number, number])[];
}

/** Text with some of it marked. All of it is text: nothing in a source is ever read as HTML. */
export function Highlighted({ text, ranges }: Props) {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const [from, to] of [...ranges].sort(([a], [b]) => a - b)) {
    const start = Math.max(from, end);
    const stop = Math.min(to, text.length);
    if (stop <= start) continue;
    parts.push(text.slice(end, start), <mark key={start}>{text.slice(start, stop)}</mark>);
    end = stop;
  }
  parts.push(text.slice(end));
  return <>{parts}</>;
}
