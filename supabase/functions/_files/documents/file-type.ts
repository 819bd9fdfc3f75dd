import { indexOfNeedle } from "deno-std/bytes/index_of_needle.js";
import { mediaTypeOf } from "../../_domain/media-type.ts";
import { UnreadableFile } from "../unreadable.ts";
import { BadArchive, partsOf, textOf } from "../zip-archive.ts";

export type Format =
  | "pdf"
  | "docx"
  | "pptx"
  | "xlsx"
  | "csv"
  | "markdown"
  | "html"
  | "text"
  | "email"
  | "vtt"
  | "srt"
  | "calendar";

const FORMAT_OF_ENDING: Record<string, Format> = {
  pdf: "pdf",
  docx: "docx",
  docm: "docx",
  pptx: "pptx",
  pptm: "pptx",
  xlsx: "xlsx",
  xlsm: "xlsx",
  csv: "csv",
  tsv: "csv",
  md: "markdown",
  markdown: "markdown",
  html: "html",
  htm: "html",
  xhtml: "html",
  txt: "text",
  text: "text",
  eml: "email",
  vtt: "vtt",
  srt: "srt",
  ics: "calendar",
};

const OFFICE = "application/vnd.openxmlformats-officedocument";
const FORMAT_OF_TYPE: Record<string, Format> = {
  "application/pdf": "pdf",
  [`${OFFICE}.wordprocessingml.document`]: "docx",
  [`${OFFICE}.presentationml.presentation`]: "pptx",
  [`${OFFICE}.spreadsheetml.sheet`]: "xlsx",
  "text/csv": "csv",
  "text/tab-separated-values": "csv",
  "text/markdown": "markdown",
  "text/html": "html",
  "application/xhtml+xml": "html",
  "text/plain": "text",
  "message/rfc822": "email",
  "text/vtt": "vtt",
  "application/x-subrip": "srt",
  "text/calendar": "calendar",
};

const NAMES: Record<Format | "old_office" | "archive" | "other", string> = {
  pdf: "a PDF",
  docx: "a Word document (.docx)",
  pptx: "a presentation (.pptx)",
  xlsx: "a workbook (.xlsx)",
  csv: "a table (.csv)",
  markdown: "Markdown",
  html: "a web page (.html)",
  text: "text",
  email: "an email (.eml)",
  vtt: "subtitles (.vtt)",
  srt: "subtitles (.srt)",
  calendar: "a calendar (.ics)",
  old_office: "a file of an older Office program",
  archive: "an archive",
  other: "something else",
};

/**
 * Chooses the reader of a file by its bytes. The name only distinguishes kinds of text, and must not contradict
 * the bytes. Throws UnreadableFile.
 */
export async function formatOf(
  bytes: Uint8Array<ArrayBuffer>,
  fileName: string,
  contentType: string,
): Promise<Format> {
  if (bytes.length === 0) throw new UnreadableFile("empty");
  const declaredType = declaredFormat(fileName, contentType);
  const format = await foundFormat(bytes, declaredType);
  if (declaredType === "unsupported") throw new UnreadableFile("unsupported_type");
  if (declaredType === undefined) {
    if (format === "old_office" || format === "archive" || format === "other") {
      throw new UnreadableFile("unsupported_type");
    }
    return format;
  }
  const isRight = format === declaredType || (format === "text" && isTextual(declaredType));
  // Markdown may begin with tags. The readers of emails and subtitles check their files themselves.
  if (isRight || (format === "html" && declaredType === "markdown")) return declaredType;
  throw new UnreadableFile(
    "wrong_type",
    `The name says ${NAMES[declaredType]}, but the file is ${NAMES[format]}. ` +
      (format === "old_office"
        ? "Save it in the current format (.docx, .pptx, .xlsx) and upload that."
        : "Correct the file extension, or upload the right file."),
  );
}

function declaredFormat(fileName: string, contentType: string): Format | "unsupported" | undefined {
  const ending = /\.([A-Za-z0-9]{1,10})$/.exec(fileName.trim())?.[1]?.toLowerCase();
  const byEnding = ending && Object.hasOwn(FORMAT_OF_ENDING, ending) && FORMAT_OF_ENDING[ending];
  if (byEnding) return byEnding;
  const type = mediaTypeOf(contentType);
  if (Object.hasOwn(FORMAT_OF_TYPE, type)) return FORMAT_OF_TYPE[type];
  const saysNothing = type === "" || type === "application/octet-stream";
  return saysNothing && ending === undefined ? undefined : "unsupported";
}

