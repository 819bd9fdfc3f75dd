import { countInWords, type Format, wordOf } from "./format.ts";
import { providerName } from "./providers.ts";

interface Stream {
  provider: string;
  stream: string;
}

/** One record of a stream and several; private.synced_row_count() has the same nouns. */
const nouns: Record<string, [one: string, many: string]> = {
  tasks: ["task", "tasks"],
  hours: ["time entry", "time entries"],
  meetings: ["meeting", "meetings"],
  events: ["event", "events"],
  busy: ["calendar with busy times", "calendars with busy times"],
  files: ["file", "files"],
  companies: ["company", "companies"],
  contacts: ["contact", "contacts"],
  deals: ["deal", "deals"],
  emails: ["email", "emails"],
};

/** "ClickUp tasks". */
export function streamOf({ provider, stream }: Stream): string {
  return `${providerName(provider)} ${stream === "busy" ? "busy times" : wordOf(stream)}`;
}

/** "1 email from Gmail", "3 tasks from ClickUp". */
export function fromVendor(count: number, { provider, stream }: Stream, format: Format): string {
  const [one, many] = nouns[stream] ?? ["record", "records"];
  return `${countInWords(count, format, one, many)} from ${providerName(provider)}`;
}
