import { actOnCalendar, type CalendarEvent } from "../../api/calendar-routes.ts";
import { notifyFailed, notifyUndoable } from "../../ui/saved-notice.tsx";

/** Restores the previous choice of a person: a project, or none. */
const restore = (event_id: string, project_id: string | null) =>
  project_id
    ? actOnCalendar({ action: "override_project", event_id, project_id })
    : actOnCalendar({ action: "clear_override", event_id });

/** Matches an event to a project by hand; later syncs don't change it. Returns whether it was saved. */
export function overrideProject(
  { id, title }: CalendarEvent,
  project: { id: string; name: string },
): Promise<boolean> {
  return tryToSave(async () => {
    const answer = await actOnCalendar({
      action: "override_project",
      event_id: id,
      project_id: project.id,
    });
    notifyUndoable(`Assigned “${title}” to ${project.name}.`, () =>
      restore(id, answer.previous_project_id),
    );
  });
}

/** Lets the rules match an event again. */
export function clearOverride({ id, title }: CalendarEvent): Promise<boolean> {
  return tryToSave(async () => {
    const answer = await actOnCalendar({ action: "clear_override", event_id: id });
    const now = answer.event.project
      ? `now matched to ${answer.event.project.name}`
      : "now without a project";
    notifyUndoable(`Cleared the choice for “${title}”, ${now}.`, () =>
      restore(id, answer.previous_project_id),
    );
  });
}

async function tryToSave(change: () => Promise<void>): Promise<boolean> {
  try {
    await change();
    return true;
  } catch (error) {
    notifyFailed("The project wasn't changed", error);
    return false;
  }
}
