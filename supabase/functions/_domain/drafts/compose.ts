/** A draft without a model: the sentences of the evidence, sorted into sections, each with its marker. */
import { clip } from "../chat/sentences.ts";
import type { EvidenceGroup, EvidenceItem, EvidencePack, ProfileSection } from "./contract.ts";

export interface WeeklyText {
  headline: string;
  body: string;
  next_steps: string;
}
export interface SectionText {
  heading: string;
  body: string;
}

const MAX_EXCERPT = 280;
const MAX_LINES = 12;
const NOTHING = "Nothing to report for this period.";

export function composeWeekly(pack: EvidencePack): WeeklyText {
  const parts: [string, EvidenceGroup[]][] = [
    ["Done", ["done"]],
    ["Changed", ["changed"]],
    ["Decided", ["decided"]],
    ["Hours", ["hours"]],
    ["At risk", ["at_risk"]],
  ];
  const body = parts.flatMap(([heading, groups]) => {
    const lines = linesOf(pack.items, groups);
    return lines.length > 0 ? [`${heading}:\n${lines.join("\n")}`] : [];
  });
  return {
    headline: `Update for ${formatDay(pack.from_on)} to ${formatDay(pack.to_on)}`,
    body: clip(body.join("\n\n") || NOTHING, 8_000),
    next_steps: clip(linesOf(pack.items, ["planned"]).join("\n"), 8_000),
  };
}

/** Each group of evidence goes into the first section that collects it. */
export function composeSections(
  pack: EvidencePack,
  sections: readonly ProfileSection[],
): SectionText[] {
  const usedGroups = new Set<EvidenceGroup>();
  return sections.map(({ heading, collects }) => {
    const ownGroups = collects.filter((group) => !usedGroups.has(group));
    for (const group of ownGroups) usedGroups.add(group);
    return { heading, body: linesOf(pack.items, ownGroups).join("\n") || NOTHING };
  });
}

function linesOf(items: readonly EvidenceItem[], groups: readonly EvidenceGroup[]): string[] {
  return items
    .filter((item) => groups.includes(item.group) && !item.is_internal)
    .slice(0, MAX_LINES)
    .map((item) => `- ${sentenceOf(item)}`);
}

function sentenceOf(item: EvidenceItem): string {
  if (item.kind !== "passage") return `${withoutStop(oneLine(item.text))} [${item.number}].`;
  const { speaker, sentences } = keyPart(item);
  const source = speaker ? `${speaker} in ${item.title}` : item.title;
  let excerpt = "";
  for (const sentence of sentences) {
    if (excerpt !== "" && excerpt.length + sentence.length > MAX_EXCERPT) break;
    excerpt += sentence;
  }
  // A quotation mark within the text would end the quotation early. Such text is cut to one sentence, without
  // quotation marks.
  const words = QUOTATION_MARK.test(excerpt)
    ? withoutStop(clipAtWord(sentences[0] ?? ""))
    : `\u201c${clipAtWord(excerpt)}\u201d`;
  const stop = /[.!?]\u201d$/.test(words) ? "" : ".";
  return `${oneLine(source)}: ${words} [${item.number}]${stop}`;
}

/**
 * The first line of a passage with a decision, promise or warning, from that sentence on, with its speaker; else the
 * first whole sentence.
 */
function keyPart({ text, location, source_kind }: EvidenceItem): {
  speaker: string | undefined;
  sentences: string[];
} {
  const speakerName = (location as { speaker?: unknown } | undefined)?.speaker;
  let speaker = typeof speakerName === "string" ? speakerName : undefined;
  const lines = text.split("\n").filter((line) => !HEADING.test(line));
  const parts = lines.flatMap((line) => {
    // In other passages, a colon does not introduce a speaker's words.
    const turn = source_kind === "meeting" ? TURN.exec(line) : null;
    if (turn) speaker = turn[1];
    const words = oneLine(turn?.[2] ?? line).replace(LIST_MARK, "");
    const sentences = words.match(/[^.!?]+(?:[.!?](?!\s|$)[^.!?]*)*[.!?]*/g) ?? [];
    return sentences.length > 0 ? [{ speaker, sentences }] : [];
  });
  for (const part of parts) {
    const first = part.sentences.findIndex((sentence) => KEY_WORD.test(sentence));
    if (first !== -1) return { ...part, sentences: part.sentences.slice(first) };
  }
  // A sentence says more than a title or a label.
  const withSentence = parts.find(({ sentences }) => /[.!?]$/.test(sentences[0] ?? ""));
  return withSentence ?? parts[0] ?? { speaker, sentences: [oneLine(text)] };
}

const LIST_MARK = /^[-*\u2022]\s+/;
const HEADING = /^\s*#{1,6}\s/;
const TURN = /^\s*(\p{Lu}[^:\n]{1,59}?)\s*(?:\([^()]*\))?:\s+(\S.*)$/u;
const KEY_WORD = /\b(decid|agree|approv|accept|risk|delay|block|late\b|overdue)/i;

function clipAtWord(text: string): string {
  const words = text.trim();
  return words.length <= MAX_EXCERPT ? words : words.slice(0, MAX_EXCERPT).replace(/\s+\S*$/, "");
}

const QUOTATION_MARK = /["\u201c\u201d\u201e\u00ab\u00bb]/;
const withoutStop = (text: string) => text.replace(/[.!?]+$/, "");
const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

const months =
  "January February March April May June July August September October November December".split(
    " ",
  );

/** A day as the evidence spells it: 3 March 2026. */
export function formatDay(day: string): string {
  const [year, month, date] = day.split("-").map(Number);
  return `${date} ${months[(month ?? 1) - 1]} ${year}`;
}
