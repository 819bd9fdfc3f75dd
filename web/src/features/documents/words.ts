import {
  type DocumentKind,
  documentKinds,
  documentKindWords,
} from "../../../../supabase/functions/_domain/words/documents.ts";
import { providerName } from "../../../../supabase/functions/_domain/words/providers.ts";
import { countOf, formatCount, formatPercent } from "../../format/numbers.ts";
import type { Enums, Rows } from "../../supabase/client.ts";

export type { DocumentKind };
export type DocumentStatus = Enums["document_status"];

/** Whether only admins and leads see documents of this kind. */
export function restricts(kind: DocumentKind): boolean {
  return documentKindWords[kind].isRestricted;
}

export const kindLabel = (kind: DocumentKind): string => documentKindWords[kind].label;

/** The kinds that a person may give a document. */
export function kindsFor(isLead: boolean): DocumentKind[] {
  return isLead ? documentKinds : documentKinds.filter((kind) => !restricts(kind));
}

/** A kind in a list of choices, with a note if it is restricted. */
export function kindInWords(kind: DocumentKind): string {
  return restricts(kind) ? `${kindLabel(kind)} (restricted)` : kindLabel(kind);
}

/** A first guess from the name, which its uploader sees and can change. */
export function guessedKind(fileName: string, allowed: readonly DocumentKind[]): DocumentKind {
  const words = fileName.toLowerCase().replace(/[^\p{L}\p{N}.]+/gu, " ");
  return (
    guesses.find(([kind, pattern]) => allowed.includes(kind) && pattern.test(words))?.[0] ?? "other"
  );
}

const guesses: [DocumentKind, RegExp][] = [
  ["sow", /\bsow\b|\bstatement of work\b/],
  ["contract", /\bcontract\b|\bagreement\b|\bmsa\b|\bnda\b/],
  ["transcript", /\btranscript\b|\.(vtt|srt)$/],
  ["brief", /\bbrief(ing)?\b/],
  ["report", /\breport\b/],
  ["deliverable", /\bdeliverable\b/],
];

/** The effect of a new kind on who sees the document; null if there is none. */
export function kindChangeInWords(from: DocumentKind, to: DocumentKind): string | null {
  if (restricts(from) === restricts(to)) return null;
  return restricts(to)
    ? "Project members will no longer see the file, or its text in search and answers. Admins and leads still will."
    : "All project members will see the file, and its text in search and answers.";
}

export type Progress = Pick<
  Rows["document_versions"],
  "status" | "step" | "progress_done" | "progress_total" | "content_type"
>;

export const statusLabels: Record<DocumentStatus, string> = {
  awaiting_upload: "Not uploaded",
  queued: "Waiting to be processed",
  indexing: "Processing",
  indexed: "Searchable",
  failed: "Failed",
  superseded: "Replaced before it was processed",
};

/** The unit in which the progress of a file type is counted. */
function unitOf(contentType: string): string {
  if (contentType === "application/pdf") return "page";
  if (contentType.includes("presentationml")) return "slide";
  return "part";
}

/** "Reading page 12 of 80": the progress of an upload. */
export function progressInWords(progress: Progress): string {
  const { status, step, progress_done: done, progress_total: total } = progress;
  if (status !== "indexing") return statusLabels[status];
  switch (step) {
    case "embed":
      return total ? `Indexing ${formatPercent(percentOf(done, total) / 100)}` : "Indexing";
    case "publish":
      return "Making it searchable";
    default: {
      if (done === 0 && !total) return "Reading";
      const unit = unitOf(progress.content_type);
      const count = formatCount(done);
      return total
        ? `Reading ${unit} ${count} of ${formatCount(total)}`
        : `Reading ${unit} ${count}`;
    }
  }
}

/** The progress of a step, for a bar; 0 if unknown. */
export function percentOf(done: number, total: number | null): number {
  return total ? Math.min(100, Math.floor((done / total) * 100)) : 0;
}

/** Whether an upload will still change without the viewer. */
export function isRunning({ status }: Pick<Progress, "status">): boolean {
  return status === "queued" || status === "indexing";
}

/** A note for readers about the text of a document. */
export function flagInWords(flag: string, facts: Record<string, unknown> = {}): string {
  switch (flag) {
    case "hidden_text_removed": {
      const hiddenCount = Number(facts["hidden_characters"] ?? 0);
      const much = hiddenCount > 0 ? ` (${countOf(hiddenCount, "character")})` : "";
      return `Text that is invisible in the file was left out${much}.`;
    }
    case "unseen_text_retained":
      return "Some text may be invisible on the pages, such as recognized text behind a scan.";
    case "pages_without_text": {
      const without = Number(facts["pages_without_text"] ?? 0);
      const pages = without > 0 ? countOf(without, "page") : "Some pages";
      return `${pages} ${without === 1 ? "has" : "have"} no text: text in pictures isn't recognized.`;
    }
    case "no_parties":
      return "No parties found: the text doesn't say who the agreement is between.";
    case "no_dates":
      return "No date found.";
    case "no_amounts":
      return "No amount of money found.";
    case "no_signature":
      return "No signature found.";
    case "no_scope":
      return "No scope of work found.";
    default:
      return `${capitalize(flag.replaceAll("_", " "))}.`;
  }
}

/** The same in two or three words, for lists. */
export function shortFlag(flag: string): string {
  return shortFlags[flag] ?? capitalize(flag.replaceAll("_", " "));
}

const shortFlags: Record<string, string> = {
  hidden_text_removed: "Hidden text left out",
  unseen_text_retained: "Text behind pictures",
  pages_without_text: "Pages without text",
  no_parties: "No parties",
  no_dates: "No date",
  no_amounts: "No amount",
  no_signature: "No signature",
  no_scope: "No scope",
};

/** "12 pages, 3,400 words": the size of the extracted text. */
export function extentInWords(facts: Record<string, unknown>): string {
  const counts = [
    ["pages", "page"],
    ["slides", "slide"],
    ["sheets", "sheet"],
    ["words", "word"],
  ].flatMap(([name = "", one = ""]) => {
    const value = facts[name];
    return typeof value === "number" && value > 0 ? countOf(value, one) : [];
  });
  return counts.join(", ");
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The vendor that a document is synced from; undefined for an upload. */
export function originInWords(origin: string | null): string | undefined {
  return origin ? `From ${providerName(origin)}` : undefined;
}
