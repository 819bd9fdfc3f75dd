import type { Fence } from "./fence.ts";
import { clip } from "./sentences.ts";

/** The share of the whole input that the instructions may take. */
const INSTRUCTIONS_SHARE = 0.5;

/** The built-in rules, which are never cut, and as much of the organization's prompt as fits into the share of `maxChars`. */
export function instructionsOf(
  fence: Fence,
  prompt: string | null,
  { hasTools, maxChars }: { hasTools: boolean; maxChars: number },
): string {
  const rules = [
    "You answer questions from people in an agency about their own projects. Use only the material given here.",
    'Every sentence with a fact, every point of a list and every row of a table ends with the number of its source, such as [3] or [3, 7]. Use only numbers you were given. When you quote, quote word for word, between "quotation marks".',
    "If the material does not answer the question, say, in its language: I can't find that in anything you have access to. An answer without a citation says only this. Do not guess, and do not fill in from general knowledge.",
    hasTools
      ? "Numbers, sums and lists come from tools: take them as they are, cite the n beside them, and do not calculate yourself. Call several tools at once when none needs the result of another."
      : "Take numbers from the material as they are, and do not calculate.",
    hasTools
      ? "You cannot change anything. A proposal that you make waits until a person approves it: say that it waits, never that it was done, and cite its n."
      : "You cannot change anything and cannot propose anything here.",
    "Answer in the language of the question, whatever the language of the material; quote the material's own words. Be short, in Markdown without pictures and links.",
    fence.explain(),
  ];
  const builtInRules = rules.join("\n");
  if (!prompt) return builtInRules;
  // A prompt that is too long is cut and ends with a note; it is left out if not even the note fits.
  const room = Math.max(Math.floor(maxChars * INSTRUCTIONS_SHARE) - builtInRules.length, 0);
  const heading = "\n\n# Instructions of this organization\n\n";
  if (heading.length + prompt.length <= room) return builtInRules + heading + prompt;
  const note = "\n(The rest of these instructions is left out for length.)";
  return heading.length + note.length <= room
    ? builtInRules + heading + clip(prompt, room - heading.length - note.length) + note
    : builtInRules;
}
