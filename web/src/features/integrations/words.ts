import type { Provider, SyncReceipt } from "../../api/integration-routes.ts";
import { countOf, formatCount } from "../../format/numbers.ts";
import { listInWords } from "../../format/sentence.ts";

interface FieldWords {
  label: string;
  help?: string;
}

/** Settings of vendors by `provider.field`. A field that is not listed shows its own name and rule. */
const fieldWords: Record<string, FieldWords> = {
  "clickup.list_id": {
    label: "List for new tasks",
    help: "The number at the end of the list's address in ClickUp.",
  },
  "clickup.marker_field_id": {
    label: "Marker field",
    help: "ID of a text field of that list. Countersign stores the ID of the card in it.",
  },
  "clickup.status": {
    label: "Status of new tasks",
    help: "Leave empty for the list's first status.",
  },
  "clickup.team_id": {
    label: "Workspace",
    help: "The number after app.clickup.com/ in an address. Needed to read tasks.",
  },
  "google_calendar.subject": {
    label: "Calendar owner",
    help: "Email address of the person for whom the service account acts.",
  },
  "google_calendar.calendar_id": {
    label: "Calendar ID",
    help: "Leave empty for the owner's main calendar.",
  },
  "google_calendar.send_updates": {
    label: "Invitations to attendees",
    help: "Enter one of these words: all, externalOnly, none.",
  },
  "google_calendar.since": {
    label: "First day to read",
    help: "Such as 2026-01-01. Leave empty for the last two months.",
  },
  "microsoft_graph.since": {
    label: "First day to read",
    help: "Such as 2026-01-01. Leave empty for the last two months.",
  },
  "google_drive.subject": {
    label: "Person to read as",
    help: "Email address of the person for whom the service account acts. Only files that they can open are read.",
  },
  "gmail.subject": {
    label: "Mailbox",
    help: "Email address of the mailbox to read.",
  },
  "gmail.since": {
    label: "First day to read",
    help: "Such as 2026-01-01.",
  },
  "gmail.trusted_hosts": {
    label: "Trusted mail servers",
    help: "Mail servers that you trust to verify senders, besides Gmail's own. Separate names with commas: mx1.example.com, mx2.example.com.",
  },
  "harvest.account_id": {
    label: "Account ID",
    help: "The number beside the token in Harvest's developer settings.",
  },
  "harvest.since": {
    label: "First day to read",
    help: "Such as 2026-01-01. Leave empty to read everything.",
  },
};

export function wordsOfField(
  provider: string,
  { name, rule }: Provider["fields"][number],
): FieldWords {
  return (
    fieldWords[`${provider}.${name}`] ?? {
      label: capitalize(name.replaceAll("_", " ")),
      ...(rule && { help: rule }),
    }
  );
}

/** The vendor's word for the list that is assigned to a project. A Linear issue without a project belongs to its team. */
export function containerOf(provider: string): string {
  if (provider === "google_drive") return "folder";
  if (provider === "linear") return "project or team";
  if (provider === "google_calendar" || provider === "microsoft_graph") return "calendar";
  return provider === "harvest" ? "project" : "list";
}

/** The purpose of a connection: a sentence about writing and one about reading. */
export function purposeOf({ kinds, reads }: Provider): string {
  const parts = [
    ...(kinds.includes("task_create") ? ["Creates the tasks that you approve."] : []),
    ...(kinds.some((kind) => kind.startsWith("calendar_event"))
      ? ["Writes the events that you approve."]
      : []),
    ...(reads.length > 0 ? [`Reads ${listInWords(reads.map(streamName)).toLowerCase()}.`] : []),
  ];
  return parts.join(" ");
}

/** "ClickUp tasks". */
export function streamTitle(provider: string, stream: string): string {
  return `${provider} ${streamName(stream).toLowerCase()}`;
}

export function streamName(stream: string): string {
  return stream === "busy" ? "Busy times" : capitalize(stream.replaceAll("_", " "));
}

const endings: Record<string, string> = {
  completed: "Completed",
  out_of_time: "Continues in the next run",
  cursor_died:
    "Starts again from the beginning, because the vendor no longer accepts the saved position",
  rate_limited: "Paused, because the vendor limits requests",
  grant_dead: "Stopped, because the vendor rejects our access",
  forbidden: "Failed, because the vendor denies access to the data",
  unavailable: "Failed, because the vendor didn't respond",
  invalid_response: "Failed, because the vendor's response couldn't be read",
  lost: "Interrupted; continues in the next run",
  storage_full: "Stopped, because your organization's limit for emails is reached",
};

export function endingOf({ ended_because }: Pick<SyncReceipt, "ended_because">): string {
  return ended_because ? (endings[ended_because] ?? capitalize(ended_because)) : "Running";
}

const outcomes = [
  ["created", "created"],
  ["updated", "updated"],
  ["unchanged", "unchanged"],
  ["deleted", "removed"],
  ["filtered", "skipped"],
  ["failed", "failed"],
] as const;

/** The receipt's records and their outcomes, which add up. */
export function receiptInWords(receipt: SyncReceipt): string {
  if (receipt.record_count === 0) return "No records";
  const parts = outcomes
    .filter(([count]) => receipt[count] > 0)
    .map(([count, word]) => `${formatCount(receipt[count])} ${word}`);
  return `${countOf(receipt.record_count, "record")}: ${parts.join(", ")}`;
}

function capitalize(text: string): string {
  const words = text.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
