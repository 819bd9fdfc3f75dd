import { formatCount } from "../../format/numbers.ts";
import classes from "../inbox/inbox-badge.module.css";
import { useRunningUploads } from "./running-uploads.ts";

/** How many uploads from this window are on their way, wherever their reader is. */
export function UploadsBadge() {
  const count = useRunningUploads();
  if (count === 0) return null;
  return (
    <span className={classes.badge}>
      {formatCount(count)}
      <span className="visually-hidden"> on the way</span>
    </span>
  );
}
