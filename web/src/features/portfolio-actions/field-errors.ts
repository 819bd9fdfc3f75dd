import type { z } from "zod";
import { ServiceError } from "../../api/service-error.ts";

type Errors = Record<string, string>;

/** The errors of a schema, by field of the form, in words for the person who fills it in. */
export function errorsIn(schema: z.ZodType, action: unknown, values: object): Errors {
  const result = schema.safeParse(action);
  if (result.success) return {};
  return Object.fromEntries(
    result.error.issues
      .map((issue) => entryOf(issue.path.map(String), inWords(issue), values))
      .filter((entry) => entry !== null)
      // The first error of a field wins, so later entries must not overwrite it.
      .reverse(),
  );
}

/** The service's refusals by field: `details` of a 400 `malformed_request`. Null when it names none. */
export function errorsOf(error: unknown, values: object): Errors | null {
  if (!(error instanceof ServiceError) || !Array.isArray(error.details)) return null;
  const entries = (error.details as { field?: unknown; message?: unknown }[])
    .map(({ field, message }) =>
      entryOf(typeof field === "string" ? field.split(".") : [], String(message), values),
    )
    .filter((entry) => entry !== null);
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}

/** The field of an error's path, and its message. Lines of a text have no separate field: they are counted. */
function entryOf(path: string[], message: string, values: object): [string, string] | null {
  const steps = path[0] === "changes" ? path.slice(1) : path;
  const field: string[] = [];
  let value: unknown = values;
  for (const step of steps) {
    if (typeof value !== "object" || value === null || !(step in value)) break;
    field.push(step);
    value = (value as Record<string, unknown>)[step];
  }
  if (field.length === 0) return null;
  const remainingSteps = steps.slice(field.length);
  const line = remainingSteps.length === 1 ? Number(remainingSteps[0]) : Number.NaN;
  return [field.join("."), Number.isInteger(line) ? `Line ${line + 1}: ${message}` : message];
}

const choices: Record<string, string> = {
  health: "Choose On track, At risk or Off track",
  project_id: "Choose a project",
  client_id: "Choose a client",
  account_id: "Choose an account",
};

const missingTexts: Record<string, string> = {
  name: "Enter a name",
  summary: "Enter a summary",
};

function inWords(issue: z.core.$ZodIssue): string {
  const field = String(issue.path.at(-1));
  const choice = choices[field] ?? "Choose one";
  switch (issue.code) {
    case "invalid_value":
    case "invalid_type":
      return choice;
    case "too_big":
      return issue.origin === "array"
        ? `At most ${issue.maximum} entries`
        : `At most ${issue.maximum} characters`;
    case "invalid_format":
      if (issue.format === "guid") return choice;
      return issue.format === "email" ? "Enter an email address" : issue.message;
    case "too_small":
      return missingTexts[field] ?? issue.message;
    default:
      return issue.message;
  }
}
