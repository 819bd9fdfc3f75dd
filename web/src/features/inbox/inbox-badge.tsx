import { useQuery } from "@tanstack/react-query";
import { formatCount } from "../../format/numbers.ts";
import { inboxCounts } from "./count.ts";
import classes from "./inbox-badge.module.css";

/** How many cards want somebody: those that wait, and those of which nobody knows what came of them. */
export function InboxBadge() {
  const counts = useQuery(inboxCounts).data;
  const count = counts ? counts.pending + counts.unknown : 0;
  if (count === 0) return null;
  return (
    <span className={classes.badge}>
      {formatCount(count)}
      <span className="visually-hidden"> waiting</span>
    </span>
  );
}
