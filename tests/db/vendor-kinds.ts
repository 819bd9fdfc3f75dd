/** The streams of the simulated vendors, with our rows and the vendors' truth in one form. */
import type { ChangedCollection } from "../../scripts/vendors/random-history.ts";
import type { CalendarEvent, CrmObject, Person, Truth } from "../../scripts/vendors/records.ts";
import {
  demoDirectory,
  folderIdOf,
  harvestProjectIdOf,
  linearTeam,
  listIdOf,
  people,
  teamCalendar,
} from "../../scripts/vendors/seed/demo-agency.ts";
import type { Collection, Entry } from "../../scripts/vendors/truth.ts";
import type { VendorName } from "../../scripts/vendors/vendor.ts";
import type { SyncedRow } from "./sync-kinds.ts";
import type { ReadStream } from "./sync-world.ts";

export interface VendorStream extends ReadStream {
  vendor: VendorName;
  collection: ChangedCollection;
  /** Settings of the account that differ from the usual ones of tests. */
  settings?: Record<string, unknown>;
  /** The container of the vendor that pushes are about. */
  resource?: string;
  /** Its tokens expire. Other vendors are read from a time or a page number. */
  hasTokens?: boolean;
  /** It reports every change and removal, so that no complete listing is needed. */
  reportsRemovals?: boolean;
  truth(truth: Truth): SyncedRow[];
}

/** Our row of each live record; null if it has none. */
const liveRows = <T extends object>(
  collection: Collection<T>,
  rowOf: (data: T, entry: Entry<T>) => Record<string, unknown> | null,
): SyncedRow[] =>
  collection.live().flatMap((entry) => {
    const row = rowOf(entry.data, entry);
    return row ? [{ id: entry.id, ...row }] : [];
  });

const mappedCollection = (idOf: (index: number) => string | number) => {
  const lists: NonNullable<ReadStream["lists"]> = {};
  lists[idOf(0)] = "alpha";
  lists[idOf(1)] = "beta";
  return { lists, projectOf: (id: string | number) => lists[String(id)] };
};
const clickUp = mappedCollection(listIdOf);
const harvest = mappedCollection(harvestProjectIdOf);
const drive = mappedCollection(folderIdOf);
const folders = [0, 1, 2].map(folderIdOf);
const calendars = [teamCalendar, people.nora.email];
const mailboxes = [people.nora.email, people.jonas.email];

const tasks = (provider: string) => ({
  stream: "tasks" as const,
  provider,
  job: "task_sync",
  rows: `
    select substr(external_key, ${provider.length + 2}) as id, title, projects.name as project
    from public.tasks join public.projects on projects.id = tasks.project_id
    where managed_by = '${provider}' and tasks.archived_at is null`,
  tables: ["public.tasks"],
});
const events = (provider: string) => ({
  stream: "events" as const,
  provider,
  job: "calendar_sync",
  rows: `
    select calendar_id || '/' || external_id as id, summary as title from public.calendar_events
    where provider = '${provider}' and status <> 'cancelled'`,
  tables: ["public.calendar_events"],
  hasTokens: true,
});
const shownEvents = (collection: Collection<CalendarEvent>, calendarIds: string[]): SyncedRow[] =>
  collection
    .live()
    .flatMap(({ id, data: { calendarId, visibility, title } }) =>
      calendarIds.includes(calendarId) && visibility !== "private"
        ? [{ id: `${calendarId}/${id}`, title }]
        : [],
    );
const crm = (stream: "companies" | "contacts" | "deals") => ({
  stream,
  provider: "hubspot",
  vendor: "hubspot" as const,
  collection: stream,
  job: "crm_sync",
  // The world has companies of its own, L1 and L2.
  rows: `
    select external_id as id, name as title from private.crm_records
    where kind = '${stream}' and external_id !~ '^L' and removed_at is null and merged_into_id is null`,
  tables: ["private.crm_records"],
});
const namedCollection = (
  collection: Collection<CrmObject>,
  nameOf: (properties: CrmObject["properties"]) => unknown,
) => liveRows(collection, ({ properties }) => ({ title: nameOf(properties) }));
const emails = (provider: string) => ({
  stream: "emails" as const,
  provider,
  job: "email_sync",
  rows: `
    select external_id as id, subject as title from public.inbound_emails
    where provider = '${provider}' and removed_at is null`,
  tables: ["public.inbound_emails", "private.email_texts"],
});

