import { CheckIcon, CircleQuestionMarkIcon, TriangleAlertIcon } from "lucide-react";
import type { PersonAvailability } from "../../api/calendar-routes.ts";
import { Instant } from "../../format/instant.tsx";
import classes from "./sync-state.module.css";

const icons = { fresh: CheckIcon, stale: TriangleAlertIcon, never: CircleQuestionMarkIcon };

/** Whether a person's busy times are known and up to date. */
export function SyncState({ sync: { state, synced_at } }: Pick<PersonAvailability, "sync">) {
  const Icon = icons[state];
  return (
    <span className={classes.state} data-state={state}>
      <Icon size={14} aria-hidden />
      <span>
        {state === "never" || !synced_at ? (
          "Never synced"
        ) : (
          <>
            {state === "stale" && "Out of date, "}
            {state === "stale" ? "synced" : "Synced"} <Instant at={synced_at} />
          </>
        )}
      </span>
    </span>
  );
}
