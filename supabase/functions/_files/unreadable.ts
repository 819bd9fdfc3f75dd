/** Why a file cannot be read: stable names, each with a sentence that says what to do. */
const sentences = {
  encrypted: "The file is protected by a password. Save it without one and upload it again.",
  no_text:
    "The file holds pictures of pages and no text: it needs text recognition (OCR) before upload.",
  empty: "The file holds no text.",
  corrupt:
    "The file is damaged or incomplete. Open it where it was made, save it again and upload that.",
  too_large: "The file is too large to be read. Split it and upload the parts.",
  wrong_type: "The file is not what its name says. Give it its right ending and upload it again.",
  unsupported_type:
    "Files of this type are not read. Save it as PDF, DOCX, PPTX, XLSX, CSV, Markdown, HTML, text, EML, VTT or SRT.",
};

export type UnreadableCode = keyof typeof sentences;

/** A file that cannot be read, whoever tries again; the upload ends as failed with this code and sentence. */
export class UnreadableFile extends Error {
  readonly code: UnreadableCode;

  constructor(code: UnreadableCode, sentence: string = sentences[code]) {
    super(sentence);
    this.name = "UnreadableFile";
    this.code = code;
  }
}
