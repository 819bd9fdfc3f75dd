import { parseMatrix } from "../parse-matrix.ts";

export const reads = parseMatrix(`
             | admin | lead | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
audit_events | org   | org  | none   | none    | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
`);

export const privateFunctions = {
  executableByNobody: [
    "changes_since",
    "json_changes",
    "record_audit_event",
    "record_row_change",
    "refuse_stale_version",
    "request_id",
    "require_changes",
  ],
};
