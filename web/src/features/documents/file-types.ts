/** The supported file types, by extension: browsers do not know all of them. */
export const contentTypes: Record<string, string> = {
  pdf: "application/pdf",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv",
  md: "text/markdown",
  markdown: "text/markdown",
  html: "text/html",
  htm: "text/html",
  txt: "text/plain",
  eml: "message/rfc822",
  vtt: "text/vtt",
  srt: "application/x-subrip",
  ics: "text/calendar",
};

/** For the system's file picker. */
export const acceptedEndings = Object.keys(contentTypes)
  .map((ending) => `.${ending}`)
  .join(",");

function endingOf(fileName: string): string {
  return fileName.includes(".") ? (fileName.split(".").at(-1) ?? "").toLowerCase() : "";
}

/** The content type to upload a file with; null if the type isn't supported. */
export function contentTypeOf({ name, type }: Pick<File, "name" | "type">): string | null {
  const knownType = Object.hasOwn(contentTypes, endingOf(name))
    ? contentTypes[endingOf(name)]
    : null;
  if (knownType) return knownType;
  const bare = type.split(";")[0]?.trim().toLowerCase() ?? "";
  return Object.values(contentTypes).includes(bare) ? bare : null;
}

const shortNames: Record<string, string> = {
  "application/pdf": "PDF",
  [contentTypes["docx"] as string]: "Word",
  [contentTypes["pptx"] as string]: "PowerPoint",
  [contentTypes["xlsx"] as string]: "Excel",
  "text/csv": "CSV",
  "text/markdown": "Markdown",
  "text/html": "HTML",
  "text/plain": "Text",
  "message/rfc822": "Email",
  "text/vtt": "Transcript",
  "application/x-subrip": "Transcript",
  "text/calendar": "Calendar",
};

/** The usual name of a file type; the extension if the type is unknown. */
export function formatName(contentType: string, fileName: string): string {
  return shortNames[contentType] ?? (endingOf(fileName).toUpperCase() || "File");
}

/** The limit of the service, which the database repeats. */
const MAX_BYTES = 26_214_400;

/** The reason why the service would refuse a file, in its own words; null if it would accept it. */
export function refusalOf(file: Pick<File, "name" | "type" | "size">): string | null {
  if (file.name.length > 255 || /[/\\\p{Cc}]/u.test(file.name)) {
    return "A file needs a name of at most 255 characters, without slashes";
  }
  if (file.size === 0) return "The file is empty";
  if (file.size > MAX_BYTES) return "Files can be at most 25 MiB";
  if (contentTypeOf(file) === null) {
    return "This file type isn't supported. Upload PDF, Word, PowerPoint, Excel, CSV, Markdown, HTML, text, email, calendars (.ics) or transcripts";
  }
  return null;
}

/** The title a file starts with: its name without the extension. */
export function titleOf(fileName: string): string {
  const bare = fileName
    .replace(/\.[^.]+$/, "")
    .replace(/[_\s]+/g, " ")
    .trim();
  return bare || fileName;
}
