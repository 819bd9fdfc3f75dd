import type { ApprovalKind, Payload } from "../../api/approval-routes.ts";
import type { Change } from "./change-list.tsx";
import { fieldsOf } from "./payload-field.tsx";
import { isSame } from "./payload-values.ts";

/** The fields in which two payloads of a kind differ. */
export function changesBetween(kind: ApprovalKind, before: Payload, after: Payload): Change[] {
  return fieldsOf(kind)
    .map(({ name, label, type }) => ({
      name,
      label,
      type,
      before: before[name],
      after: after[name],
    }))
    .filter((change) => !isSame(change.before, change.after));
}
