import { QueryObserver } from "@tanstack/react-query";
import type { Approval, Card } from "../../api/approval-routes.ts";
import { queryClient } from "../../query-client.ts";
import { notifySaved } from "../../ui/saved-notice.tsx";
import { cardById, isRunning } from "./queries.ts";
import { resultLink } from "./result-link.ts";

const followed = new Set<string>();

/** Watches an executing card on every page, and reports the result. */
export function followExecution(approval: Approval, open: (address: string) => void): void {
  const { id } = approval;
  if (followed.has(id)) return;
  followed.add(id);
  const observer = new QueryObserver(queryClient, cardById(id));
  const stop = observer.subscribe(({ data, isError, isFetching }) => {
    // A response from before the decision cannot contain its result.
    if (isFetching || (data && (isRunning(data) || isBefore(data, approval)))) return;
    if (!data && !isError) return;
    followed.delete(id);
    // Deferred, because the observer is notifying its listeners now.
    queueMicrotask(() => stop());
    if (data) notifyResult(data, open);
  });
}

function isBefore({ approval }: Card, decided: Approval): boolean {
  return Date.parse(approval.updated_at) < Date.parse(decided.updated_at);
}

function notifyResult({ approval }: Card, open: (address: string) => void) {
  const show = { label: "Show card", take: () => open(`/inbox/${approval.id}`) };
  switch (approval.execution.state) {
    case "executed": {
      const link = resultLink(approval);
      const step = link?.isOurs ? { label: link.label, take: () => open(link.href) } : link;
      return void notifySaved(`Executed: ${approval.title}`, step ?? show);
    }
    case "failed":
      return void notifySaved(`Failed: ${approval.title}`, show);
    case "unknown":
      return void notifySaved(`Result unknown: ${approval.title}`, show);
    default:
      // Sent back for another decision, or edited in the meantime.
      if (approval.status !== "pending") return;
      return void notifySaved(`Not executed, waiting for a new decision: ${approval.title}`, show);
  }
}