const isTextual = (format: Format) => !["pdf", "docx", "pptx", "xlsx"].includes(format);

const MAGIC_ZIP = ["PK\x03\x04", "PK\x05\x06"];
const MAGIC_OLE = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";
/** Files other than text that may contain no zero bytes, by which binary files are recognized otherwise. */
const MAGIC_OTHER = [
  "{\\rtf",
  "%!PS",
  "MZ\x90",
  "\x89PNG",
  "\xff\xd8\xff",
  "GIF8",
  "\x1f\x8b",
  "7z\xbc\xaf",
  "Rar!",
];

/** Each comment ends at its first `-->`: otherwise a run of comments could match in exponentially many ways. */
const HTML =
  /^(?:\xef\xbb\xbf)?\s*(?:<!--(?:(?!-->).)*-->\s*|<\?xml[^>]*\?>\s*)*<(?:!doctype\s+html|html|head|body)\b/is;

type FoundFormat = Format | "old_office" | "archive" | "other";

async function foundFormat(
  bytes: Uint8Array<ArrayBuffer>,
  declaredType: Format | string | undefined,
): Promise<FoundFormat> {
  const start = latin(bytes.subarray(0, 1024));
  if (MAGIC_ZIP.some((magic) => start.startsWith(magic))) return officeFormat(bytes);
  if (start.startsWith(MAGIC_OLE)) {
    if (isEncryptedOffice(bytes)) throw new UnreadableFile("encrypted");
    return "old_office";
  }
  if (MAGIC_OTHER.some((magic) => start.startsWith(magic))) return "other";
  // Mail programs and printers put a few bytes before the mark of a PDF, and readers accept that.
  if (/%PDF-\d/.test(declaredType === "pdf" ? start : start.slice(0, 7))) return "pdf";
  if (!looksLikeText(bytes)) return "other";
  return HTML.test(start) ? "html" : "text";
}

async function officeFormat(bytes: Uint8Array<ArrayBuffer>): Promise<FoundFormat> {
  try {
    const parts = partsOf(bytes);
    const relations = parts.find(({ name }) => name === "_rels/.rels");
    let text = "";
    if (relations && relations.size < 100_000) {
      for await (const part of textOf(bytes, relations)) text += part;
    }
    const folder =
      /<(?:\w+:)?Relationship\b[^>]*\bTarget="\/?(word|ppt|xl)\/[^"]*"[^>]*>/.exec(
        text.replace(/<(?:\w+:)?Relationship\b(?![^>]*\/officeDocument")[^>]*>/g, ""),
      )?.[1] ?? parts.map(({ name }) => /^(word|ppt|xl)\//.exec(name)?.[1]).find(Boolean);
    if (folder === "word") return "docx";
    if (folder === "ppt") return "pptx";
    return folder === "xl" ? "xlsx" : "archive";
  } catch (error) {
    if (!(error instanceof BadArchive)) throw error;
    throw new UnreadableFile(error.reason === "broken" ? "corrupt" : error.reason);
  }
}

/** An Office file with a password is a compound file with one stream of this name. */
function isEncryptedOffice(bytes: Uint8Array): boolean {
  const name = [..."EncryptedPackage"].flatMap((letter) => [letter.charCodeAt(0), 0]);
  return indexOfNeedle(bytes, new Uint8Array(name)) >= 0;
}

/** No zero bytes, or UTF-16, half of whose bytes may be zero. */
function looksLikeText(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, 65_536);
  if (utf16Of(sample) !== undefined) return true;
  let control = 0;
  for (const byte of sample) {
    if (byte === 0) return false;
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 12) control += 1;
  }
  return control <= sample.length / 100;
}

/** Which UTF-16 the bytes are, by the byte order mark or by the position of the zeros in Latin letters. */
export function utf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const sample = bytes.subarray(0, 2000);
  const zeros = [0, 0];
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const half = sample.length / 2;
  if (sample.length >= 4 && odd > half * 0.4 && even < half * 0.05) return "utf-16le";
  return sample.length >= 4 && even > half * 0.4 && odd < half * 0.05 ? "utf-16be" : undefined;
}

const latin = (bytes: Uint8Array) => String.fromCharCode(...bytes);
