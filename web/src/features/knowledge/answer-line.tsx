import { countOf } from "../../format/numbers.ts";
import { scopeInWords } from "./scope-in-words.ts";
import type { KnowledgeSearch } from "./search-params.ts";

interface Props {
  search: KnowledgeSearch;
  projectName: string | undefined;
  mode: "hybrid" | "lexical";
  passages: number;
  sources: number;
  /** Whether there are more passages than requested. */
  isFull: boolean;
  /** Whether more passages match than were ranked. */
  isPartial: boolean;
}

/** The method and scope of the search, so that a reader does not mistake an empty answer for an empty archive. */
export function AnswerLine({
  search,
  projectName,
  mode,
  passages,
  sources,
  isFull,
  isPartial,
}: Props) {
  const summary =
    passages === 0
      ? "No passages found"
      : `${isFull ? "The best " : ""}${countOf(passages, "passage")} from ${countOf(sources, "source")}`;
  const kind = mode === "hybrid" ? "Keyword and semantic search" : "Keyword search";
  const limit = isPartial
    ? " Too many passages contain these words to rank them all. Choose a project, a kind or dates."
    : "";
  return `${summary}. ${kind} in ${scopeInWords(search, projectName)}.${limit}`;
}
