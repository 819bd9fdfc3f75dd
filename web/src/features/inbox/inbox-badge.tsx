import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { formatCount } from "../../format/numbers.ts";
import { listening } from "../../supabase/client.ts";
import { inboxCounts, inboxKey } from "./count.ts";
import classes from "./inbox-badge.module.css";
import { watchCards } from "./live-cards.ts";

/** How many cards want somebody: those that wait, and those of which nobody knows what came of them. */
export function InboxBadge() {
  const counts = useQuery(inboxCounts).data;
  const queryClient = useQueryClient();
  useEffect(() => {
    const listener = listening();
    if (!listener) return;
    return watchCards(listener, () => void queryClient.invalidateQueries({ queryKey: inboxKey }));
  }, [queryClient]);
  const count = counts ? counts.pending + counts.unknown : 0;
  if (count === 0) return null;
  return (
    <span className={classes.badge}>
      {formatCount(count)}
      <span className="visually-hidden"> waiting</span>
    </span>
  );
}
