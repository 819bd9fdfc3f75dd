import { formatDay } from "../../format/dates.ts";
import type { KnowledgeSearch } from "./search-params.ts";
import { sourceKindPlurals } from "./source-words.ts";

/** "documents of Web shop relaunch, from 3 Nov 2026"; without a chosen kind, all kinds that search covers. */
export function scopeInWords(
  { project, kind, from, to }: KnowledgeSearch,
  projectName: string | undefined,
): string {
  const kinds = kind
    ? sourceKindPlurals[kind].toLowerCase()
    : "documents, meetings, emails and notes";
  const sources = project
    ? `${kinds} of ${projectName ?? "one project"}`
    : `${kinds} that you can see`;
  const days = [from && `from ${formatDay(from)}`, to && `to ${formatDay(to)}`].filter(Boolean);
  return [sources, days.join(" ")].filter(Boolean).join(", ");
}
