/** Random changes at the vendors, the same ones for the same random numbers, for a test of convergence. */
import type { CalendarEvent, CrmObject, Truth } from "./records.ts";
import type { Collection, Entry } from "./truth.ts";

type Numbers = () => number;

export type ChangedCollection = keyof ReturnType<typeof changesOf>;

/** Makes one change: a record is created, edited, deleted, moved, or merged into another one. */
export function changeAtRandom(truth: Truth, next: Numbers, only?: ChangedCollection): void {
  const changes = changesOf(truth, next);
  const names = Object.keys(changes) as ChangedCollection[];
  const name = only ?? names[Math.floor(next() * names.length)];
  if (name) changes[name]();
}

interface Kind<T extends object> {
  /** A change that people make to a record. */
  edit(data: T): Partial<T>;
  /** Moves the record to another list, calendar, folder or project. */
  move?(data: T): Partial<T>;
  canDelete?: boolean;
  canMerge?: boolean;
}

function changesOf(truth: Truth, next: Numbers) {
  const { directory } = truth;
  const word = () => `Changed ${Math.floor(next() * 1_000_000)}`;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const toCalendar = ({ calendarId, formerCalendars }: CalendarEvent) => ({
    calendarId: pick(directory.calendars).id,
    formerCalendars: [...new Set([...formerCalendars, calendarId])],
  });
  const crm: Kind<CrmObject> = {
    edit: ({ properties }) => ({ properties: { ...properties, description: word() } }),
    canMerge: true,
  };

  return {
    meetings: change(truth.meetings, { edit: () => ({ title: word() }) }),
    clickUpTasks: change(truth.clickUpTasks, {
      edit: () => ({ name: word(), status: pick(["to do", "in progress", "complete"] as const) }),
      move: () => ({ listId: pick(directory.clickUpLists).id }),
    }),
    linearIssues: change(truth.linearIssues, { edit: () => ({ title: word() }) }),
    googleEvents: change(truth.googleEvents, { edit: () => ({ title: word() }), move: toCalendar }),
    graphEvents: change(truth.graphEvents, { edit: () => ({ title: word() }), move: toCalendar }),
    driveFiles: change(truth.driveFiles, {
      edit: () => ({ content: word(), isTrashed: next() < 0.2, isShared: next() < 0.8 }),
      move: () => ({ folderId: pick(directory.driveFolders).id }),
    }),
    gmailMessages: change(truth.gmailMessages, {
      edit: ({ labelIds }) => ({ labelIds: labelIds.includes("TRASH") ? ["INBOX"] : ["TRASH"] }),
    }),
    timeEntries: change(truth.timeEntries, {
      edit: () => ({ hours: 0.25 + Math.floor(next() * 30) / 4 }),
      move: () => ({ projectId: pick(directory.harvestProjects).id }),
    }),
    companies: change(truth.companies, crm),
    contacts: change(truth.contacts, crm),
    deals: change(truth.deals, crm),
    // The vendor of received emails neither edits nor deletes them.
    receivedEmails: change(truth.receivedEmails, { edit: () => ({}), canDelete: false }),
  };

  function change<T extends object>(collection: Collection<T>, kind: Kind<T>): () => void {
    return () => {
      const live = collection.live();
      const entry = live.length > 0 ? pick(live) : undefined;
      const share = next();
      if (!entry || share < 0.3) return void create(collection, entry);
      if (share < 0.45 && kind.canDelete !== false) return void collection.delete(entry.id);
      if (share < 0.6 && kind.move) return void collection.edit(entry.id, kind.move(entry.data));
      const mergeTarget = pick(live);
      if (share < 0.6 && kind.canMerge && mergeTarget.id !== entry.id) {
        return void collection.merge(entry.id, mergeTarget.id);
      }
      const changes = kind.edit(entry.data);
      if (Object.keys(changes).length > 0) collection.edit(entry.id, changes);
      else create(collection, entry);
    };
  }

  /** Creates a record that resembles `like` or, without it, the first record of the collection, even a deleted one. */
  function create<T extends object>(collection: Collection<T>, like: Entry<T> | undefined): void {
    const model = like ?? collection.all()[0];
    if (!model) return;
    const data = structuredClone(model.data) as T & { messageId?: string; receivedAt?: number };
    if (data.receivedAt !== undefined) {
      data.receivedAt = truth.clock.now() - Math.floor(next() * 2) * 86_400_000;
      data.messageId = `<${truth.history.sequence}@random.test>`;
    }
    collection.create(data);
  }
}
