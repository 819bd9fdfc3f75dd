import type { SearchSchemaInput } from "@tanstack/react-router";
import {
  approvalStatuses,
  inboxSorts,
} from "../../../../supabase/functions/_domain/approvals/words.ts";
import { approvalKinds } from "../../../../supabase/functions/_domain/words/approvals.ts";
import type { ApprovalKind, ApprovalStatus } from "../../api/approval-routes.ts";

export interface CardSearch {
  kind: ApprovalKind | "";
  project: string;
}

export type InboxSort = (typeof inboxSorts)[number];

/** The search parameters of the inbox; the open card is in the path. */
export interface InboxSearch extends CardSearch {
  sort: InboxSort;
  q: string;
  /** Only cards that are assigned to the viewer, or to a person who delegates to them today. */
  mine: boolean;
}

export interface ApprovalsSearch extends CardSearch {
  status: ApprovalStatus | "";
}

const defaultCardSearch: CardSearch = { kind: "", project: "" };
export const noInboxFilters = { ...defaultCardSearch, q: "", mine: false };
export const defaultInboxSearch: InboxSearch = { ...noInboxFilters, sort: "stakes" };
export const defaultApprovalsSearch: ApprovalsSearch = { ...defaultCardSearch, status: "" };

const MAX_QUERY = 200;

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Parses search parameters; an unknown value becomes the default. */
function parseCardSearch(input: Partial<CardSearch>): CardSearch {
  return {
    kind: approvalKinds.find((name) => name === input.kind) ?? "",
    project: input.project && uuidPattern.test(input.project) ? input.project : "",
  };
}

export function parseInboxSearch(input: Partial<InboxSearch> & SearchSchemaInput): InboxSearch {
  return {
    ...parseCardSearch(input),
    sort: inboxSorts.find((name) => name === input.sort) ?? "stakes",
    q: input.q?.slice(0, MAX_QUERY) ?? "",
    mine: String(input.mine) === "true",
  };
}

export function isNarrowed({ kind, project, q, mine }: InboxSearch): boolean {
  return kind !== "" || project !== "" || q.trim() !== "" || mine;
}

export function parseApprovalsSearch(
  input: Partial<ApprovalsSearch> & SearchSchemaInput,
): ApprovalsSearch {
  return {
    ...parseCardSearch(input),
    status: approvalStatuses.find((name) => name === input.status) ?? "",
  };
}
