import type { SearchSchemaInput } from "@tanstack/react-router";
import { approvalStatuses } from "../../../../supabase/functions/_domain/approvals/words.ts";
import { approvalKinds } from "../../../../supabase/functions/_domain/words/approvals.ts";
import type { ApprovalKind, ApprovalStatus } from "../../api/approval-routes.ts";

/** The address of the inbox; the open card is part of its path. */
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
export function parseInboxSearch(input: Partial<InboxSearch> & SearchSchemaInput): InboxSearch {
  return {
    kind: approvalKinds.find((name) => name === input.kind) ?? "",
    project: input.project && uuidPattern.test(input.project) ? input.project : "",
  };
}

export function parseApprovalsSearch(
  input: Partial<ApprovalsSearch> & SearchSchemaInput,
): ApprovalsSearch {
  return {
    ...parseInboxSearch(input),
    status: approvalStatuses.find((name) => name === input.status) ?? "",
  };
}
