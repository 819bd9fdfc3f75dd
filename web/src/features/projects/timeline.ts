import { riskLabels, statusLabels, tierLabels } from "../../entities/project/labels.ts";
import type {
  PortfolioTier,
  ProjectHealth,
  ProjectStatus,
  RiskLevel,
} from "../../entities/project/queries.ts";
import { formatDay } from "../../format/dates.ts";
import { formatExactHours, formatMoney } from "../../format/numbers.ts";
import type { Enums } from "../../supabase/client.ts";

export type TimelineKind = Enums["timeline_kind"];

/** A person; without a name if the viewer may not see them. */
export interface Who {
  id: string;
  name: string | null;
}
export interface Classification {
  tier: PortfolioTier | null;
  service_line: string | null;
  risk: RiskLevel | null;
}
export type Changes = Record<string, { from: unknown; to: unknown }>;
interface TaskNames {
  count: number;
  /** The first five. */
  tasks: { id: string; title: string }[];
}

type EntryFields =
  | {
      kind: "status_update";
      id: string;
      at: string;
      by: Who;
      health: ProjectHealth;
      summary: string;
      risks: string | null;
      next_steps: string | null;
      version: number;
      corrected_at: string | null;
    }
  | {
      kind: "classification";
      id: string;
      at: string;
      by: Who;
      from: Classification | null;
      to: Classification;
      reason: string | null;
    }
  | { kind: "project_changed"; id: string; at: string; by: Who | null; changes: Changes }
  | ({ kind: "tasks_completed"; at: null } & TaskNames)
  | ({ kind: "tasks_started"; at: null } & TaskNames)
  | {
      kind: "hours";
      at: null;
      hours: number;
      entry_count: number;
      task_count: number;
      people: (Who & { hours: number })[];
    };

/** As `get_project_timeline` returns it. */
export type TimelineEntry = EntryFields & { day: string };
export type EntryOf<Kind extends TimelineKind> = Extract<TimelineEntry, { kind: Kind }>;

export interface TimelinePage {
  entries: TimelineEntry[];
  /** Where the next page continues; null at the end. */
  next_before: string | null;
}

interface TimelineDay {
  day: string;
  entries: TimelineEntry[];
}

/** Pages contain whole days, so a day's entries are adjacent. */
export function daysOf(pages: TimelinePage[]): TimelineDay[] {
  const days: TimelineDay[] = [];
  for (const entry of pages.flatMap((page) => page.entries)) {
    const last = days.at(-1);
    if (last?.day === entry.day) last.entries.push(entry);
    else days.push({ day: entry.day, entries: [entry] });
  }
  return days;
}

/** "Mira Tolvanen (3 h), Theo Larsgard (1.5 h)": the hours of each person, if there are several. */
export function shareInWords(people: EntryOf<"hours">["people"]): string {
  const nameOf = (who: Who) => who.name ?? "Someone";
  if (people.length === 1) return people.map(nameOf).join();
  return people.map((who) => `${nameOf(who)} (${formatExactHours(who.hours)} h)`).join(", ");
}

/** The current classification, with the former one if they differ. */
export function classificationInWords({
  from,
  to,
}: Pick<EntryOf<"classification">, "from" | "to">): string[] {
  const before = from && wordsOf(from);
  return Object.entries(wordsOf(to)).flatMap(([field, now]) => {
    const then = before?.[field as keyof Classification];
    if (!before || then === now) return now ?? [];
    return now ? (then ? `${then} → ${now}` : now) : `no longer ${then}`;
  });
}

function wordsOf({ tier, service_line, risk }: Classification) {
  return {
    tier: tier && tierLabels[tier],
    service_line,
    risk: risk && riskLabels[risk],
  };
}

interface Words {
  nameOf: (personId: string) => string | undefined;
  currency: string | undefined;
}

/** "Status: Active → On hold": the changes to a project, a line per field. */
export function changesInWords(changes: Changes, words: Words): string[] {
  return Object.entries(changes).flatMap(([field, { from, to }]) => {
    if (field === "archived_at") return to ? "Archived" : "Restored from the archive";
    const label = fieldLabels[field];
    if (!label) return [];
    // A line leaves out the values of long texts and of accounts.
    if (field === "summary" || field === "account_id") return `${label} changed`;
    const valueInWords = (value: unknown) =>
      value === null || value === undefined ? "none" : inWords(field, value, words);
    return `${label}: ${valueInWords(from)} → ${valueInWords(to)}`;
  });
}

const fieldLabels: Record<string, string> = {
  name: "Name",
  code: "Code",
  summary: "Summary",
  status: "Status",
  account_id: "Account",
  lead_id: "Lead",
  starts_on: "Start",
  due_on: "Due",
  budget_hours: "Budget",
  budget_amount: "Budget",
};

function inWords(field: string, value: unknown, { nameOf, currency }: Words): string {
  switch (field) {
    case "status":
      return statusLabels[value as ProjectStatus] ?? String(value);
    case "lead_id":
      return nameOf(String(value)) ?? "someone";
    case "starts_on":
    case "due_on":
      return formatDay(String(value));
    case "budget_hours":
      return `${formatExactHours(Number(value))} h`;
    case "budget_amount":
      return currency ? formatMoney(Number(value), currency) : String(value);
    default:
      return String(value);
  }
}
