import type { SearchSchemaInput } from "@tanstack/react-router";
import {
  approvalKinds,
  approvalStatuses,
} from "../../../../supabase/functions/_domain/approvals/words.ts";
import type { ApprovalKind, ApprovalStatus } from "../../api/approval-routes.ts";

/** What the address of the inbox says; which card is open is part of its path. */
export interface InboxSearch {
  kind: ApprovalKind | "";
  project: string;
}

export interface ApprovalsSearch extends InboxSearch {
  status: ApprovalStatus | "";
}

export const defaultInboxSearch: InboxSearch = { kind: "", project: "" };
export const defaultApprovalsSearch: ApprovalsSearch = { ...defaultInboxSearch, status: "" };

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Reads an address; what it does not know falls back to the default. */
export function parseInboxSearch(given: Partial<InboxSearch> & SearchSchemaInput): InboxSearch {
  return {
    kind: approvalKinds.find((name) => name === given.kind) ?? "",
    project: given.project && uuidPattern.test(given.project) ? given.project : "",
  };
}

export function parseApprovalsSearch(
  given: Partial<ApprovalsSearch> & SearchSchemaInput,
): ApprovalsSearch {
  return {
    ...parseInboxSearch(given),
    status: approvalStatuses.find((name) => name === given.status) ?? "",
  };
}
