import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import type { AllowedAction, Approval } from "../../api/approval-routes.ts";
import { notifySaved, refreshAll } from "../../ui/saved-notice.tsx";
import { followExecution } from "./follow-execution.ts";
import { doneLabels } from "./words.ts";

/** Reports the effect of a decision, and watches the execution. */
export function useAfterDecision() {
  const navigate = useNavigate();
  return useCallback(
    (action: AllowedAction, answer: Approval) => {
      const open = (href: string) => void navigate({ href });
      switch (action) {
        case "approve_and_execute":
        case "execute":
          if (answer.status === "unknown") {
            return void notifySaved("Checking now. The result will appear on the card.");
          }
          // The result will be reported instead.
          refreshAll();
          return followExecution(answer, open);
        case "edit":
          return void notifySaved(`Saved as version ${answer.version}.`);
        case "propose_undo":
          return void notifySaved("Undo proposed. The new card is waiting for a decision.");
        default:
          return void notifySaved(`${doneLabels[action]}: ${answer.title}`, {
            label: "Show card",
            take: () => open(`/inbox/${answer.id}`),
          });
      }
    },
    [navigate],
  );
}
