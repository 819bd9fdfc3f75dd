/** The facts of a finding in words: a name and a value each. */
import type { FindingCode, FindingFacts } from "../portfolio/finding-facts.ts";
import type { FindingRow } from "./findings.ts";
import { countInWords, type Format, nameInWords, wordOf } from "./format.ts";

type FactName = { [Code in FindingCode]: keyof FindingFacts[Code] }[FindingCode];
type FactFormat = "day" | "instant" | "number" | "days" | "percent" | "word" | "text" | "list";

/** How each fact is written; ids are not shown. */
const factFormats: Record<FactName, FactFormat | null> = {
  actual_hours: "number",
  announced_at: "instant",
  approved_at: "instant",
  attempt: "number",
  budget_hours: "number",
  cadence: "word",
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
  kind: "word",
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
  provider: "word",
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

/** Names for facts whose key means nothing to a reader. */
const factNames: Partial<Record<FactName, string>> = {
  announced_at: "Upload began",
  died_at: "Gave up",
  earliest_due_on: "Earliest due date",
  fresh_at: "Last read completely",
  last_spent_on: "Last day with hours",
  limit_mib: "Limit in MiB",
  noticed_at: "Replacement noticed",
  owner_left: "Tasks of people who left",
  past_due: "Tasks past due",
  quiet_days: "Without activity for",
  removals: "Records to remove",
  requested_at: "Execution requested",
  skipped: "Skipped lines",
  stale: "Tasks without recent activity",
  status_current_days: "Status is current for",
  status_on: "Status posted on",
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
    case "list":
      return (value as string[]).join(", ");
    case "text":
      return value as string;
  }
}
