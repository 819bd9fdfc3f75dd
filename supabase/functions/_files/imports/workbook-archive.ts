import { AppError } from "../../_domain/app-error.ts";
import { type ArchivePart, BadArchive, partsOf, textOf } from "../zip-archive.ts";
import { unreadable } from "./parsed-file.ts";

/** All parts of a workbook inflated, and any but those that make most of one. */
const MAX_INFLATED_BYTES = 60_000_000;
const MAX_PART_BYTES = 8_000_000;

/**
 * Refuses an archive that no spreadsheet writes, before a reader trusts it: one that inflates to more
 * than a workbook needs, whatever sizes it claims, or that takes its time in small places.
 * Throws 400 when it is broken, 413 when it is too large.
 */
export async function checkArchive(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  try {
    const parts = partsOf(bytes);
    const inflated = parts.reduce((sum, { size }) => sum + size, 0);
    const isLarge = ({ name, size }: ArchivePart) => size > MAX_PART_BYTES && !mayBeLarge(name);
    if (inflated > MAX_INFLATED_BYTES || parts.some(isLarge)) throw new BadArchive("too_large");
    for (const part of parts) await checkPart(bytes, part);
  } catch (error) {
    if (!(error instanceof BadArchive)) throw error;
    throw error.reason === "too_large" ? workbookTooLarge() : brokenWorkbook();
  }
}

/** Sheets and their strings are most of what a workbook holds. */
function mayBeLarge(name: string): boolean {
  return /(^|\/)(worksheets\/[^/]+|sharedStrings\.xml|media\/[^/]+)$/i.test(name);
}

async function checkPart(bytes: Uint8Array<ArrayBuffer>, part: ArchivePart): Promise<void> {
  let content = "";
  for await (const text of textOf(bytes, part)) content += text;
  // A number format has 255 characters at most; readers look at it again for every cell.
  if (/formatCode\s*=\s*("[^"]{1600}|'[^']{1600})/.test(content)) throw new BadArchive("broken");
}

export function brokenWorkbook(): AppError {
  return unreadable("The workbook is damaged: save it again as .xlsx");
}

export function workbookTooLarge(): AppError {
  return new AppError(
    413,
    "workbook_too_large",
    "The workbook is larger than an import can read. Save the sheet alone, or split it",
  );
}
