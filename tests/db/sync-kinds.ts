/** The kinds of streams in the tests with random histories and killed workers. */
import type { SyncStream } from "../../supabase/functions/_domain/syncs/records.ts";

/** A record as its vendor has it; a bad one cannot be stored. */
export interface VendorRecord {
  id: string;
  title: string;
  /** L1, L2 or L9: a list, folder, calendar, company or sender's domain. L9 belongs to no project. */
  list: string;
  isBad: boolean;
  /** Records that were merged into this one. */
  merged: string[];
}

export type SyncedRow = { id: string } & Record<string, unknown>;

export interface SyncKind {
  stream: SyncStream;
  provider: string;
  job: string;
  externalId?(record: VendorRecord): string;
  /** The fields that the vendor lists for a record. */
  data(record: VendorRecord): Record<string, unknown>;
  /** Our row of a live record; null if it has none. */
  truth(record: VendorRecord): SyncedRow | null;
  /** Selects our rows of all records, in the form of `truth`. */
  rows: string;
  /** The first of our tables that a page changes. */
  tables: string[];
  /** A record never changes its list: one that moves is another record. */
  isListFixed?: boolean;
  canMerge?: boolean;
  /** A statement for the effects of other workers after a run. */
  afterRun?: string;
}

const projects: Record<string, string> = { L1: "alpha", L2: "beta" };
const domains: Record<string, string> = {
  L1: "harbour.test",
  L2: "quay.test",
  L9: "elsewhere.test",
};
const clients: Record<string, string> = { L1: "Harbour", L2: "Quay" };

/** Hooks that require a mapped list read nothing from other lists. */
const ofMappedList = ({ id, title, list }: VendorRecord) =>
  list in projects ? { id, title, project: projects[list] } : null;
/** Records of other lists have rows that wait for a project. */
const ofAnyList = ({ id, title, list }: VendorRecord) => ({
  id,
  title,
  project: projects[list] ?? null,
});

const NO_DAY = "2026-02-30";
const instant = (day: string) => `${day}T10:00:00Z`;
// An old meeting proposes no tasks.
const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

/** The busy time of a calendar begins at another minute after each edit. */
const beginsAt = (title: string) =>
  new Date(Date.UTC(2026, 2, 2, 0, Number(title.replace(/\D/g, "")))).toISOString();

const crmKind = (stream: "companies" | "deals", listColumn: string) => ({
  stream,
  provider: "hubspot",
  job: "crm_sync",
  rows: `
    select external_id as id, name as title, ${listColumn} as list from private.crm_records
    where kind = '${stream}' and external_id !~ '^L' and removed_at is null and merged_into_id is null`,
  tables: ["private.crm_records"],
  canMerge: true,
});

