import {
  type ContractPart,
  contractParts,
  missingParts,
} from "../../_domain/documents/contract-health.ts";
import { visibleText } from "../../_domain/visible-text.ts";
import type { Json } from "../../_schema/database.types.ts";
import { Clock, MAX_TEXT, tooMuchText } from "../limits.ts";
import { UnreadableFile } from "../unreadable.ts";
import { type Format, formatOf } from "./file-type.ts";
import { languageOf } from "./language.ts";
import { type DocumentKind, type Reader, shortLine } from "./reading.ts";
import { type Block, type Location, type Passage, splitBlocks } from "./split.ts";

export type { Location, Passage };
export { UnreadableFile };

export interface ExtractInput {
  bytes: Uint8Array<ArrayBuffer>;
  fileName: string;
  contentType: string;
  kind: DocumentKind;
  title: string;
}

/** Facts about the part of the file that has been read so far. */
export type Facts = {
  format: Format;
  pages?: number;
  slides?: number;
  sheets?: number;
  words: number;
  pieces: number;
  language?: string;
  hidden_characters: number;
  pages_without_text?: number;
  /**
   * The contract elements that the text still lacks; reported at the end, whatever kind the document has by then.
   */
  not_found?: string[];
};

export interface ExtractStep {
  passages: Passage[];
  /** Where the next step continues; null once the file is read. */
  cursor: Json | null;
  done: number;
  total: number | null;
  facts: Facts;
  flags: string[];
}

/** The times after which a parser is stopped: in one step, and in one page. */
export interface Stops {
  stepMs: number;
  pageMs: number;
}

/** The state that one step passes to the next. It must be small, because it is stored in a job. */
type Progress = {
  at: Json;
  blocks: number;
  characters: number;
  languages: Record<string, number>;
  parts: ContractPart[];
  flags: string[];
  facts: Facts;
};

/** These limits stop files that keep their parser busy. Any other step or page takes far less time. */
const STOPS: Stops = { stepMs: 30_000, pageMs: 5_000 };

/**
 * Continues to read a file where the previous step stopped, for about `budgetMs`, and splits the text into passages.
 * The passages are the same however many steps it takes. Throws UnreadableFile.
 */
export async function extractStep(
  { bytes, fileName, contentType, kind, title }: ExtractInput,
  cursor: Json | null,
  budgetMs: number,
  { stepMs, pageMs }: Stops = STOPS,
): Promise<ExtractStep> {
  const start = performance.now();
  const format = await formatOf(bytes, fileName, contentType);
  const progress =
    cursor === null ? initialProgress(format) : (structuredClone(cursor) as Progress);
  const readBatches = await READERS[format]();
  const passages: Passage[] = [];
  const clock = new Clock(stepMs, pageMs);
  let step: Pick<ExtractStep, "done" | "total"> = { done: 0, total: null };
  try {
    for await (const batch of readBatches({ bytes, kind, title }, progress.at, clock)) {
      const blocks = visibleBlocks(batch.blocks, progress);
      const parts = splitBlocks(blocks);
      for (const passage of parts) {
        const [first, last] = passage.blocks;
        passages.push({ ...passage, blocks: [first + progress.blocks, last + progress.blocks] });
      }
      note(progress, batch, blocks, parts);
      step = { done: batch.done, total: batch.total };
      if (batch.next === null) return { passages, cursor: null, ...step, ...finalFacts(progress) };
      progress.at = batch.next;
      if (performance.now() - start >= budgetMs) break;
    }
  } catch (error) {
    throw asUnreadableFile(error);
  }
  return {
    passages,
    cursor: progress as Json,
    ...step,
    facts: progress.facts,
    flags: progress.flags,
  };
}

