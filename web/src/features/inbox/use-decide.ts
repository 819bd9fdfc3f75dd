import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Approval, actOnCard, type Reason } from "../../api/approval-routes.ts";
import { ServiceError } from "../../api/service-error.ts";
import { formatInstant } from "../../format/dates.ts";
import { inboxKey } from "./count.ts";
import { statusLabels } from "./words.ts";

/** Acts on a card; resolves once the page shows the result. */
export function useDecide() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: actOnCard,
    // A refusal also makes the lists stale, because it means that the card has changed.
    onSettled: (_answer, error, { id }) =>
      queryClient.invalidateQueries({ queryKey: error ? inboxKey : [...inboxKey, "card", id] }),
  });
}

/** Why a decision was refused because the card has changed since the person saw it. */
export interface Stale {
  title: string;
  reasons?: Reason[];
}

interface Details {
  status?: Approval["status"];
  by?: { name?: string } | null;
  at?: string;
  current?: Approval;
  reasons?: Reason[];
}

/** Null for any other refusal. */
export function staleOf(error: unknown): Stale | null {
  if (!(error instanceof ServiceError)) return null;
  const details = (error.details ?? {}) as Details;
  switch (error.code) {
    case "approval_already_decided":
      return { title: decidedInWords(details) };
    case "draft_not_ready":
      return { title: "Not ready for approval", reasons: details.reasons ?? [] };
    case "approval_in_execution":
      return { title: "This card is executing. The result will appear here." };
    case "approval_not_approved":
      return {
        title: "Approve this card first: it was edited, or its target or evidence changed.",
      };
    default:
      return null;
  }
}

/** The current card, if a decision was refused because another person edited it in the meantime. */
export function currentIn(error: unknown): Approval | null {
  if (!(error instanceof ServiceError) || error.code !== "version_conflict") return null;
  return (error.details as Details | null)?.current ?? null;
}

export function decidedInWords({ status, by, at }: Details): string {
  const word = status === "rejected" ? "rejected" : status === "pending" ? "changed" : "approved";
  const now = status && !["rejected", "approved", "pending"].includes(status);
  return [
    `${by?.name ?? "Someone"} ${word} this${at ? ` ${formatInstant(at)}` : ""}.`,
    now && ` Its status is now “${statusLabels[status]}”.`,
  ]
    .filter(Boolean)
    .join("");
}
