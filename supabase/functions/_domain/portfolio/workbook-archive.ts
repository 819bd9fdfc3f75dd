import { AppError } from "../app-error.ts";
import { unreadable } from "./parsed-file.ts";

/** All parts of a workbook inflated, and any but those that make most of one. */
const MAX_INFLATED_BYTES = 60_000_000;
const MAX_PART_BYTES = 8_000_000;
const MAX_PARTS = 5_000;

const DIRECTORY_END = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LONGEST_COMMENT = 65_535;
/** Flag of a part whose sizes stand behind it; the directory has them all the same. */
const SIZES_FOLLOW = 8;

interface Part {
  name: string;
  method: number;
  compressed: number;
  size: number;
  offset: number;
}

/**
 * Refuses an archive that no spreadsheet writes, before a reader trusts it: one that inflates to more
 * than a workbook needs, whatever sizes it claims, or that takes its time in small places.
 * Throws 400 when it is broken, 413 when it is too large.
 */
export async function checkArchive(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const parts = partsOf(bytes);
  const inflated = parts.reduce((sum, { size }) => sum + size, 0);
  const isLarge = ({ name, size }: Part) => size > MAX_PART_BYTES && !mayBeLarge(name);
  if (inflated > MAX_INFLATED_BYTES || parts.some(isLarge)) throw workbookTooLarge();
  for (const part of parts) await checkPart(bytes, part);
}

/** Sheets and their strings are most of what a workbook holds. */
function mayBeLarge(name: string): boolean {
  return /(^|\/)(worksheets\/[^/]+|sharedStrings\.xml|media\/[^/]+)$/i.test(name);
}

function partsOf(bytes: Uint8Array): Part[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = directoryEnd(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  // Marks that stand for larger numbers elsewhere, which no file of ten megabytes has.
  const isZip64 = [view.getUint32(end + 12, true), at].includes(0xffffffff);
  if (count > MAX_PARTS || isZip64) throw workbookTooLarge();

  return Array.from({ length: count }, () => {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== DIRECTORY_ENTRY) {
      throw brokenWorkbook();
    }
    const nameLength = view.getUint16(at + 28, true);
    const leavesSizesToContent = (view.getUint16(at + 8, true) & SIZES_FOLLOW) !== 0;
    const part = {
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)),
      method: view.getUint16(at + 10, true),
      compressed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    };
    // A reader would look for them elsewhere, and read what was never checked.
    if (leavesSizesToContent && part.compressed === 0) throw brokenWorkbook();
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    return part;
  });
}

function directoryEnd(view: DataView): number {
  const last = view.byteLength - 22;
  for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at -= 1) {
    if (view.getUint32(at, true) === DIRECTORY_END) return at;
  }
  throw brokenWorkbook();
}

async function checkPart(bytes: Uint8Array<ArrayBuffer>, part: Part): Promise<void> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (part.offset + 30 > bytes.length) throw brokenWorkbook();
  const start =
    part.offset +
    30 +
    view.getUint16(part.offset + 26, true) +
    view.getUint16(part.offset + 28, true);
  if (start + part.compressed > bytes.length) throw brokenWorkbook();
  const content = await inflate(bytes.subarray(start, start + part.compressed), part);
  // A number format has 255 characters at most; readers look at it again for every cell.
  if (/formatCode\s*=\s*("[^"]{1600}|'[^']{1600})/.test(content)) throw brokenWorkbook();
}

/** The text of a part. Throws 400 when it is not of the size that the directory says. */
async function inflate(packed: Uint8Array<ArrayBuffer>, part: Part): Promise<string> {
  if (part.compressed === 0 && part.size === 0) return "";
  const plain = new Blob([packed]).stream();
  const stream =
    part.method === 8 ? plain.pipeThrough(new DecompressionStream("deflate-raw")) : plain;
  const decoder = new TextDecoder();
  let size = 0;
  let text = "";
  try {
    for await (const chunk of stream) {
      size += chunk.byteLength;
      if (size > part.size) break;
      text += decoder.decode(chunk, { stream: true });
    }
  } catch {
    throw brokenWorkbook();
  }
  if (size !== part.size) throw brokenWorkbook();
  return text;
}

export function brokenWorkbook(): AppError {
  return unreadable("The workbook is damaged: save it again as .xlsx");
}

export function workbookTooLarge(): AppError {
  return new AppError(
    413,
    "workbook_too_large",
    "The workbook holds more than an import reads. Save the sheet alone, or split it",
  );
}
