import type { Enums } from "../../supabase/client.ts";

/** The location of a passage in its source, as extraction wrote it. */
export interface Location {
  page?: number;
  slide?: number;
  sheet?: string;
  heading?: string;
  speaker?: string;
  at?: string;
  row?: number;
}

/** Parses the JSON of the database; empty if it is not a location. */
export function locationOf(json: unknown): Location {
  if (typeof json !== "object" || json === null || Array.isArray(json)) return {};
  const fields = json as Record<string, unknown>;
  const location: Location = {};
  for (const name of ["page", "slide", "row"] as const) {
    if (typeof fields[name] === "number") location[name] = fields[name];
  }
  for (const name of ["sheet", "heading", "speaker", "at"] as const) {
    if (typeof fields[name] === "string" && fields[name] !== "") location[name] = fields[name];
  }
  return location;
}

/** The part of a source that a URL can name: a page, a slide, a sheet. */
export interface PartName {
  field: "page" | "slide" | "sheet";
  value: number | string;
}

export function partOf({ page, slide, sheet }: Location): PartName | null {
  if (page !== undefined) return { field: "page", value: page };
  if (slide !== undefined) return { field: "slide", value: slide };
  if (sheet !== undefined) return { field: "sheet", value: sheet };
  return null;
}

const partLabels: Record<PartName["field"], string> = {
  page: "Page",
  slide: "Slide",
  sheet: "Sheet",
};

export function partInWords({ field, value }: PartName): string {
  return `${partLabels[field]} ${value}`;
}

/** The fragment of a URL that names a part, such as page-12. */
export function anchorOf({ field, value }: PartName): string {
  return `${field}-${encodeURIComponent(value)}`;
}

/** Parses such a fragment; null if it names no part. */
export function partAt(anchor: string): PartName | null {
  const [, field, text] = /^(page|slide|sheet)-(.+)$/.exec(anchor) ?? [];
  if (!field || !text) return null;
  if (field === "sheet") return { field, value: decode(text) };
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > 1_000_000) return null;
  return { field: field as "page" | "slide", value: number };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** "Page 12, Scope of work", "Ada Example, 00:01:02": a location in words. */
export function locationInWords(location: Location): string {
  const part = partOf(location);
  return [part && partInWords(part), location.heading, location.speaker, location.at]
    .filter(Boolean)
    .join(", ");
}

/** The URL that opens a source, at one of its passages where that is known. */
export function sourceAddress(
  kind: Enums["source_kind"],
  sourceId: string,
  passageId?: string | null,
): string {
  const page = kind === "document" ? "documents" : "sources";
  return `/${page}/${sourceId}${passageId ? `?passage=${passageId}` : ""}`;
}
