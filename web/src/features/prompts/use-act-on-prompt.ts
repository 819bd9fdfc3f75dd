import { useMutation, useQueryClient } from "@tanstack/react-query";
import { actOnPrompt, type PromptAction } from "../../api/routes.ts";
import { ServiceError } from "../../api/service-error.ts";
import { notifySaved } from "../../ui/saved-notice.tsx";
import { prompt } from "./queries.ts";

type Change = Extract<
  PromptAction,
  { action: "stage_prompt" | "set_base_prompt" | "rollback_prompt" }
>;

/** Makes a change to the prompt. The result, or the conflict, is shown before `onDone`. */
export function useActOnPrompt(message: string, onDone: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: Change) => actOnPrompt(change),
    onSuccess: ({ action: _, ...now }) => {
      queryClient.setQueryData(prompt.queryKey, { action: "get_prompt", ...now });
      notifySaved(message);
      onDone();
    },
    onError: () => queryClient.invalidateQueries({ queryKey: prompt.queryKey }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ["prompt-versions"] }),
  });
}

export function isConflict(error: unknown): boolean {
  return error instanceof ServiceError && error.code === "version_conflict";
}
