import { withoutMarkers } from "../../../../supabase/functions/_domain/chat/markers.ts";
import { inOrderOf, shownNumbers } from "./numbers.ts";
import type { Turn } from "./turn.ts";

/** The text of an answer to paste elsewhere, with its valid citation numbers as shown, and their sources below. */
export function copiedAnswer({ text, citations }: Pick<Turn, "text" | "citations">): string {
  const validCitations = citations ?? [];
  const displayNumbers = shownNumbers(text);
  const numbers = new Set(validCitations.map(({ n }) => n));
  const answer = withoutMarkers(text, numbers, (n) => displayNumbers.get(n) ?? n).trim();
  const sources = inOrderOf(validCitations, displayNumbers).map(({ n, kind, title, quote }) => {
    const name = `[${displayNumbers.get(n) ?? n}] ${title}`;
    return kind === "chunk" ? `${name}: “${quote.replace(/\s+/g, " ")}”` : name;
  });
  return sources.length > 0 ? `${answer}\n\nSources\n${sources.join("\n")}\n` : `${answer}\n`;
}
