import { changeTime, type TimeEntry } from "../../api/time-routes.ts";
import { formatDayOfYear, formatShortWeekday } from "../../format/dates.ts";
import { formatExactHours } from "../../format/numbers.ts";
import { notifyUndoable, refreshAll } from "../../ui/saved-notice.tsx";
import { nameOf, type ProjectTask } from "./lines.ts";

interface Values {
  work: ProjectTask;
  day: string;
  hours: number;
  note?: string | null;
}

type Changes = Partial<Pick<TimeEntry, "project_id" | "task_id" | "spent_on" | "hours" | "note">>;

const inWords = ({ work, day, hours }: Values) =>
  `${formatExactHours(hours)} h on ${nameOf(work)}, ${formatShortWeekday(day)} ${formatDayOfYear(day)}`;

/** Logs and corrects the hours of a person; each change offers its inverse, and each failure rejects. */
export function timeChanges(person: { id: string; isViewer: boolean; name: string | null }) {
  const ownerText = person.isViewer ? "" : ` for ${person.name ?? "this person"}`;
  return {
    create: (values: Values) =>
      refreshOnFailure(async () => {
        const { entry } = await changeTime({
          type: "entry_create",
          project_id: values.work.project.id,
          task_id: values.work.task?.id ?? null,
          spent_on: values.day,
          hours: values.hours,
          note: values.note || null,
          ...(!person.isViewer && { person_id: person.id }),
        });
        notifyUndoable(`Logged ${inWords(values)}${ownerText}.`, () =>
          changeTime({ type: "entry_delete", id: entry.id, version: entry.version }),
        );
      }),

    update: ({ id, version }: TimeEntry, changes: Changes, after: Values) =>
      refreshOnFailure(async () => {
        const { entry, before } = await changeTime({ type: "entry_update", id, version, changes });
        notifyUndoable(`Saved ${inWords(after)}${ownerText}.`, () =>
          changeTime({
            type: "entry_update",
            id,
            version: entry.version,
            changes: before as Changes,
          }),
        );
      }),

    remove: ({ id, version }: TimeEntry, before: Values) =>
      refreshOnFailure(async () => {
        await changeTime({ type: "entry_delete", id, version });
        notifyUndoable(`Deleted ${inWords(before)}${ownerText}.`, () =>
          changeTime({ type: "entry_restore", id }),
        );
      }),
  };
}

export type TimeChanges = ReturnType<typeof timeChanges>;

/** After a refusal the page shows the current rows, so that the next attempt starts from there. */
async function refreshOnFailure(change: () => Promise<void>): Promise<void> {
  try {
    await change();
  } catch (error) {
    refreshAll();
    throw error;
  }
}
