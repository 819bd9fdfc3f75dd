import type { Enums } from "../../_schema/database.types.ts";

export type ApprovalKind = Enums<"approval_kind">;

/** The type of a payload field, which decides how it is checked, typed and shown. */
export type FieldType =
  | "line"
  | "paragraphs"
  | "slug"
  | "day"
  | "instant"
  | "hours"
  | "signed_hours"
  | "money"
  | "signed_money"
  | "time_zone"
  | "emails"
  | "recurrence"
  | "sections"
  | "choice"
  | "person"
  | "source"
  | "event"
  | "card";

export interface PayloadField {
  name: string;
  label: string;
  type: FieldType;
  required: boolean;
  /** The maximum number of characters of a text, or of entries of a list. */
  max?: number;
  /** The options of a choice. */
  choices?: readonly string[];
}

const field = (
  name: string,
  label: string,
  type: FieldType,
  more: Partial<Omit<PayloadField, "name" | "label" | "type">> = {},
): PayloadField => ({ name, label, type, required: false, ...more });

const title = field("title", "Title", "line", { required: true, max: 200 });
const sections = field("sections", "Sections", "sections", { required: true, max: 50 });
const event = field("event_id", "Event", "event", { required: true });
const eventFields = [
  field("starts_at", "Starts", "instant"),
  field("ends_at", "Ends", "instant"),
  field("time_zone", "Time zone", "time_zone", { max: 60 }),
  field("attendees", "Attendees", "emails", { max: 100 }),
  field("location", "Location", "line", { max: 300 }),
  field("description", "Description", "paragraphs", { max: 8000 }),
];
const appliesTo = field("applies_to", "Applies to", "choice", { choices: ["this", "all"] });
const withRequired = (fields: PayloadField[], names: string[]) =>
  fields.map((one) => (names.includes(one.name) ? { ...one, required: true } : one));

/**
 * The fields of each kind's payload. private.payload_fields() has the same fields in the database, which checks every
 * payload against it; a test compares both.
 */
export const payloadFields: Record<ApprovalKind, readonly PayloadField[]> = {
  task_create: [
    title,
    field("description", "Description", "paragraphs", { max: 8000 }),
    field("due_on", "Due", "day"),
    field("assignee_id", "Assignee", "person"),
    field("priority", "Priority", "choice", { choices: ["urgent", "high", "normal", "low"] }),
    field("estimate_hours", "Estimate", "hours"),
  ],
  calendar_event_create: [
    field("summary", "Title", "line", { required: true, max: 300 }),
    ...withRequired(eventFields, ["starts_at", "ends_at", "time_zone"]),
    field("recurrence", "Repeats", "recurrence"),
  ],
  calendar_event_update: [
    event,
    field("summary", "Title", "line", { max: 300 }),
    ...eventFields,
    appliesTo,
  ],
  calendar_event_cancel: [
    event,
    field("note", "Note to attendees", "paragraphs", { max: 2000 }),
    appliesTo,
  ],
  weekly_update: [
    field("week_of", "Week of", "day", { required: true }),
    field("headline", "Headline", "line", { required: true, max: 200 }),
    field("body", "Update", "paragraphs", { required: true, max: 8000 }),
    field("next_steps", "Next steps", "paragraphs", { max: 8000 }),
  ],
  scope_change: [
    title,
    field("description", "Change", "paragraphs", { required: true, max: 8000 }),
    field("hours_change", "Hours", "signed_hours"),
    field("amount_change", "Amount", "signed_money"),
    field("effective_on", "From", "day"),
  ],
  sow_draft: [title, sections],
  client_readout: [title, sections],
  deliverable_release: [
    title,
    field("source_id", "File", "source"),
    field("note", "Note", "paragraphs", { max: 8000 }),
  ],
  scope_summary: [title, sections],
  email_draft: [
    field("to", "To", "emails", { required: true, max: 100 }),
    field("cc", "Cc", "emails", { max: 100 }),
    field("subject", "Subject", "line", { required: true, max: 300 }),
    field("body", "Text", "paragraphs", { required: true, max: 20_000 }),
  ],
  scope_flag: [
    title,
    field("description", "Risk", "paragraphs", { required: true, max: 8000 }),
    field("severity", "Severity", "choice", { required: true, choices: ["low", "medium", "high"] }),
  ],
  sow_estimate: [
    title,
    field("hours", "Hours", "hours", { required: true }),
    field("amount", "Amount", "money"),
    field("notes", "Notes", "paragraphs", { max: 8000 }),
  ],
  client_request: [
    field("request", "Request", "choice", {
      required: true,
      choices: ["question", "change", "problem", "other"],
    }),
    field("text", "Client's words", "paragraphs", { required: true, max: 4000 }),
    field("respond_by", "Respond by", "day", { required: true }),
    field("reply", "Reply to the client", "paragraphs", { max: 4000 }),
  ],
  prompt_update: [
    field("rule", "Rule", "paragraphs", { required: true, max: 2000 }),
    field("why", "Why", "paragraphs", { max: 2000 }),
  ],
  prompt_base_update: [
    field("base", "Base prompt", "paragraphs", { required: true, max: 100_000 }),
    field("why", "Why", "paragraphs", { max: 2000 }),
  ],
  skill_update: [
    field("name", "Name", "slug", { required: true, max: 60 }),
    title,
    field("content", "Guidance", "paragraphs", { required: true, max: 50_000 }),
    field("why", "Why", "paragraphs", { max: 2000 }),
  ],
  sync_removal: [
    field("rows", "Records", "paragraphs", { required: true, max: 200 }),
    field("fingerprint", "Fingerprint of the records", "line", { required: true, max: 64 }),
  ],
};

/**
 * Kinds whose cards can undo a publication. The payload of such a card is only { withdraw } or { restore }, with the
 * id of the card that published.
 */
export const undoableKinds = [
  "weekly_update",
  "scope_change",
  "sow_draft",
  "client_readout",
  "deliverable_release",
] as const satisfies readonly ApprovalKind[];
