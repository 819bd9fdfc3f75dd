/** Records of each stream as its adapter lists them, in the lists L1 to L`lists` of `organization`. */
import type { z } from "zod";
import type { SyncStream, syncedRecords } from "../supabase/functions/_domain/syncs/records.ts";
import type { SyncRecord } from "../supabase/functions/_integrations/sync-port.ts";

interface RecordPosition {
  index: number;
  organization: string;
  /** The number of the list, from 1. The list is mapped to the project with the same number. */
  list: number;
}

const STATES = ["to do", "in progress", "complete", "blocked"];
const STAFF = { first: 7, count: 34 };
/** The existing tasks of each mapped project get this title and a number from 1, so that hours find them by name. */
export const TASK_TITLE = "Work";
const NAMED_TASKS = 80;
/** Busy times of one calendar. */
export const BLOCKS_OF_A_CALENDAR = 400;

export function recordsOf(
  stream: SyncStream,
  organization: string,
  rows: number,
  lists: number,
): SyncRecord[] {
  const count = stream === "busy" ? Math.ceil(rows / BLOCKS_OF_A_CALENDAR) : rows;
  return Array.from({ length: count }, (_, index) => {
    const list = 1 + (index % lists);
    return {
      externalId: externalId(stream, { index, organization, list }),
      version: "2026-10-01T10:00:00.000000Z",
      isDeleted: false,
      filteredBecause: null,
      data: content[stream]({ index, organization, list }),
    };
  });
}

function externalId(stream: SyncStream, { index, organization, list }: RecordPosition): string {
  if (stream === "events") return `L${list}/${index + 1}`;
  return stream === "busy" ? emailOf(index, organization) : String(index + 1);
}

const emailOf = (index: number, organization: string) =>
  `p${STAFF.first + (index % STAFF.count)}@${organization}.test`;

/** The client of the project of this number; see dataset.sql. */
const clientOf = (list: number) => 1 + ((1 + (list % 20)) % 10);
const clientEmail = (list: number, organization: string) =>
  `ines@c${clientOf(list)}.${organization}.test`;

const instantOf = (index: number, minutes = 0) =>
  new Date(Date.UTC(2026, 0, 1 + (index % 300), 9, minutes)).toISOString();
const dayOf = (index: number) => instantOf(index).slice(0, 10);

