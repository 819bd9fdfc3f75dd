import type { Fence } from "../chat/fence.ts";
import type { AuthoringProfile, EvidenceItem, EvidencePack } from "./contract.ts";

export interface DraftTask {
  project: { name: string; client: string; agency: string };
  pack: EvidencePack;
  headings: { heading: string; guidance?: string | undefined }[];
  profile: AuthoringProfile | null;
}

/** The rules of a draft: it is written from the pack alone, and every sentence cites its items. */
export function draftInstructions({ headings, profile }: DraftTask, fence: Fence): string {
  return [
    "You write a document that an agency sends to its client, from the numbered evidence you are given and nothing else.",
    "End every sentence with the numbers of its evidence in square brackets, such as [3] or [3, 7]. Use only numbers you were given.",
    "Copy numbers, dates and names of people exactly as the evidence of that sentence has them. Do not calculate, estimate or convert. Leave out what has no evidence.",
    "Quote word for word, within one passage, and name its speaker only if the evidence does. Never shorten a quotation.",
    "Answer with these sections in this order, each as a line that begins with ## and the heading, and then its text. Write plain sentences or lists, without other headings, tables, links and pictures.",
    ...headings.map(({ heading, guidance }) => `## ${heading}${guidance ? `\n(${guidance})` : ""}`),
    ...(profile?.rubric ? [`Language: ${profile.rubric}`] : []),
    fence.explain(),
  ].join("\n");
}

/** The evidence as the model gets it, up to a number of characters, the most relevant items first. */
export function draftEvidence(
  { project, pack }: DraftTask,
  fence: Fence,
  maxChars: number,
): string {
  const heading = `Project ${fence.line(project.name)} for ${fence.line(project.client)}, ${pack.from_on} to ${pack.to_on}.`;
  const lines: string[] = [];
  let length = heading.length;
  // Rows and figures are short and few: they come first, so that passages give way.
  const order = [...pack.items].sort((a, b) => rank(a) - rank(b) || a.number - b.number);
  for (const item of order) {
    if (item.is_internal) continue;
    const line = lineOf(item, fence);
    if (length + line.length > maxChars) continue;
    length += line.length + 1;
    lines.push(line);
  }
  return `${heading}\n${lines.join("\n")}`;
}

const rank = ({ kind }: EvidenceItem) => (kind === "passage" ? 1 : 0);

function lineOf(item: EvidenceItem, fence: Fence): string {
  const speaker = (item.location as { speaker?: unknown } | undefined)?.speaker;
  const about = [
    item.group.replace("_", " "),
    fence.line(item.title),
    item.occurred_on,
    typeof speaker === "string" ? `said by ${fence.line(speaker)}` : undefined,
  ].filter(Boolean);
  return `[${item.number}] (${about.join("; ")})\n${fence.wrap(item.text)}`;
}

/** The sections of an answer by their headings, in lower case. */
export function sectionsOf(answer: string): Map<string, string> {
  const sections = new Map<string, string>();
  for (const part of answer.split(/^##\s+/m).slice(1)) {
    const [heading = "", ...lines] = part.split("\n");
    const key = heading
      .replace(/[*:#]+/g, "")
      .trim()
      .toLowerCase();
    if (!sections.has(key)) sections.set(key, lines.join("\n").trim());
  }
  return sections;
}
