/** The facts of a finding in words: a name and a value each. */
import type { FindingCode, FindingFacts } from "../portfolio/finding-facts.ts";
import { approvalKindLabels } from "./approvals.ts";
import { cadenceInWords } from "./cadence.ts";
import type { FindingRow } from "./findings.ts";
import { countInWords, type Format, nameInWords, wordOf } from "./format.ts";
import { providerName } from "./providers.ts";

type FactName = { [Code in FindingCode]: keyof FindingFacts[Code] }[FindingCode];
type FactFormat =
  | "day"
  | "instant"
  | "number"
  | "days"
  | "percent"
  | "word"
  | "cadence"
  | "kind"
  | "vendor"
  | "text"
  | "list";

/** How each fact is written; ids are not shown. */
const factFormats: Record<FactName, FactFormat | null> = {
  actual_hours: "number",
  announced_at: "instant",
  approved_at: "instant",
  attempt: "number",
  budget_hours: "number",
  cadence: "cadence",
  code: "word",
  days_late: "number",
  died_at: "instant",
  due_on: "day",
  due_since: "instant",
  earliest_due_on: "day",
  emails: "number",
  entries: "number",
  error: "text",
  estimate_hours: "number",
  file_name: "text",
  fresh_at: "instant",
  // Left out, because the finding's reason names them.
  fields: null,
  // Left out, because the finding's reason names the worst of them.
  groups: null,
  health: "word",
  kind: "kind",
  last_activity_on: "day",
  last_spent_on: "day",
  lead_id: null,
  lead_name: "text",
  limit_mib: "number",
  meetings: "number",
  names: "list",
  noticed_at: "instant",
  open_tasks: "number",
  owner_left: "number",
  past_due: "number",
  provider: "vendor",
  quiet_days: "days",
  reason: "text",
  records: "number",
  removals: "number",
  requested_at: "instant",
  skipped: "number",
  spent_percent: "percent",
  stale: "number",
  status: "word",
  status_age_days: "days",
  status_current_days: "days",
  status_on: "day",
  stream: "word",
  tasks: "number",
  tasks_without_estimate: "number",
  unverified: "number",
  version: "number",
  waits_since: "instant",
  window_days: "days",
  without_owner: "number",
  without_task: "number",
};

/** Names for facts whose key is not the console's word. */
const factNames: Partial<Record<FactName, string>> = {
  actual_hours: "Hours spent",
  announced_at: "Upload began",
  attempt: "Attempts",
  budget_hours: "Budget in hours",
  cadence: "Status schedule",
  died_at: "Gave up",
  due_on: "Due date",
  earliest_due_on: "Earliest due date",
  entries: "Time entries",
  estimate_hours: "Hours estimated",
  fresh_at: "Last read completely",
  last_activity_on: "Last activity",
  last_spent_on: "Last day with hours",
  lead_name: "Lead",
  limit_mib: "Limit in MiB",
  names: "Clients",
  noticed_at: "Replacement noticed",
  owner_left: "Tasks of people who left",
  past_due: "Tasks past due",
  provider: "Vendor",
  quiet_days: "Without activity for",
  removals: "Records to remove",
  requested_at: "Execution requested",
  skipped: "Skipped lines",
  stale: "Tasks without recent activity",
  status_current_days: "Status is current for",
  status_on: "Status posted on",
  stream: "Data",
  unverified: "Tasks without recorded activity",
  waits_since: "Waiting since",
  window_days: "Recent means within",
  without_owner: "Tasks without an assignee",
  without_task: "Hours without a task",
};

/** The facts of a finding, a name and a value each. */
export function factsInWords(
  { facts }: Pick<FindingRow, "facts">,
  format: Format,
): { name: string; value: string }[] {
  return Object.entries(facts).flatMap(([key, value]) => {
    const fact = key as FactName;
    const kind = factFormats[fact];
    if (!kind) return [];
    const name = factNames[fact] ?? nameInWords(key.replace(/_(days|percent)$/, ""));
    return [{ name, value: factInWords(kind, value, format) }];
  });
}

function factInWords(kind: FactFormat, value: unknown, format: Format): string {
  if (value === null || value === undefined || value === "") return "None";
  switch (kind) {
    case "day":
      return format.day(value as string);
    case "instant":
      return format.instant(value as string);
    case "number":
      return format.number(value as number);
    case "days":
      return countInWords(value as number, format, "day");
    case "percent":
      return format.percent(value as number);
    case "word":
      return wordOf(value as string);
    case "cadence":
      return cadenceInWords[value as keyof typeof cadenceInWords];
    case "kind":
      // A card's kind, or a kind of job.
      return (
        (approvalKindLabels as Record<string, string>)[value as string] ?? wordOf(value as string)
      );
    case "vendor":
      return providerName(value as string);
    case "list":
      return (value as string[]).join(", ");
    case "text":
      return value as string;
  }
}
