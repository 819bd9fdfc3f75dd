import type { Enums } from "../../_schema/database.types.ts";

/** The values of a database enum. The type checker requires all of them and accepts no others. */
const valuesOf = <Value extends string>(values: Record<Value, true>) =>
  Object.keys(values) as [Value, ...Value[]];

export const approvalStatuses = valuesOf<Enums<"approval_status">>({
  pending: true,
  approved: true,
  rejected: true,
  executing: true,
  executed: true,
  failed: true,
  unknown: true,
});

export const approvalGroups = valuesOf<Enums<"approval_group">>({
  external: true,
  portal: true,
  record: true,
  prompt: true,
  sync: true,
});

export const stakes = valuesOf<Enums<"stakes">>({ low: true, medium: true, high: true });

export const proposers = valuesOf<Enums<"proposer">>({
  person: true,
  agent: true,
  background: true,
});

export const citationRoles = valuesOf<Enums<"citation_role">>({ evidence: true, influence: true });

export const sourceKinds = valuesOf<Enums<"source_kind">>({
  document: true,
  meeting: true,
  email: true,
  note: true,
});

export const approvalEventTypes = valuesOf<Enums<"approval_event_type">>({
  proposed: true,
  edited: true,
  approved: true,
  rejected: true,
  lapsed: true,
  execution_requested: true,
  execution_started: true,
  vendor_called: true,
  vendor_confirmed: true,
  executed: true,
  failed: true,
  unknown: true,
  reviewed: true,
  assigned: true,
  stated: true,
  statement_withdrawn: true,
});

export const inboxSorts = valuesOf<Enums<"inbox_sort">>({ oldest: true, stakes: true, due: true });
