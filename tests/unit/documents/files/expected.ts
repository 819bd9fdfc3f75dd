import type { Facts, Location } from "../../../../supabase/functions/_files/documents/extract.ts";
import type { DocumentKind } from "../../../../supabase/functions/_files/documents/reading.ts";
import type { UnreadableCode } from "../../../../supabase/functions/_files/unreadable.ts";

/** A file and how its reading must end. */
export interface HostileFile {
  description: string;
  fileName: string;
  contentType: string;
  kind?: DocumentKind;
  make(): Uint8Array | Promise<Uint8Array>;
  expected: Indexed | { code: UnreadableCode };
}

export interface Indexed {
  /** Passages, and where they must be found. */
  passages: [text: string, location: Location][];
  absent?: string[];
  flags?: string[];
  facts?: Partial<Facts>;
}

const TYPES: Record<string, string> = {
  pdf: "application/pdf",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv",
  md: "text/markdown",
  html: "text/html",
  txt: "text/plain",
  eml: "message/rfc822",
  vtt: "text/vtt",
  srt: "application/x-subrip",
  ics: "text/calendar",
};

/** A row of the table; its type is that of its name. */
export function file(
  description: string,
  fileName: string,
  make: HostileFile["make"],
  expected: HostileFile["expected"],
  kind?: DocumentKind,
): HostileFile {
  const contentType = TYPES[fileName.split(".").at(-1) ?? ""] ?? "application/octet-stream";
  return { description, fileName, contentType, make, expected, ...(kind ? { kind } : {}) };
}

export const fails = (code: UnreadableCode) => ({ code });

export const utf8 = (text: string) => new TextEncoder().encode(text);
