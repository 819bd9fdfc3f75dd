import { Text, VisuallyHidden } from "@mantine/core";
import { useMemo } from "react";
import { type DiffLine, diffLines, withVisibleEnd } from "./diff-lines.ts";
import classes from "./prompts.module.css";

interface Props {
  before: string;
  after: string;
  /** The name of the comparison, for screen readers. */
  label: string;
}

const signs: Record<DiffLine["kind"], string> = { same: " ", added: "+", removed: "−", gap: "⋯" };
const words = { added: "Added: ", removed: "Removed: " };

/** Two texts as one, line by line: removed, added and some unchanged lines. */
export default function PromptDiff({ before, after, label }: Props) {
  const lines = useMemo(() => diffLines(before, after), [before, after]);
  if (lines.length === 0) return <Text c="dimmed">The two versions are identical.</Text>;
  return (
    // A region that scrolls must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className={classes.text} aria-label={label} tabIndex={0}>
      {lines.map(({ key, kind, text }) => (
        <div key={key} className={classes.line} data-kind={kind}>
          <span aria-hidden className={classes.sign}>
            {signs[kind]}
          </span>
          <span>
            {(kind === "added" || kind === "removed") && (
              <VisuallyHidden>{words[kind]}</VisuallyHidden>
            )}
            {kind === "added" || kind === "removed" ? withVisibleEnd(text) : text}
          </span>
        </div>
      ))}
    </section>
  );
}
