import { changeTime } from "../../api/time-routes.ts";
import { countOf } from "../../format/numbers.ts";
import { notifyUndoable } from "../../ui/saved-notice.tsx";
import type { PersonWeek } from "./queries.ts";
import { formatWeek } from "./week.ts";

const set = (isLocked: boolean, week_on: string, person_id: string | null) =>
  changeTime({ type: isLocked ? "week_lock" : "week_unlock", week_on, person_id });

/** Locks or unlocks the week of a person, or of everyone, and offers the inverse for the weeks that changed. */
export async function changeLock(
  isLocked: boolean,
  week_on: string,
  whose: PersonWeek["person"] | PersonWeek[],
): Promise<void> {
  const verb = isLocked ? "Locked" : "Unlocked";
  if (!Array.isArray(whose)) {
    await set(isLocked, week_on, whose.id);
    notifyUndoable(`${verb} ${formatWeek(week_on)} for ${whose.name}.`, () =>
      set(!isLocked, week_on, whose.id),
    );
    return;
  }
  const changing = whose.filter(({ lock }) => (lock !== null) !== isLocked);
  const { people } = await set(isLocked, week_on, null);
  notifyUndoable(
    `${verb} ${formatWeek(week_on)} for ${countOf(people, "person", "people")}.`,
    () =>
      changing.length === whose.length
        ? set(!isLocked, week_on, null)
        : Promise.all(changing.map(({ person }) => set(!isLocked, week_on, person.id))),
  );
}
