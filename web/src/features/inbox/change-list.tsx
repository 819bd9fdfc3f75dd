import type { PayloadField } from "../../../../supabase/functions/_domain/approvals/kinds.ts";
import { FailedAlert, lazyPart } from "../../ui/lazy-part.tsx";
import classes from "./payload.module.css";
import { FieldValue } from "./payload-field.tsx";
import { comparableText } from "./payload-values.ts";

// The library that compares texts loads only when two texts are shown.
const TextDiff = lazyPart<{ before: string; after: string }>(() => import("./text-diff.tsx"), {
  // About as high as the comparison, so that nothing below it moves.
  waiting: ({ after }) => <div className={classes.text}>{after}</div>,
  failed: FailedAlert,
});

/** A text longer than this is compared word by word instead of shown twice. */
const LONG_TEXT = 60;

export interface Change {
  name: string;
  label: string;
  type: PayloadField["type"];
  before: unknown;
  after: unknown;
}

/** The differences, field by field: before and after, or one text with deletions and additions. */
export function ChangeList({ changes, sides }: { changes: Change[]; sides: [string, string] }) {
  return (
    <dl className={classes.fields}>
      {changes.map((change) => (
        <div key={change.name}>
          <dt>{change.label}</dt>
          <dd>
            <ChangedValue change={change} sides={sides} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function ChangedValue({ change, sides }: { change: Change; sides: [string, string] }) {
  const { type, before, after } = change;
  const from = comparableText(type, before);
  const to = comparableText(type, after);
  if (from && to && Math.max(from.length, to.length) > LONG_TEXT) {
    return <TextDiff before={from} after={to} />;
  }
  return (
    <div className={classes.sides}>
      <div>
        <span className={classes.side}>{sides[0]}</span>
        <FieldValue field={{ type }} value={before} />
      </div>
      <div className={classes.after}>
        <span className={classes.side}>{sides[1]}</span>
        <FieldValue field={{ type }} value={after} />
      </div>
    </div>
  );
}
