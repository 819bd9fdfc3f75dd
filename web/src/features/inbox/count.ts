import { queryOptions } from "@tanstack/react-query";
import { getInbox } from "../../api/approval-routes.ts";
import { formatCount } from "../../format/numbers.ts";

export const inboxKey = ["inbox"] as const;

/** The number at which the service stops counting. */
export const COUNTED = 1000;

export function formatCounted(count: number): string {
  return count >= COUNTED ? `${formatCount(COUNTED)}+` : formatCount(count);
}

const COUNT_MS = 20_000;

/** The number of cards in each state, for the rail; reloaded while the window is visible. */
export const inboxCounts = queryOptions({
  queryKey: [...inboxKey, "counts"],
  staleTime: 5000,
  refetchInterval: COUNT_MS,
  refetchOnWindowFocus: "always",
  queryFn: async ({ signal }) => (await getInbox({ limit: 1 }, signal)).counts,
});
