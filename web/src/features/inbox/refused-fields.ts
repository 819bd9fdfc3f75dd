import { ServiceError } from "../../api/service-error.ts";

/** The database's refusals, by field of the form. */
export function refusedFields(error: unknown, names: string[]): Record<string, string> | null {
  if (!(error instanceof ServiceError) || error.status !== 400) return null;
  const details = error.details as { fields?: unknown } | unknown[] | null;
  const entries = Array.isArray(details) ? details : details?.fields;
  if (!Array.isArray(entries)) return null;
  const refusals = (entries as { field?: string; message?: string }[])
    .map(({ field = "", message }): [string, string] => [
      field.replace(/^payload\./, "").split(/[.[]/)[0] ?? "",
      `${message}`,
    ])
    .filter(([name]) => names.includes(name));
  return refusals.length > 0 ? Object.fromEntries(refusals) : null;
}
