import { useMutation } from "@tanstack/react-query";
import {
  type IntegrationActionInput,
  integrationAction,
  type SyncReceipt,
} from "../../api/integration-routes.ts";
import { notifyFailed, refreshAll } from "../../ui/saved-notice.tsx";

/** Runs one action; a refusal becomes a notice, and the page reloads. */
export function useIntegrationAction(
  onDone: (receipt: SyncReceipt | null, action: IntegrationActionInput) => void,
) {
  return useMutation({
    mutationFn: (action: IntegrationActionInput) => integrationAction(action),
    onSuccess: ({ receipt }, action) => onDone(receipt, action),
    onError: (error) => {
      refreshAll();
      notifyFailed("Nothing was changed", error);
    },
  });
}
