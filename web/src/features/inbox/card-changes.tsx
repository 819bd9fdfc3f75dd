import type { Approval, Card } from "../../api/approval-routes.ts";
import classes from "./card-view.module.css";
import { type Change, ChangeList } from "./change-list.tsx";
import payloadClasses from "./payload.module.css";
import { FieldValue, fieldsOf } from "./payload-field.tsx";
import { hasValue, isSame } from "./payload-values.ts";
import { RemovedRows } from "./removed-rows.tsx";

/** The differences between the current target and the payload, and the full payload. */
export function CardChanges({ card: { approval, diff } }: { card: Card }) {
  const types = new Map(
    fieldsOf(approval.kind === "calendar_event_cancel" ? "calendar_event_update" : approval.kind)
      // The service names people and files itself.
      .filter(({ type }) => type !== "person" && type !== "source")
      .map(({ name, type }) => [name, type]),
  );
  const replaces = diff.some(({ before }) => before !== null);
  const changes = diff
    .filter(({ before, after }) => !isSame(before, after))
    .map(
      ({ field, label, before, after }): Change => ({
        name: field,
        label,
        type: types.get(field) ?? "line",
        before,
        after,
      }),
    );
  const isDone = approval.status === "executed";
  const [first] = diff;
  if (approval.kind === "sync_removal" && typeof first?.before === "string") {
    return <RemovedRows lines={first.before} isDone={isDone} />;
  }
  if (!replaces) {
    return (
      <section aria-labelledby="card-changes">
        <h3 id="card-changes">{isDone ? "Result" : "Proposed content"}</h3>
        <PayloadList approval={approval} />
      </section>
    );
  }
  return (
    <section aria-labelledby="card-changes">
      <h3 id="card-changes">{isDone ? "Changes" : "Proposed changes"}</h3>
      {changes.length > 0 ? (
        <ChangeList changes={changes} sides={isDone ? ["Before", "After"] : ["Now", "After"]} />
      ) : (
        <p className={classes.quiet}>No changes: the target already matches.</p>
      )}
      <details className={classes.more}>
        <summary>{isDone ? "Full result" : "Full content"}</summary>
        <PayloadList approval={approval} />
      </details>
    </section>
  );
}

/** A payload, field by field, in words. */
export function PayloadList({ approval }: { approval: Pick<Approval, "kind" | "payload"> }) {
  const fields = fieldsOf(approval.kind).filter(({ name }) => hasValue(approval.payload, name));
  return (
    <dl className={payloadClasses.fields}>
      {fields.map((field) => (
        <div key={field.name}>
          <dt>{field.label}</dt>
          <dd>
            <FieldValue field={field} value={approval.payload[field.name]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
