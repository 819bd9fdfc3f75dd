import { formatCount } from "../../format/numbers.ts";
import classes from "../inbox/inbox-badge.module.css";
import { useRunningUploads } from "./running-uploads.ts";

/** The number of running uploads of this window, on every page. */
export function UploadsBadge() {
  const count = useRunningUploads();
  if (count === 0) return null;
  return (
    <span className={classes.badge}>
      {formatCount(count)}
      <span className="visually-hidden"> in progress</span>
    </span>
  );
}
