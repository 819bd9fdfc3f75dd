/** The reasons why a file cannot be read: stable names, each with a sentence that gives the next step. */
const sentences = {
  encrypted: "The file is protected by a password. Save it without a password and upload it again.",
  no_text:
    "The file contains images of pages and no text. Run text recognition (OCR) on it, then upload the result as a new version.",
  empty: "The file has no text. Upload a file with text.",
  corrupt:
    "The file is damaged or incomplete. Open it in the program that made it, save it again and upload that.",
  too_large: "The file is too large to process. Split it and upload the parts.",
  wrong_type:
    "The file's content doesn't match its extension. Correct the extension and upload it again.",
  unsupported_type:
    "This file type isn't supported. Save it as PDF, DOCX, PPTX, XLSX, CSV, Markdown, HTML, text, EML, ICS, VTT or SRT.",
};

export type UnreadableCode = keyof typeof sentences;

/** A file that no attempt can read; the upload fails with this code and sentence. */
export class UnreadableFile extends Error {
  readonly code: UnreadableCode;

  constructor(code: UnreadableCode, sentence: string = sentences[code]) {
    super(sentence);
    this.name = "UnreadableFile";
    this.code = code;
  }
}
