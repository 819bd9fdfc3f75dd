import type { PayloadField } from "../../../../supabase/functions/_domain/approvals/kinds.ts";
import type { Payload } from "../../api/approval-routes.ts";
import { isSame, linesOf, type Section, sectionsIn } from "./payload-values.ts";

// A payload as form values: text for typed fields, lists for lists.

export type FormValue = string | string[] | Section[];
export type FormValues = Record<string, FormValue>;

export function formValuesOf(fields: readonly PayloadField[], payload: Payload): FormValues {
  return Object.fromEntries(fields.map(({ name, type }) => [name, formValue(type, payload[name])]));
}

function formValue(type: PayloadField["type"], value: unknown): FormValue {
  if (type === "emails") return linesOf(value);
  if (type === "sections") return sectionsIn(value);
  if (value === null || value === undefined) return "";
  return type === "instant" ? localTime(String(value)) : String(value);
}

/** An instant as an input of the reader's time zone takes it. */
function localTime(instant: string): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return "";
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The payload with what was changed in the form; what nobody touched stays to the letter. */
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
    const written = writtenValue(type, value);
    if (written === null) delete payload[name];
    else payload[name] = written;
  }
  return payload;
}

function writtenValue(type: PayloadField["type"], value: FormValue): Payload[string] | null {
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

/** A number as people write it, with a point or a comma; undefined where it is none. */
function numberIn(text: string): number | undefined {
  const number = Number(text.replace(",", "."));
  return Number.isFinite(number) ? number : undefined;
}

/** Checks that give early feedback; the database checks everything again. */
export function problemsIn(
  fields: readonly PayloadField[],
  values: FormValues,
): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const { name, type, required, max } of fields) {
    const value = values[name] ?? "";
    const problem = problemOf(type, value, required, max);
    if (problem) problems[name] = problem;
  }
  const { starts_at: start, ends_at: end } = values;
  if (start && end && !problems["ends_at"] && String(end) <= String(start)) {
    problems["ends_at"] = "It ends before it starts";
  }
  return problems;
}

function problemOf(
  type: PayloadField["type"],
  value: FormValue,
  isRequired: boolean,
  max: number | undefined,
): string | null {
  const isEmpty = typeof value === "string" ? value.trim() === "" : value.length === 0;
  if (isEmpty) return isRequired ? "Required" : null;
  if (typeof value !== "string") {
    if (max !== undefined && value.length > max) return `At most ${max} of them`;
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
