import { startsWith } from "deno-std/bytes/starts_with.js";
import { parseCsv } from "./parse-csv.ts";
import { parseJson } from "./parse-json.ts";
import { type ParsedFile, unreadableImport } from "./parsed-file.ts";

/**
 * Reads a CSV, XLSX or JSON file, recognized by its bytes, because names and types of uploads are unreliable.
 * `sheet` names a sheet of a workbook; the default is the first visible one. Throws 400 if the file cannot be
 * read, and 413 if it is too large.
 */
export async function parseFile(
  bytes: Uint8Array<ArrayBuffer>,
  sheet?: string,
): Promise<ParsedFile> {
  if (ZIP.some((signature) => startsWith(bytes, signature))) {
    // Loaded on demand: most files are CSV.
    const { parseXlsx } = await import("./parse-xlsx.ts");
    return parseXlsx(bytes, sheet);
  }
  if (startsWith(bytes, OLE)) {
    throw unreadableImport(
      "This is a workbook with a password, or an old .xls: save it as .xlsx without a password",
    );
  }
  if (sheet !== undefined)
    throw unreadableImport("Only a workbook (.xlsx) has sheets. Leave out the sheet");
  return looksLikeJson(bytes) ? parseJson(bytes) : parseCsv(bytes);
}

/** The first bytes of an archive, and of an empty archive. */
const ZIP = [
  [0x50, 0x4b, 3, 4],
  [0x50, 0x4b, 5, 6],
].map((bytes) => new Uint8Array(bytes));
/** The first bytes of a compound file: .xls, or a workbook with a password. */
const OLE = new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]);

/** A file that begins with a header in brackets, such as `[Code],Name`, is CSV. */
function looksLikeJson(bytes: Uint8Array): boolean {
  const start = new TextDecoder().decode(bytes.subarray(0, 1000));
  return /^\s*(\{|\[\s*([[\]{"\d-]|$))/.test(start);
}