/** Each reader is imported when the first file of its format is read. */
const READERS: Record<Format, () => Promise<Reader>> = {
  pdf: async () => (await import("./read-pdf.ts")).readPdf,
  docx: async () => (await import("./read-docx.ts")).readDocx,
  pptx: async () => (await import("./read-pptx.ts")).readPptx,
  xlsx: async () => (await import("./read-xlsx.ts")).readXlsx,
  csv: async () => (await import("./read-csv.ts")).readCsv,
  markdown: async () => (await import("./read-markdown.ts")).readMarkdown,
  html: async () => (await import("./read-html.ts")).readHtml,
  text: async () => (await import("./read-text.ts")).readText,
  email: async () => (await import("./read-email.ts")).readEmail,
  vtt: async () => (await import("./read-subtitles.ts")).readSubtitles,
  srt: async () => (await import("./read-subtitles.ts")).readSubtitles,
  calendar: async () => (await import("./read-calendar.ts")).readCalendar,
};

function initialProgress(format: Format): Progress {
  const facts = { format, words: 0, pieces: 0, hidden_characters: 0 };
  return { at: null, blocks: 0, characters: 0, languages: {}, parts: [], flags: [], facts };
}

/** The blocks as people read them, without empty ones. */
function visibleBlocks(blocks: Block[], { facts }: Progress): Block[] {
  return blocks.flatMap((block) => {
    const { text, hidden } = visibleText(block.text);
    facts.hidden_characters += hidden;
    return text === "" ? [] : [{ ...block, text, location: visibleLocation(block.location) }];
  });
}

function visibleLocation(location: Location): Location {
  const { sheet, heading, speaker } = location;
  if (sheet === undefined && heading === undefined && speaker === undefined) return location;
  const names = Object.entries({ sheet, heading, speaker }).flatMap(([name, value]) => {
    const text = value === undefined ? "" : shortLine(visibleText(value).text, 300);
    return text === "" ? [] : [[name, text]];
  });
  const { sheet: _, heading: __, speaker: ___, ...rest } = location;
  return { ...rest, ...Object.fromEntries(names) };
}

function note(
  progress: Progress,
  batch: Awaited<ReturnType<ReturnType<Reader>["next"]>>["value"],
  blocks: Block[],
  passages: Passage[],
): void {
  const { facts, flags } = progress;
  const text = blocks.map((block) => block.text).join("\n");
  const words = text.match(/\S+/gu)?.length ?? 0;
  progress.blocks += blocks.length;
  progress.characters += text.length;
  if (progress.characters > MAX_TEXT) throw tooMuchText();
  facts.words += words;
  facts.pieces += passages.length;
  facts.hidden_characters += batch.hidden ?? 0;
  for (const name of ["pages", "slides", "sheets", "pages_without_text"] as const) {
    const value = batch.facts?.[name];
    if (value !== undefined) facts[name] = value;
  }
  noteLanguage(progress, text, words);
  progress.parts = contractParts(text, progress.parts);
  if (facts.hidden_characters > 0 || batch.leftOut) addOnce(flags, "hidden_text_removed");
  if (batch.retainsUnseen) addOnce(flags, "unseen_text_retained");
  if ((facts.pages_without_text ?? 0) > 0) addOnce(flags, "pages_without_text");
}

function noteLanguage({ languages, facts }: Progress, text: string, words: number): void {
  const language = languageOf(text);
  if (language === undefined) return;
  languages[language] = (languages[language] ?? 0) + words;
  facts.language = Object.entries(languages).sort(([, a], [, b]) => b - a)[0]?.[0] ?? language;
}

/** Facts that are known once everything is read. Throws if there is no text. */
function finalFacts({ facts, flags, parts }: Progress) {
  if (facts.words === 0) throw new UnreadableFile(facts.format === "pdf" ? "no_text" : "empty");
  return { facts: { ...facts, not_found: missingParts(parts) }, flags };
}

function addOnce(flags: string[], flag: string): void {
  if (!flags.includes(flag)) flags.push(flag);
}

/** Any exception of a parser is the file's fault: tests find errors of our own code. */
function asUnreadableFile(error: unknown): UnreadableFile {
  if (error instanceof UnreadableFile) return error;
  const file = new UnreadableFile("corrupt");
  file.cause = error;
  return file;
}
