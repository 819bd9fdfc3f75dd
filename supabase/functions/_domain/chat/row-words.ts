import { clip } from "./sentences.ts";

/** The maximum length of a row's text: enough for a reader to recognize the row. */
const MAX_CHARS = 2_000;

/**
 * A row in words, as a person reads it beside a citation: "status: open; hours: 4". Ids and empty fields are left
 * out.
 */
export function inWords(row: Record<string, unknown>): string {
  return clip(pairs(row).join("; "), MAX_CHARS);
}

function pairs(row: Record<string, unknown>): string[] {
  return Object.entries(row).flatMap(([key, value]) => {
    if (key === "id" || /_ids?$/.test(key)) return [];
    const words = valueInWords(value);
    return words === "" ? [] : [`${key.replaceAll("_", " ")}: ${words}`];
  });
}

function valueInWords(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(valueInWords).filter(Boolean).join(", ");
  if (typeof value !== "object") return String(value);
  const { name, ...fields } = value as Record<string, unknown>;
  const details = pairs(fields).join(", ");
  if (typeof name !== "string") return details;
  return details === "" ? name : `${name} (${details})`;
}
