import { explain, ServiceError } from "../../api/service-error.ts";
import type { TimeEntry } from "../../api/time-routes.ts";
import { formatExactHours } from "../../format/numbers.ts";

/** The reason why hours were not saved, and the next step. */
export function explainFailure(error: unknown): { title: string; detail: string } {
  if (!(error instanceof ServiceError)) return explain(error);
  switch (error.code) {
    case "version_conflict": {
      const { current } = (error.details ?? {}) as { current?: Partial<TimeEntry> };
      const now =
        current?.hours === undefined ? "" : ` It now has ${formatExactHours(current.hours)} h.`;
      return {
        title: "Another person changed this entry in the meantime",
        detail: `Your change wasn't saved.${now} Check the entry, then change it again.`,
      };
    }
    case "week_locked":
      return {
        title: "The week is locked",
        detail: "Your change wasn't saved. Ask a lead to unlock the week.",
      };
    case "time_entry_not_found":
      return {
        title: "The entry no longer exists",
        detail: "Someone deleted it. Enter the hours again if you need them.",
      };
    case "timer_too_long":
      return {
        title: "The timer ran for more than 7 days",
        detail: "Enter when the work ended, or discard the timer.",
      };
    default:
      return explain(error);
  }
}
