import { queryOptions } from "@tanstack/react-query";
import { getInbox } from "../../api/approval-routes.ts";
import { formatCount } from "../../format/numbers.ts";

export const inboxKey = ["inbox"] as const;

/** The service counts no further. */
export const COUNTED = 1000;

export function formatCounted(count: number): string {
  return count >= COUNTED ? `${formatCount(COUNTED)}+` : formatCount(count);
}

const COUNT_MS = 20_000;

/** How many cards are in each state, for the rail: read on and on while the window is in view. */
export const inboxCounts = queryOptions({
  queryKey: [...inboxKey, "counts"],
  staleTime: 5000,
  refetchInterval: COUNT_MS,
  refetchOnWindowFocus: "always",
  queryFn: async ({ signal }) => (await getInbox({ limit: 1 }, signal)).counts,
});
