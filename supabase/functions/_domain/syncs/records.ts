import { z } from "zod";
import { EmailProblem } from "../inbound-emails/contract.ts";

/** The fields of a synced record, by stream. Adapters write them and the database reads them; days and instants are text. */

const Day = z.iso.date();
const Instant = z.iso.datetime({ offset: true });
/** An id in the vendor's system. */
const ExternalId = z.string().min(1);
const Text = z.string();

export const SyncedTask = z.strictObject({
  list_id: ExternalId,
  title: Text,
  description: Text.nullable(),
  status: Text,
  is_closed: z.boolean(),
  due_on: Day.nullable(),
  estimate_hours: z.number().nonnegative().nullable(),
  assignee_email: Text.nullable(),
  assignee_name: Text.nullable(),
  labels: z.array(Text),
  url: Text.nullable(),
  parent_external_id: ExternalId.nullable(),
});

export const SyncedHours = z.strictObject({
  project_external_id: ExternalId,
  task_name: Text.nullable(),
  person_email: Text.nullable(),
  person_name: Text.nullable(),
  spent_on: Day,
  hours: z.number().nonnegative(),
  note: Text.nullable(),
  is_billable: z.boolean(),
});

/** An all-day event begins at midnight UTC of its first day and ends at midnight UTC after its last. */
export const SyncedEvent = z.strictObject({
  calendar_id: ExternalId,
  summary: Text.nullable(),
  description: Text.nullable(),
  location: Text.nullable(),
  starts_at: Instant,
  ends_at: Instant,
  is_all_day: z.boolean(),
  time_zone: Text.nullable(),
  status: z.enum(["confirmed", "tentative"]),
  organizer_email: Text.nullable(),
  attendees: z.array(Text),
  etag: Text.nullable(),
  url: Text.nullable(),
  /** The same for the copies of an event in several calendars. */
  uid: Text.nullable(),
  /** The vendor's id of the repeating event that this one belongs to. */
  series_id: Text.nullable(),
});

/** All busy times of one calendar in a window: one record, so that they are replaced together. It has no titles. */
export const SyncedBusyTimes = z.strictObject({
  calendar_id: ExternalId,
  window_starts_at: Instant,
  window_ends_at: Instant,
  blocks: z.array(z.strictObject({ starts_at: Instant, ends_at: Instant })),
});

export const SyncedMeeting = z.strictObject({
  title: Text,
  url: Text,
  starts_at: Instant,
  ends_at: Instant,
  language: Text.nullable(),
  recorded_by_email: Text,
  recorded_by_name: Text,
  invitees: z.array(
    z.strictObject({ name: Text.nullable(), email: Text.nullable(), is_external: z.boolean() }),
  ),
  summary: Text.nullable(),
  transcript: z.array(
    z.strictObject({
      speaker_name: Text,
      speaker_email: Text.nullable(),
      text: Text,
      offset_seconds: z.int().nonnegative(),
    }),
  ),
  action_items: z.array(
    z.strictObject({
      description: Text,
      assignee_email: Text.nullable(),
      assignee_name: Text.nullable(),
      is_completed: z.boolean(),
      offset_seconds: z.int().nonnegative(),
    }),
  ),
});

export const SyncedFile = z.strictObject({
  name: Text,
  media_type: Text,
  /** Null for documents in the vendor's own format, which have to be exported. */
  size_bytes: z.int().nonnegative().nullable(),
  /** A text that changes when the content does. If the vendor has no checksum, it may also change otherwise. */
  content_version: Text,
  modified_at: Instant,
  /** The synced folder that contains the file; it determines the project. */
  root_folder_id: ExternalId,
  /** Names of the folders from the synced one down to the file. */
  folder_path: z.array(Text),
  /** With whom the file is shared; null if the vendor does not report it, which counts as private. */
  sharing: z.enum(["private", "people", "organization", "public"]).nullable(),
  url: Text.nullable(),
});

/** Ids of the records that were merged into this one. */
const mergedIds = z.array(ExternalId);

export const SyncedCompany = z.strictObject({
  name: Text.nullable(),
  domain: Text.nullable(),
  merged_external_ids: mergedIds,
});

export const SyncedContact = z.strictObject({
  email: Text.nullable(),
  first_name: Text.nullable(),
  last_name: Text.nullable(),
  phone: Text.nullable(),
  job_title: Text.nullable(),
  company_external_id: ExternalId.nullable(),
  merged_external_ids: mergedIds,
});

export const SyncedDeal = z.strictObject({
  name: Text.nullable(),
  stage: Text.nullable(),
  pipeline: Text.nullable(),
  /** A decimal number as text: money never passes through a float. */
  amount: z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .nullable(),
  currency: Text.nullable(),
  close_on: Day.nullable(),
  company_external_id: ExternalId.nullable(),
  merged_external_ids: mergedIds,
});

const EmailAddress = z.strictObject({ name: Text, address: Text });

export const SyncedEmail = z.strictObject({
  message_id: Text.nullable(),
  thread_external_id: ExternalId.nullable(),
  in_reply_to: Text.nullable(),
  /** The ids of References, separated by spaces. */
  reference_ids: Text.nullable(),
  from: EmailAddress.nullable(),
  /** Mail servers verify only one of several senders, so none is trusted. */
  has_several_senders: z.boolean(),
  to: z.array(EmailAddress),
  cc: z.array(EmailAddress),
  subject: Text,
  received_at: Instant,
  text: Text,
  /** Parts that may be missing or misread. */
  problems: z.array(EmailProblem),
  /** In their order; only the topmost Authentication-Results counts. */
  headers: z.array(z.strictObject({ name: Text, value: Text })),
  attachments: z.array(
    z.strictObject({
      file_name: Text.nullable(),
      media_type: Text,
      size_bytes: z.int().nonnegative(),
      is_inline: z.boolean(),
    }),
  ),
  /** The message as it was sent, in the bucket emails; null if it is too large. */
  raw_path: Text.nullable(),
  raw_bytes: z.int().nonnegative(),
});

export const syncedRecords = {
  tasks: SyncedTask,
  hours: SyncedHours,
  events: SyncedEvent,
  busy: SyncedBusyTimes,
  meetings: SyncedMeeting,
  files: SyncedFile,
  companies: SyncedCompany,
  contacts: SyncedContact,
  deals: SyncedDeal,
  emails: SyncedEmail,
};

export type SyncStream = keyof typeof syncedRecords;
export type SyncedTask = z.output<typeof SyncedTask>;
export type SyncedHours = z.output<typeof SyncedHours>;
export type SyncedEvent = z.output<typeof SyncedEvent>;
export type SyncedBusyTimes = z.output<typeof SyncedBusyTimes>;
export type SyncedMeeting = z.output<typeof SyncedMeeting>;
export type SyncedFile = z.output<typeof SyncedFile>;
export type SyncedCompany = z.output<typeof SyncedCompany>;
export type SyncedContact = z.output<typeof SyncedContact>;
export type SyncedDeal = z.output<typeof SyncedDeal>;
export type SyncedEmail = z.output<typeof SyncedEmail>;
