import type { Enums } from "../../_schema/database.types.ts";

/** The words of an enum of the database; the type checker requires exactly all of them. */
const words = <Word extends string>(listed: Record<Word, true>) =>
  Object.keys(listed) as [Word, ...Word[]];

export const approvalStatuses = words<Enums<"approval_status">>({
  pending: true,
  approved: true,
  rejected: true,
  executing: true,
  executed: true,
  failed: true,
  unknown: true,
});

export const approvalGroups = words<Enums<"approval_group">>({
  external: true,
  portal: true,
  record: true,
  prompt: true,
  sync: true,
});

export const stakes = words<Enums<"stakes">>({ low: true, medium: true, high: true });

export const proposers = words<Enums<"proposer">>({ person: true, agent: true, background: true });

export const citationRoles = words<Enums<"citation_role">>({ evidence: true, influence: true });

export const sourceKinds = words<Enums<"source_kind">>({
  document: true,
  meeting: true,
  email: true,
  note: true,
});

export const approvalEventTypes = words<Enums<"approval_event_type">>({
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

export const inboxSorts = words<Enums<"inbox_sort">>({ oldest: true, stakes: true, due: true });
