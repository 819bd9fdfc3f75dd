/** The records of each vendor, with the facts behind its responses. */
import { type Clock, Collection, History } from "./truth.ts";

export interface Person {
  name: string;
  email: string;
}

export interface Meeting {
  title: string;
  recordedBy: Person;
  invitees: Person[];
  /** Milliseconds. */
  start: number;
  end: number;
  transcript: { speaker: Person; text: string; second: number }[];
  summary: string;
  actionItems: {
    description: string;
    assignee: Person | null;
    second: number;
    completed: boolean;
  }[];
}

export interface ClickUpTask {
  listId: string;
  name: string;
  description: string;
  status: "to do" | "in progress" | "complete";
  assignees: string[];
  tags: string[];
  parent: string | null;
  dueDate: number | null;
  estimateHours: number | null;
  isArchived: boolean;
}

export interface LinearIssue {
  teamId: string;
  title: string;
  description: string;
  state: "Backlog" | "In Progress" | "Done";
  assignee: string | null;
  labels: string[];
  dueDate: string | null;
  estimate: number | null;
  projectId: string | null;
  parentId: string | null;
}

export interface CalendarEvent {
  calendarId: string;
  /** Calendars that contained the event before. In these it appears as cancelled. */
  formerCalendars: string[];
  title: string;
  description: string;
  location: string;
  start: number;
  end: number;
  /** An all-day event starts at midnight and ends at midnight after its last day. */
  isAllDay: boolean;
  attendees: Person[];
  organizer: Person;
  visibility: "default" | "private";
  /** Whether the time counts as busy. */
  isBusy: boolean;
  status: "confirmed" | "tentative";
  recurringId: string | null;
  /** The rule of a repeating event; its events are separate entries. See series.ts. */
  recurrence?: string[];
  /** The start that the rule gives an occurrence, even if it was moved. */
  originalStart?: number;
  /** The fields that an exception changes. */
  ownFields?: Partial<CalendarEvent>;
  timeZone?: string;
  /** Private properties that a client of the API has set. */
  marks?: Record<string, string>;
}

export interface DriveFile {
  name: string;
  mimeType: string;
  folderId: string;
  content: string;
  isTrashed: boolean;
  /** Whether the account can still read the file. If not, a change only reports its removal. */
  isShared: boolean;
  /** Readers besides the owner: the whole agency, anyone with the link, or these people. */
  readers: "domain" | "anyone" | string[];
  owner: Person;
}

export interface EmailAttachment {
  id: string;
  filename: string;
  contentType: string;
  content: string;
}

export interface Email {
  from: Person;
  to: Person[];
  cc: Person[];
  subject: string;
  text: string;
  messageId: string;
  inReplyTo: string | null;
  headers: Record<string, string>;
  attachments: EmailAttachment[];
  receivedAt: number;
}

export interface GmailMessage extends Email {
  threadId: string;
  labelIds: string[];
}

export interface TimeEntry {
  userId: number;
  projectId: number;
  taskName: string;
  spentOn: string;
  hours: number;
  notes: string;
  isBillable: boolean;
}

/** Properties in HubSpot's form: all of them strings. */
export interface CrmObject {
  properties: Record<string, string>;
  companyId: string | null;
}

/** Records that other records refer to, and that do not change here. */
export interface Directory {
  /** Colleagues at the agency. */
  people: Person[];
  clickUpLists: { id: string; name: string }[];
  linearTeams: { id: string; key: string; name: string }[];
  calendars: { id: string; name: string }[];
  driveFolders: { id: string; name: string; parent: string | null }[];
  harvestProjects: { id: number; name: string; code: string; client: string; isActive: boolean }[];
  timeZone: string;
  domain: string;
}

export interface Truth {
  clock: Clock;
  history: History;
  directory: Directory;
  meetings: Collection<Meeting>;
  clickUpTasks: Collection<ClickUpTask>;
  linearIssues: Collection<LinearIssue>;
  googleEvents: Collection<CalendarEvent>;
  graphEvents: Collection<CalendarEvent>;
  driveFiles: Collection<DriveFile>;
  gmailMessages: Collection<GmailMessage>;
  timeEntries: Collection<TimeEntry>;
  companies: Collection<CrmObject>;
  contacts: Collection<CrmObject>;
  deals: Collection<CrmObject>;
  receivedEmails: Collection<Email>;
}

export function createTruth(clock: Clock, directory: Directory): Truth {
  const history = new History(clock);
  const decimalIds = (first: number) => (number: number) => String(first + number);
  const hexadecimalIds = (prefix: string) => (number: number) =>
    `${prefix}${number.toString(16).padStart(8, "0")}`;
  return {
    clock,
    history,
    directory,
    meetings: new Collection<Meeting>(history, decimalIds(120_000_000)),
    clickUpTasks: new Collection<ClickUpTask>(history, (number) => `86c${number.toString(36)}`),
    linearIssues: new Collection<LinearIssue>(history, uuidOf("11")),
    googleEvents: new Collection<CalendarEvent>(history, hexadecimalIds("ev")),
    graphEvents: new Collection<CalendarEvent>(history, hexadecimalIds("AAMkAD")),
    driveFiles: new Collection<DriveFile>(history, hexadecimalIds("1File")),
    gmailMessages: new Collection<GmailMessage>(history, hexadecimalIds("19")),
    timeEntries: new Collection<TimeEntry>(history, decimalIds(2_500_000_000)),
    companies: new Collection<CrmObject>(history, decimalIds(8_000_000_000)),
    contacts: new Collection<CrmObject>(history, decimalIds(51_000_000)),
    deals: new Collection<CrmObject>(history, decimalIds(9_000_000_000)),
    receivedEmails: new Collection<Email>(history, uuidOf("22")),
  };
}

/** The same ids in every run, in the form of random ones. */
function uuidOf(kind: string) {
  return (number: number) =>
    `${kind.padEnd(8, "0")}-0000-4000-8000-${number.toString(16).padStart(12, "0")}`;
}