export const vendorStreams: VendorStream[] = [
  {
    stream: "meetings",
    provider: "fathom",
    vendor: "fathom",
    collection: "meetings",
    job: "meeting_sync",
    rows: `
      select external_id as id, sources.title from public.meetings join public.sources on sources.id = meetings.id
      where sources.archived_at is null`,
    tables: ["public.sources", "public.meetings"],
    truth: ({ meetings }) => liveRows(meetings, ({ title }) => ({ title })),
  },
  {
    ...tasks("clickup"),
    vendor: "clickup",
    collection: "clickUpTasks",
    lists: clickUp.lists,
    truth: ({ clickUpTasks }) =>
      liveRows(clickUpTasks, ({ name, listId }) => {
        const project = clickUp.projectOf(listId);
        return project ? { title: name, project } : null;
      }),
  },
  {
    ...tasks("linear"),
    vendor: "linear",
    collection: "linearIssues",
    lists: { [linearTeam.id]: "alpha" },
    truth: ({ linearIssues }) =>
      liveRows(linearIssues, ({ title }) => ({ title, project: "alpha" })),
  },
  {
    stream: "hours",
    provider: "harvest",
    vendor: "harvest",
    collection: "timeEntries",
    job: "time_tracking_sync",
    lists: harvest.lists,
    rows: `
      select substr(external_key, 9) as id, hours::float8 as hours, projects.name as project
      from public.time_entries join public.projects on projects.id = time_entries.project_id
      where managed_by = 'harvest'`,
    tables: ["public.time_entries"],
    truth: ({ timeEntries }) =>
      liveRows(timeEntries, ({ hours, projectId }) => {
        const project = harvest.projectOf(projectId);
        return project ? { hours, project } : null;
      }),
  },
  {
    ...events("google_calendar"),
    vendor: "google-calendar",
    collection: "googleEvents",
    settings: { calendar_ids: calendars },
    resource: teamCalendar,
    truth: ({ googleEvents }) => shownEvents(googleEvents, calendars),
  },
  {
    ...events("microsoft_graph"),
    vendor: "microsoft-graph",
    collection: "graphEvents",
    settings: { mailboxes },
    truth: ({ graphEvents }) => shownEvents(graphEvents, mailboxes),
  },
  {
    stream: "files",
    provider: "google_drive",
    vendor: "google-drive",
    collection: "driveFiles",
    job: "file_sync",
    settings: { folder_ids: folders },
    lists: drive.lists,
    rows: `
      select files.external_id as id, files.name as title, projects.name as project
      from private.synced_files as files join public.projects on projects.id = files.project_id
      where files.removed_at is null`,
    tables: ["private.synced_files", "private.jobs"],
    reportsRemovals: true,
    truth: ({ driveFiles }) =>
      liveRows(driveFiles, ({ name, folderId, isTrashed, isShared }) => {
        const project = drive.projectOf(folderId);
        return project && !isTrashed && isShared ? { title: name, project } : null;
      }),
  },
  {
    ...crm("companies"),
    truth: ({ companies }) => namedCollection(companies, ({ name }) => name),
  },
  {
    ...crm("contacts"),
    truth: ({ contacts }) =>
      namedCollection(contacts, ({ firstname, lastname }) => `${firstname} ${lastname}`),
  },
  { ...crm("deals"), truth: ({ deals }) => namedCollection(deals, ({ dealname }) => dealname) },
  {
    ...emails("resend"),
    vendor: "resend",
    collection: "receivedEmails",
    truth: ({ receivedEmails }) => liveRows(receivedEmails, ({ subject }) => ({ title: subject })),
  },
  {
    ...emails("gmail"),
    vendor: "gmail",
    collection: "gmailMessages",
    hasTokens: true,
    truth: ({ gmailMessages }) =>
      liveRows(gmailMessages, ({ subject, labelIds }) =>
        labelIds.includes("TRASH") ? null : { title: subject },
      ),
  },
];

/** The people who record hours at the vendor are also members of the organization. */
export const colleagues = (organizationId: string) => `
  insert into public.people (organization_id, email, name, role, is_employee) values
  ${demoDirectory.people.map(({ name, email }: Person) => `('${organizationId}', '${email}', '${name}', 'member', true)`).join(",\n")}`;
