/** Builds records for tests, which name only the relevant fields. */
import type {
  CalendarEvent,
  ClickUpTask,
  DriveFile,
  Email,
  LinearIssue,
  Meeting,
  TimeEntry,
} from "../../../scripts/vendors/records.ts";
import { NOW } from "./office.ts";

const nora = { name: "Nora Feldhaus", email: "admin@demo.test" };
const petra = { name: "Petra Hallund", email: "petra@velmora.test" };
const HOUR = 3_600_000;

export const meeting = (fields: Partial<Meeting> = {}): Meeting => ({
  title: "Weekly call",
  recordedBy: nora,
  invitees: [nora, petra],
  start: NOW - 2 * HOUR,
  end: NOW - HOUR,
  transcript: [{ speaker: petra, text: "The report is due on Friday.", second: 65 }],
  summary: "The report is due on Friday.",
  actionItems: [{ description: "Send the report", assignee: nora, second: 70, completed: false }],
  ...fields,
});

export const task = (fields: Partial<ClickUpTask> = {}): ClickUpTask => ({
  listId: "901500001",
  name: "Draft the concept",
  description: "",
  status: "to do",
  assignees: [nora.email],
  tags: [],
  parent: null,
  dueDate: null,
  estimateHours: 2,
  isArchived: false,
  ...fields,
});

export const issue = (fields: Partial<LinearIssue> = {}): LinearIssue => ({
  teamId: "9cfb482a-81e3-4154-b5b9-2c805e70a02d",
  title: "Search ignores umlauts",
  description: "",
  state: "Backlog",
  assignee: null,
  labels: [],
  dueDate: null,
  estimate: null,
  projectId: null,
  parentId: null,
  ...fields,
});

export const event = (fields: Partial<CalendarEvent> = {}): CalendarEvent => ({
  calendarId: "team@demo.test",
  formerCalendars: [],
  title: "Weekly call",
  description: "",
  location: "",
  start: NOW + HOUR,
  end: NOW + 2 * HOUR,
  isAllDay: false,
  attendees: [nora, petra],
  organizer: nora,
  visibility: "default",
  isBusy: true,
  status: "confirmed",
  recurringId: null,
  ...fields,
});

export const file = (fields: Partial<DriveFile> = {}): DriveFile => ({
  name: "Brief.txt",
  mimeType: "text/plain",
  folderId: "1Folder0001",
  content: "The brief.",
  isTrashed: false,
  isShared: true,
  readers: "domain",
  owner: nora,
  ...fields,
});

export const email = (fields: Partial<Email> = {}): Email => ({
  from: petra,
  to: [nora],
  cc: [],
  subject: "The report",
  text: "When is it due?",
  messageId: "<1@velmora.test>",
  inReplyTo: null,
  headers: {},
  attachments: [],
  receivedAt: NOW,
  ...fields,
});

export const hours = (fields: Partial<TimeEntry> = {}): TimeEntry => ({
  userId: 3_000_001,
  projectId: 41_000_001,
  taskName: "Design",
  spentOn: "2026-03-09",
  hours: 1.5,
  notes: "",
  isBillable: true,
  ...fields,
});
