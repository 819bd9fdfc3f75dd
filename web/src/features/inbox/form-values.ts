import type { PayloadField } from "../../../../supabase/functions/_domain/approvals/kinds.ts";
import type { Payload } from "../../api/approval-routes.ts";
import { wallTimeAt } from "../../format/zoned-time.ts";
import {
  type RecurrenceValues,
  recurrenceOf,
  recurrenceProblem,
  recurrenceValuesOf,
} from "../calendar/recurrence-values.ts";
import { isSame, linesOf, type Section, sectionsIn } from "./payload-values.ts";

// A payload as form values: text for typed fields, lists for lists.

export type FormValue = string | string[] | Section[] | RecurrenceValues;
export type FormValues = Record<string, FormValue>;

export function formValuesOf(fields: readonly PayloadField[], payload: Payload): FormValues {
  return Object.fromEntries(fields.map(({ name, type }) => [name, formValue(type, payload[name])]));
}

function formValue(type: PayloadField["type"], value: unknown): FormValue {
  if (type === "emails") return linesOf(value);
  if (type === "sections") return sectionsIn(value);
  if (type === "recurrence") return recurrenceValuesOf(value);
  if (value === null || value === undefined) return "";
  return type === "instant" ? localTime(String(value)) : String(value);
}

/** An instant as the value of an input, in the reader's time zone. */
function localTime(instant: string): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return "";
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The payload with the changes of the form; untouched fields stay exactly the same. */
export function payloadOf(
  fields: readonly PayloadField[],
  base: Payload,
  initial: FormValues,
  values: FormValues,
): Payload {
  const payload = { ...base };
  for (const { name, type } of fields) {
    const value = values[name];
    if (value === undefined || isSame(value, initial[name])) continue;
    const text = isRecurrence(value)
      ? recurrenceOf(value, firstDayOf(values))
      : writtenValue(type, value);
    if (text === null) delete payload[name];
    else payload[name] = text;
  }
  return payload;
}

/**
 * The texts that a person wrote, in the order of the fields; section headings are left out, because the kind sets them.
 */
export function textsOf(fields: readonly PayloadField[], values: FormValues): string[] {
  return fields.flatMap(({ name, type }) => {
    if (type === "sections") return sectionsIn(values[name]).map(({ body }) => body);
    return type === "line" || type === "paragraphs" ? [String(values[name] ?? "")] : [];
  });
}

function isRecurrence(value: FormValue): value is RecurrenceValues {
  return typeof value === "object" && !Array.isArray(value);
}

/** The first event of a form, as a payload describes it; undefined while its times are incomplete. */
export function periodOf({ starts_at: start, ends_at: end, time_zone }: FormValues) {
  const [from, to] = [start, end].map((text) => Date.parse(String(text ?? "")));
  if (!from || !to || to <= from || typeof time_zone !== "string" || !time_zone) return undefined;
  const [starts_at, ends_at] = [from, to].map((at) => new Date(at).toISOString());
  return starts_at && ends_at ? { starts_at, ends_at, time_zone } : undefined;
}

function firstDayOf(values: FormValues): string | undefined {
  const first = periodOf(values);
  return first && wallTimeAt(Date.parse(first.starts_at), first.time_zone).day;
}

type TypedValue = Exclude<FormValue, RecurrenceValues>;

function writtenValue(type: PayloadField["type"], value: TypedValue): Payload[string] | null {
  if (typeof value !== "string") {
    return value.length > 0 ? (value as Payload[string]) : null;
  }
  const text = value.trim();
  if (text === "") return null;
  if (isNumber(type)) return numberIn(text) ?? text;
  if (type === "instant") return new Date(text).toISOString();
  return text;
}

function isNumber(type: PayloadField["type"]): boolean {
  return ["hours", "signed_hours", "money", "signed_money"].includes(type);
}

/** A number as people write it, with a point or a comma; undefined if it is invalid. */
function numberIn(text: string): number | undefined {
  const number = Number(text.replace(",", "."));
  return Number.isFinite(number) ? number : undefined;
}

/** Early feedback; the database checks everything again. */
export function problemsIn(
  fields: readonly PayloadField[],
  values: FormValues,
): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const field of fields) {
    const value = values[field.name] ?? "";
    const problem = isRecurrence(value)
      ? recurrenceProblem(value, firstDayOf(values))
      : problemOf(field, value);
    if (problem) problems[field.name] = problem;
  }
  const { starts_at: start, ends_at: end } = values;
  if (start && end && !problems["ends_at"] && String(end) <= String(start)) {
    problems["ends_at"] = "Enter an end after the start";
  }
  return problems;
}

/** For labels that do not fit after "Enter the". */
const missing: Record<string, string> = {
  sections: "Add a section",
  starts_at: "Enter a date and a time for the start",
  ends_at: "Enter a date and a time for the end",
  week_of: "Enter the first day of the week",
  respond_by: "Enter the last day for the response",
  to: "Enter at least one recipient",
};
const choices: readonly PayloadField["type"][] = [
  "choice",
  "event",
  "person",
  "source",
  "time_zone",
];

function missingInWords({ name, label, type }: PayloadField): string {
  const verb = choices.includes(type) ? "Choose" : "Enter";
  return missing[name] ?? `${verb} the ${label.charAt(0).toLowerCase()}${label.slice(1)}`;
}

function problemOf(field: PayloadField, value: TypedValue): string | null {
  const { type, required, max } = field;
  const isEmpty = typeof value === "string" ? value.trim() === "" : value.length === 0;
  if (isEmpty) return required ? missingInWords(field) : null;
  if (typeof value !== "string") {
    if (max !== undefined && value.length > max) return `At most ${max} entries`;
    if (type !== "sections") return null;
    return sectionsIn(value).some(({ heading }) => heading.trim() === "")
      ? "Every section needs a heading"
      : null;
  }
  if (isNumber(type)) {
    const number = numberIn(value);
    if (number === undefined) return "Enter a number";
    if (!type.startsWith("signed") && number < 0) return "Enter zero or more";
  }
  return max !== undefined && value.length > max ? `At most ${max} characters` : null;
}
