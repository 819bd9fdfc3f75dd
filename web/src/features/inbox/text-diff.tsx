import { diffLines, diffWordsWithSpace } from "diff";
import classes from "./payload.module.css";

/** Above this many characters, a comparison word by word is slow and hard to read. */
const MAX_WORD_DIFF = 12_000;

/** Two texts as one: removed text struck out, new text underlined. */
export default function TextDiff({ before, after }: { before: string; after: string }) {
  const isLong = before.length + after.length > MAX_WORD_DIFF;
  const parts = isLong ? diffLines(before, after) : diffWordsWithSpace(before, after);
  return (
    <div className={classes.text}>
      {parts.map(({ value, added, removed }, index) => {
        const key = `${index}`;
        if (added) return <ins key={key}>{value}</ins>;
        if (removed) return <del key={key}>{value}</del>;
        return <span key={key}>{value}</span>;
      })}
    </div>
  );
}
