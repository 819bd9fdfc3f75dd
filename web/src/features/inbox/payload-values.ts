import type { Payload } from "../../api/approval-routes.ts";

// The contents of a payload, read defensively: the database checked it, but rendering must never fail.

export interface Section {
  heading: string;
  body: string;
}

export function linesOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

export function sectionsIn(value: unknown): Section[] {
  if (!Array.isArray(value)) return [];
  return value.map((section: Partial<Section> | null) => ({
    heading: String(section?.heading ?? ""),
    body: String(section?.body ?? ""),
  }));
}

/** A value as plain text, for a comparison word by word; null if the text would mean nothing to a reader. */
export function comparableText(type: string, value: unknown): string | null {
  if (value === null || value === undefined) return "";
  if (type !== "sections" && Array.isArray(value)) return value.join("\n");
  switch (type) {
    case "line":
    case "paragraphs":
      return String(value);
    case "sections":
      return sectionsIn(value)
        .map(({ heading, body }) => `${heading}\n\n${body}`)
        .join("\n\n");
    default:
      return null;
  }
}

export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}

/** Whether a field of the payload has a value. */
export function hasValue(payload: Payload, name: string): boolean {
  const value = payload[name];
  return value !== undefined && value !== null && value !== "";
}
