import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useEffect } from "react";
import { listening } from "../../supabase/client.ts";
import { formatCounted, inboxCounts, inboxKey } from "./count.ts";
import classes from "./inbox-badge.module.css";
import { watchCards } from "./live-cards.ts";

/** How many cards wait for a decision that the viewer may make. */
export function InboxBadge() {
  // The list of the inbox reads the same counts.
  const isInbox = useLocation({ select: ({ pathname }) => pathname.startsWith("/inbox") });
  const counts = useQuery({ ...inboxCounts, enabled: !isInbox }).data;
  const queryClient = useQueryClient();
  useEffect(() => {
    const listener = listening();
    if (!listener) return;
    return watchCards(listener, () => void queryClient.invalidateQueries({ queryKey: inboxKey }));
  }, [queryClient]);
  const count = counts?.decidable ?? 0;
  if (count === 0) return null;
  return (
    <span className={classes.badge}>
      {formatCounted(count)}
      <span className="visually-hidden"> waiting for your decision</span>
    </span>
  );
}
