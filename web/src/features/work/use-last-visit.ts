import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { type MyWork, markMyWork } from "../../api/my-work-routes.ts";
import { myWorkKey } from "./queries.ts";

/**
 * Marks the news as seen on request, and when the person leaves the page: only the news in the response that they saw.
 */
export function useLastVisit(work: MyWork | undefined) {
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (until: string) => markMyWork({ type: "seen", until }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: myWorkKey }),
  });
  const unseen = useRef<string>(undefined);
  const hasNews = work && work.changes.total + work.hours_changed_by_others.total > 0;
  useEffect(() => {
    unseen.current = hasNews ? work.read_at : undefined;
  }, [hasNews, work]);
  useEffect(
    () => () => {
      if (unseen.current) mutate(unseen.current);
    },
    [mutate],
  );
  return {
    mark: () => {
      if (unseen.current) mutate(unseen.current);
    },
    isPending,
    error,
  };
}
