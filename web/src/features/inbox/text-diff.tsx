import { diffLines, diffWordsWithSpace } from "diff";
import classes from "./payload.module.css";

/** Beyond this a comparison word by word takes long and reads badly. */
const WORD_BY_WORD = 12_000;

/** Two texts as one: what is gone struck out, what is new underlined. */
export default function TextDiff({ before, after }: { before: string; after: string }) {
  const isLong = before.length + after.length > WORD_BY_WORD;
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