const content: {
  [Stream in SyncStream]: (position: RecordPosition) => z.output<(typeof syncedRecords)[Stream]>;
} = {
  tasks({ index, organization, list }) {
    const status = STATES[index % STATES.length] as string;
    return {
      list_id: `L${list}`,
      title: `Part ${index} of the relaunch`,
      description: `Page ${index % 50} as designed, with the client's texts and the pictures from the photo shoot.`,
      status,
      is_closed: status === "complete",
      due_on: dayOf(index),
      estimate_hours: 0.5 + (index % 40),
      assignee_email: emailOf(index, organization),
      assignee_name: "Person",
      labels: index % 3 ? [] : ["design"],
      url: `https://tracker.example/t/${index}`,
      parent_external_id: null,
    };
  },
  hours: ({ index, organization, list }) => ({
    project_external_id: `L${list}`,
    task_name: `${TASK_TITLE} ${1 + (Math.floor(index / 10) % NAMED_TASKS)}`,
    person_email: emailOf(index, organization),
    person_name: "Person",
    spent_on: dayOf(index),
    hours: 0.25 + (index % 30) * 0.25,
    note: index % 2 ? `Texts of page ${index % 50}` : null,
    is_billable: true,
  }),
  events: ({ index, organization, list }) => ({
    calendar_id: `L${list}`,
    summary: `Review of page ${index}`,
    description: "The designed pages, one after the other.",
    location: null,
    starts_at: instantOf(index),
    ends_at: instantOf(index, 30),
    is_all_day: false,
    time_zone: "Europe/Berlin",
    status: "confirmed",
    organizer_email: emailOf(index, organization),
    attendees: [emailOf(index, organization), emailOf(index + 1, organization)],
    etag: `"${index}"`,
    url: `https://calendar.example/e/${index}`,
    uid: `${index}@calendar.example`,
    series_id: null,
  }),
  busy: ({ index, organization }) => ({
    calendar_id: emailOf(index, organization),
    window_starts_at: instantOf(0),
    window_ends_at: instantOf(299),
    blocks: Array.from({ length: BLOCKS_OF_A_CALENDAR }, (_, block) => ({
      starts_at: instantOf(block, Math.floor(block / 300) * 60),
      ends_at: instantOf(block, Math.floor(block / 300) * 60 + 30),
    })),
  }),
  meetings: ({ index, organization, list }) => ({
    title: `P${list}: weekly call ${index}`,
    url: `https://meetings.example/${index}`,
    starts_at: instantOf(index),
    ends_at: instantOf(index, 45),
    language: "en",
    recorded_by_email: emailOf(index, organization),
    recorded_by_name: "Person",
    invitees: [
      { name: "Ines", email: clientEmail(list, organization), is_external: true },
      { name: "Person", email: emailOf(index, organization), is_external: false },
    ],
    summary: `The texts of page ${index % 50} are late. The pictures are chosen, and the photo shoot is over.`,
    transcript: Array.from({ length: 8 }, (_, turn) => ({
      speaker_name: turn % 2 ? "Ines" : "Person",
      speaker_email: null,
      text: `We go through page ${(index + turn) % 50} now, and then through the pictures.`,
      offset_seconds: turn * 20,
    })),
    action_items: [],
  }),
  emails: ({ index, organization, list }) => {
    // Every fifth project has ended (see dataset.sql), and the router assigns nothing to ended work.
    const project = list % 5 === 4 ? list + 1 : list;
    const address = clientEmail(project, organization);
    return {
      message_id: `<${index}@mail.example>`,
      in_reply_to: null,
      reference_ids: null,
      thread_external_id: null,
      from: { name: "Ines", address },
      has_several_senders: false,
      problems: [],
      to: [{ name: "Office", address: `office@${organization}.test` }],
      cc: [],
      subject: `P${project}: the texts of page ${index}`,
      received_at: instantOf(index),
      text: `The texts of page ${index % 50} are late. The pictures are chosen, and the photo shoot is over.\n`.repeat(
        4,
      ),
      headers: [
        {
          name: "authentication-results",
          value: `mx.google.com; dmarc=pass header.from=${address.split("@")[1]}`,
        },
        { name: "from", value: `Ines <${address}>` },
        { name: "to", value: `office@${organization}.test` },
      ],
      attachments: [
        {
          file_name: "Layout.pdf",
          media_type: "application/pdf",
          size_bytes: 1000,
          is_inline: false,
        },
      ],
      raw_path: `bench/${index}.eml`,
      raw_bytes: 4000,
    };
  },
  companies: ({ index }) => ({
    name: `Company ${index}`,
    domain: `company${index}.example`,
    merged_external_ids: [],
  }),
  files: ({ index, list }) => ({
    name: index % 20 ? `Layouts of page ${index}.pdf` : `Contract ${index}.pdf`,
    media_type: "application/pdf",
    size_bytes: 1000 + index,
    content_version: `v${index}`,
    modified_at: instantOf(index),
    root_folder_id: `L${list}`,
    folder_path: ["Relaunch", `Round ${index % 7}`],
    sharing: index % 3 ? "organization" : "people",
    url: `https://drive.google.com/file/d/${index}/view`,
  }),
  contacts: ({ index, list }) => ({
    email: `contact${index}@company${list}.example`,
    first_name: "Contact",
    last_name: String(index),
    phone: "+49 30 1234",
    job_title: "Editor",
    company_external_id: `L${list}`,
    merged_external_ids: [],
  }),
  deals: ({ index, list }) => ({
    // The first deal of each list has become its project.
    name: index < list ? `Project ${list}` : `Relaunch ${index}`,
    stage: "contractsent",
    pipeline: "default",
    amount: `${1000 + index}.50`,
    currency: "EUR",
    close_on: dayOf(index),
    company_external_id: `L${clientOf(list)}`,
    merged_external_ids: [],
  }),
};
