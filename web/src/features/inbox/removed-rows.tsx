import { formatDay } from "../../format/dates.ts";
import { formatCount } from "../../format/numbers.ts";
import classes from "./card-view.module.css";
import payloadClasses from "./payload.module.css";

/** Further rows open on request, so that the effect of the card stays in view. */
const SHOWN = 10;

/** The rows that a card removes, one line each. The last line counts those that are not listed. */
export function RemovedRows({ lines, isDone }: { lines: string; isDone: boolean }) {
  const rows = lines.split("\n");
  const countLine = rows.at(-1)?.startsWith("…") ? rows.pop() : undefined;
  const hiddenRows = rows.slice(SHOWN);
  return (
    <section aria-labelledby="card-changes">
      <h3 id="card-changes">{isDone ? "Removed records" : "Records to remove"}</h3>
      <Rows rows={rows.slice(0, SHOWN)} />
      {hiddenRows.length > 0 && (
        <details className={classes.more}>
          <summary>Show {formatCount(hiddenRows.length)} more</summary>
          <Rows rows={hiddenRows} />
        </details>
      )}
      {countLine && <p className={classes.quiet}>{countLine}</p>}
    </section>
  );
}

function Rows({ rows }: { rows: string[] }) {
  return (
    <ul className={payloadClasses.rows}>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: equal rows are possible, and the order is fixed.
        <li key={index}>{row.replace(/\b\d{4}-\d{2}-\d{2}\b/g, formatDay)}</li>
      ))}
    </ul>
  );
}
