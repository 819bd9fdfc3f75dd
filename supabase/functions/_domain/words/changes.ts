/** The wording of changes in projects. */
import type { Enums } from "../../_schema/database.types.ts";
import { type Format, wordOf } from "./format.ts";

/** A change as list_changes returns it, by its table. */
export type Change =
  | { table: "status_updates"; title: string; facts: { health: Enums<"project_health"> } }
  | { table: "tasks"; title: string; facts: { status: Enums<"task_status"> } }
  | {
      table: "projects";
      title: null;
      facts: {
        tier: Enums<"portfolio_tier"> | null;
        service_line: string | null;
        risk: Enums<"risk_level"> | null;
      };
    };

export function changeInWords(change: Change): string {
  switch (change.table) {
    case "status_updates":
      return `status ${wordOf(change.facts.health)}: ${change.title}`;
    case "tasks":
      return `task completed: ${change.title}`;
    case "projects": {
      const { tier, service_line, risk } = change.facts;
      return `classified as ${[tier, service_line, risk && `${risk} risk`].filter(Boolean).join(", ")}`;
    }
  }
}

/** A change by a person in a project, as get_my_work returns it. */
export interface ProjectEvent {
  /** An audit action, such as task.updated. */
  code: string;
  object: { title: string | null };
  fields: Record<string, { from?: unknown; to?: unknown }>;
}

/** The names of fields in a sentence, where the console's word differs from the database's. */
const fieldWords: Record<string, string> = {
  due_on: "due date",
  starts_on: "start",
  started_on: "start",
  completed_on: "completion date",
  lead_id: "lead",
  assignee_id: "assignee",
  person_id: "person",
  spent_on: "day",
  account_id: "account",
  parent_id: "parent task",
  estimate_hours: "estimate",
  budget_hours: "budget in hours",
  budget_amount: "budget in money",
};

/** Fields that are left out, because another field explains them or readers have no use for them. */
const unnamedFields = new Set(["updated_at", "created_at", "updated_by", "id", "organization_id"]);

/** The rest of a sentence that begins with the person: "completed the task Send SOW". */
export function projectEventInWords(event: ProjectEvent, format: Format): string {
  const task = event.object.title ? `the task “${event.object.title}”` : "a task";
  switch (event.code) {
    case "task.created":
      return `created ${task}`;
    case "task.updated":
      return taskUpdateInWords(task, event.fields, format);
    case "task_comment.added":
      return `commented on ${task}`;
    case "status_update.posted":
      return `posted a status${healthIn(event.fields)}`;
    case "status_update.corrected":
      return `corrected a status${healthIn(event.fields)}`;
    case "project.created":
      return "created the project";
    case "project.classified":
      return "classified the project";
    case "project.updated":
      return `changed the project's ${fieldsInWords(event.fields)}`;
    default:
      return `changed ${event.object.title ? `“${event.object.title}”` : "the project"}`;
  }
}

function taskUpdateInWords(task: string, fields: ProjectEvent["fields"], format: Format): string {
  switch (fields["status"]?.to) {
    case "done":
      return `completed ${task}`;
    case "cancelled":
      return `cancelled ${task}`;
    case "blocked":
      return `marked ${task} as blocked`;
    case "in_progress":
      return `started ${task}`;
    case "open":
      return `reopened ${task}`;
  }
  if (fields["archived_at"]) return `${fields["archived_at"].to ? "archived" : "restored"} ${task}`;
  const dueChange = fields["due_on"];
  if (dueChange && typeof dueChange.to === "string") {
    return typeof dueChange.from === "string"
      ? `moved ${task} from ${format.day(dueChange.from)} to ${format.day(dueChange.to)}`
      : `set the due date of ${task} to ${format.day(dueChange.to)}`;
  }
  return `changed the ${fieldsInWords(fields)} of ${task}`;
}

function healthIn(fields: ProjectEvent["fields"]): string {
  const health = fields["health"]?.to;
  return typeof health === "string" ? `: ${wordOf(health)}` : "";
}

function fieldsInWords(fields: ProjectEvent["fields"]): string {
  return fieldNamesInWords(Object.keys(fields));
}

/** "title and due date". */
export function fieldNamesInWords(fields: string[]): string {
  const names = fields.filter((field) => !unnamedFields.has(field));
  const words = names.map((field) => fieldWords[field] ?? wordOf(field));
  if (words.length === 0) return "details";
  if (words.length === 1) return words.join();
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** A change of a person's hours by another person, as get_my_work returns it. */
export interface HoursEvent {
  /** An audit action, such as time_entry.updated. */
  code: string;
  project: { name: string };
  spent_on: string | null;
  hours: number | null;
  fields: Record<string, { from?: unknown; to?: unknown }>;
}

/** The rest of a sentence that begins with the person: "changed your hours on Web shop, 18 Nov, from 3 to 2". */
export function hoursEventInWords(event: HoursEvent, format: Format): string {
  const day = event.spent_on ? `, ${format.day(event.spent_on)}` : "";
  const projectAndDay = `on ${event.project.name}${day}`;
  const hours = event.hours === null ? "hours" : `${format.number(event.hours)} h`;
  switch (event.code) {
    case "time_entry.created":
      return `logged ${hours} for you ${projectAndDay}`;
    case "time_entry.deleted":
      return `deleted your ${hours} ${projectAndDay}`;
    case "time_entry.restored":
      return `restored your ${hours} ${projectAndDay}`;
  }
  const { from, to } = event.fields["hours"] ?? {};
  if (typeof from === "number" && typeof to === "number") {
    return `changed your hours ${projectAndDay}, from ${format.number(from)} to ${format.number(to)}`;
  }
  return `changed the ${fieldsInWords(event.fields)} of your ${hours} ${projectAndDay}`;
}
