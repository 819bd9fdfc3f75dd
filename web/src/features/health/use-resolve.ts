import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Finding, type FindingResolution, resolveFinding } from "../../api/routes.ts";
import { ServiceError } from "../../api/service-error.ts";
import { healthKey } from "./queries.ts";

export type DecisionState = FindingResolution["state"];

/** The request about a finding as the person saw it: bound to its facts and to the last decision. */
export function decisionAbout(
  finding: Finding,
  state: DecisionState,
  reason: string,
): FindingResolution {
  return {
    type: "reconciliation_resolution",
    finding_code: finding.code,
    subject_id: finding.subject.id,
    version: finding.resolution?.version ?? 0,
    facts_hash: finding.facts_hash,
    state,
    reason,
  };
}

/** Settles or reopens a finding; resolves once the page shows the result. */
export function useResolve() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: resolveFinding,
    // Reloads after a refusal too, because a refusal means that the finding has changed.
    onSettled: () => queryClient.invalidateQueries({ queryKey: healthKey }),
  });
}

/** Why a decision was refused because the finding has changed since the person saw it; null otherwise. */
export function staleInWords(error: unknown): string | null {
  if (!(error instanceof ServiceError)) return null;
  switch (error.code) {
    case "finding_changed":
      return "The facts changed while you were writing. Review the current facts.";
    case "version_conflict":
      return "Someone else decided this finding while you were writing. Review its current state.";
    case "already_settled":
      return "This finding was settled while you were writing.";
    case "not_settled":
      return "This finding was reopened while you were writing.";
    default:
      return null;
  }
}
