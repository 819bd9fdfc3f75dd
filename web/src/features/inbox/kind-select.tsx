import { Select } from "@mantine/core";
import {
  approvalKindLabels,
  approvalKinds,
} from "../../../../supabase/functions/_domain/words/approvals.ts";
import type { Approval, ApprovalKind } from "../../api/approval-routes.ts";

type Group = Approval["group"];

const groupLabels: Record<Group, string> = {
  external: "Tasks and calendar",
  portal: "For the client",
  record: "For the record",
  prompt: "For the assistant",
  sync: "From a sync",
};

interface Props {
  value: ApprovalKind;
  onChange: (kind: ApprovalKind) => void;
  groupOf: (kind: ApprovalKind) => Group | undefined;
}

/** Kinds that only clients in their portal, or syncs, create. */
const kindsOfOthers: ApprovalKind[] = ["client_request", "sync_removal"];

/** Every kind of card that a person can propose here, grouped by its subject. */
export function KindSelect({ value, onChange, groupOf }: Props) {
  return (
    <Select
      label="Kind"
      description="Nothing happens until an admin or a lead approves the card."
      data-autofocus
      searchable
      allowDeselect={false}
      value={value}
      onChange={(kind) => kind && onChange(kind as ApprovalKind)}
      data={(Object.keys(groupLabels) as Group[]).map((group) => ({
        group: groupLabels[group],
        items: approvalKinds
          .filter((kind) => groupOf(kind) === group && !kindsOfOthers.includes(kind))
          .map((kind) => ({ value: kind, label: approvalKindLabels[kind] })),
      }))}
    />
  );
}