export const syncKinds: SyncKind[] = [
  {
    stream: "tasks",
    provider: "clickup",
    job: "task_sync",
    data: ({ list, title, isBad }) => ({
      list_id: list,
      title: isBad ? " " : title,
      status: "open",
      is_closed: false,
      labels: [],
    }),
    truth: ofMappedList,
    rows: `
      select substr(external_key, 9) as id, title, projects.name as project
      from public.tasks join public.projects on projects.id = tasks.project_id
      where managed_by = 'clickup' and tasks.archived_at is null`,
    tables: ["public.tasks"],
  },
  {
    stream: "hours",
    provider: "harvest",
    job: "time_tracking_sync",
    data: ({ list, title, isBad }) => ({
      project_external_id: list,
      task_name: null,
      person_email: "p1@north.test",
      spent_on: isBad ? NO_DAY : "2026-02-03",
      hours: 1.5,
      note: title,
    }),
    truth: ofMappedList,
    rows: `
      select substr(external_key, 9) as id, note as title, projects.name as project
      from public.time_entries join public.projects on projects.id = time_entries.project_id
      where managed_by = 'harvest'`,
    tables: ["public.time_entries"],
  },
  {
    stream: "events",
    provider: "google_calendar",
    job: "calendar_sync",
    isListFixed: true,
    externalId: ({ id, list }) => `${list}/${id}`,
    data: ({ list, title, isBad }) => ({
      calendar_id: list,
      summary: title,
      description: null,
      location: null,
      starts_at: instant(isBad ? NO_DAY : "2026-03-02"),
      ends_at: "2026-03-02T11:00:00Z",
      is_all_day: false,
      time_zone: null,
      status: "confirmed",
      organizer_email: null,
      attendees: [],
      etag: null,
      url: null,
      uid: null,
      series_id: null,
    }),
    truth: (record) => ({ ...ofAnyList(record), id: `${record.list}/${record.id}` }),
    rows: `
      select calendar_id || '/' || external_id as id, calendar_events.summary as title, projects.name as project
      from public.calendar_events left join public.projects on projects.id = calendar_events.project_id
      where calendar_events.status <> 'cancelled'`,
    tables: ["public.calendar_events"],
  },
  {
    stream: "busy",
    provider: "google_calendar",
    job: "calendar_sync",
    externalId: ({ id }) => `p${id}@north.test`,
    data: ({ id, title, isBad }) => ({
      calendar_id: `p${id}@north.test`,
      window_starts_at: instant("2026-03-01"),
      window_ends_at: instant("2026-04-01"),
      blocks: [
        { starts_at: instant("2026-03-20"), ends_at: "2026-03-20T11:00:00Z" },
        { starts_at: isBad ? instant(NO_DAY) : beginsAt(title), ends_at: instant("2026-03-20") },
      ],
    }),
    truth: ({ id, title }) =>
      // Every fifth calendar belongs to an unknown person.
      Number(id) % 5 === 0
        ? null
        : { id: `p${id}@north.test`, blocks: [beginsAt(title), "2026-03-20T10:00:00.000Z"] },
    rows: `
      select external_id as id, array(
        select to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from public.busy_blocks
        where calendar_id = busy_calendars.id order by starts_at) as blocks
      from public.busy_calendars`,
    tables: ["public.busy_calendars", "public.busy_blocks"],
  },
  {
    stream: "meetings",
    provider: "fathom",
    job: "meeting_sync",
    isListFixed: true,
    data: ({ id, list, title, isBad }) => ({
      title,
      url: `https://meetings.test/${id}`,
      starts_at: instant(isBad ? NO_DAY : YESTERDAY),
      ends_at: `${YESTERDAY}T11:00:00Z`,
      language: "en",
      recorded_by_email: "p1@north.test",
      recorded_by_name: "Person 1",
      invitees: [{ name: "Ines", email: `ines@${domains[list]}`, is_external: true }],
      summary: `About ${title}`,
      transcript: [
        { speaker_name: "Ines", speaker_email: null, text: "We need it.", offset_seconds: 3 },
      ],
      action_items: [
        {
          description: `Send part ${id}`,
          assignee_email: null,
          assignee_name: null,
          is_completed: false,
          offset_seconds: 3,
        },
      ],
    }),
    // A meeting that has a project can be found, is in its note, and has one card for its action item.
    truth: (record) => {
      const row = ofAnyList(record);
      const text = row.project && `About ${record.title}`;
      return { ...row, text, note: text, cards: row.project ? 1 : 0 };
    },
    rows: `
      select
        meetings.external_id as id, sources.title, projects.name as project,
        (select string_agg(substring(content from 'About Title \\d+'), '|') from public.passages
         where source_id = sources.id and source_version = sources.published_version) as text,
        (select string_agg(body, '|') from public.project_notes where source_id = sources.id) as note,
        (select count(*)::integer from private.meeting_action_items as items
         join public.approvals on approvals.id = items.approval_id where items.meeting_id = meetings.id) as cards
      from public.meetings
      join public.sources on sources.id = meetings.id
      left join public.projects on projects.id = sources.project_id
      where sources.archived_at is null`,
    tables: [
      "public.sources",
      "public.meetings",
      "private.meeting_texts",
      "public.passages",
      "public.project_notes",
      "public.approvals",
      "private.meeting_action_items",
    ],
  },
  {
    stream: "files",
    provider: "google_drive",
    job: "file_sync",
    data: ({ list, title, isBad }) => ({
      name: `${title}.txt`,
      media_type: "text/plain",
      size_bytes: isBad ? 26_214_401 : 12,
      content_version: title,
      modified_at: instant("2026-03-02"),
      root_folder_id: list,
      folder_path: [],
      sharing: "organization",
      url: null,
    }),
    truth: (record) => {
      const row = ofMappedList(record);
      return row && { ...row, title: `${row.title}.txt`, content: record.title };
    },
    rows: `
      select
        files.external_id as id, sources.title, projects.name as project,
        rtrim(convert_from(decode(versions.sha256, 'hex'), 'UTF8')) as content
      from private.synced_files as files
      join public.sources on sources.id = files.id
      join public.documents on documents.id = files.id
      join public.document_versions as versions
        on versions.document_id = files.id and versions.version = documents.latest_version
      join public.projects on projects.id = sources.project_id
      where sources.archived_at is null and files.removed_at is null`,
    tables: ["private.synced_files", "public.sources", "private.jobs"],
    afterRun: "select pg_temp.fetch_files()",
  },
  {
    ...crmKind("companies", "domain"),
    data: ({ title, list, isBad, merged }) => ({
      name: title,
      domain: domains[list],
      merged_external_ids: isBad ? "unknown" : merged,
    }),
    truth: ({ id, title, list }) => ({ id, title, list: domains[list] }),
  },
  {
    stream: "contacts",
    provider: "hubspot",
    job: "crm_sync",
    canMerge: true,
    data: ({ id, title, list, isBad, merged }) =>
      isBad
        ? { unreadable: "The record has no fields" }
        : {
            email: `contact${id}@${domains[list]}`,
            first_name: title.split(" ")[0],
            last_name: title.split(" ")[1],
            phone: null,
            job_title: null,
            company_external_id: list,
            merged_external_ids: merged,
          },
    truth: ({ id, title, list }) =>
      list in clients
        ? { id, title, email: `contact${id}@${domains[list]}`, client: clients[list] }
        : null,
    rows: `
      select substr(external_key, 9) as id, contacts.name as title, contacts.email, clients.name as client
      from public.contacts join public.clients on clients.id = contacts.client_id
      where managed_by = 'hubspot' and contacts.archived_at is null`,
    tables: ["private.crm_records", "public.contacts"],
  },
  {
    ...crmKind("deals", "company_external_id"),
    data: ({ title, list, isBad, merged }) => ({
      name: title,
      stage: "contractsent",
      pipeline: "default",
      amount: "1200.50",
      currency: "EUR",
      close_on: null,
      company_external_id: list,
      merged_external_ids: isBad ? "unknown" : merged,
    }),
    truth: ({ id, title, list }) => ({ id, title, list }),
  },
  {
    stream: "emails",
    provider: "gmail",
    job: "email_sync",
    isListFixed: true,
    // A received email never changes.
    data: ({ id, list, isBad }) => ({
      message_id: `<${id}@mail.test>`,
      thread_external_id: null,
      in_reply_to: null,
      reference_ids: null,
      from: { name: "Ines", address: `ines@${domains[list]}` },
      has_several_senders: false,
      problems: [],
      to: [{ name: "", address: "office@north.test" }],
      cc: [],
      subject: `Email ${id}`,
      received_at: instant(isBad ? NO_DAY : "2026-03-02"),
      text: `Text of ${id}`,
      headers: [
        { name: "From", value: `ines@${domains[list]}` },
        {
          name: "Authentication-Results",
          value: `mx.google.com; dmarc=pass header.from=${domains[list]}`,
        },
      ],
      attachments: [
        { file_name: "plan.txt", media_type: "text/plain", size_bytes: 12, is_inline: false },
      ],
      raw_path: null,
    }),
    truth: ({ id, list }) => ({
      id,
      title: `Email ${id}`,
      project: projects[list] ?? null,
      text: `Text of ${id}`,
      attachments: 1,
    }),
    rows: `
      select
        emails.external_id as id, sources.title, projects.name as project, texts.text,
        (select count(*)::integer from private.email_attachments where email_id = emails.id) as attachments
      from public.inbound_emails as emails
      join public.sources on sources.id = emails.id
      join private.email_texts as texts on texts.email_id = emails.id
      left join public.projects on projects.id = sources.project_id
      where emails.removed_at is null and sources.archived_at is null`,
    tables: [
      "public.sources",
      "public.inbound_emails",
      "private.email_texts",
      "private.email_attachments",
    ],
  },
];
