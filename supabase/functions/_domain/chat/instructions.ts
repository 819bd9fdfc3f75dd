import type { Fence } from "./fence.ts";
import { clip } from "./sentences.ts";

/** The share of the whole input for the instructions. */
const PROMPT_SHARE = 0.5;

/** The instructions in addition to the organization's own prompt; at most half the length. */
export function instructionsOf(
  fence: Fence,
  prompt: string | null,
  { hasTools, maxChars }: { hasTools: boolean; maxChars: number },
): string {
  const rules = [
    "You answer questions of people in an agency about their own projects, from what you are given here and nothing else.",
    'Every sentence with a fact, every point of a list and every row of a table ends with the number of what it rests on, such as [3] or [3, 7]. Use only numbers you were given. When you quote, quote word for word, between "quotation marks".',
    "Where what you are given does not answer the question, say, in its language: I don't see that in what you can access. An answer that cites nothing says this and no more. Do not guess, and do not fill in from general knowledge.",
    hasTools
      ? "Numbers, sums and lists come from tools: take them as they are, cite the n beside them, and do not calculate yourself. Ask several tools at once where they do not need each other."
      : "Numbers stand in what you are given: take them as they are, and do not calculate.",
    hasTools
      ? "You cannot change anything. A proposal that you make waits until a person signs it: say that it waits, never that it was done, and cite its n."
      : "You cannot change anything and cannot propose anything here.",
    "Answer in the language of the question, whatever the language of what you are given; quote in the words that stand there. Be short, in Markdown without pictures and links.",
    fence.explain(),
  ];
  const ours = rules.join("\n");
  if (!prompt) return ours;
  // A prompt that leaves no room for the context is cut, and reports it.
  const room = Math.max(Math.floor(maxChars * PROMPT_SHARE) - ours.length, 0);
  const heading = "\n\n# Of this organization\n\n";
  if (heading.length + prompt.length <= room) return ours + heading + prompt;
  const note = "\n(The rest of these instructions is left out for length.)";
  return heading.length + note.length <= room
    ? ours + heading + clip(prompt, room - heading.length - note.length) + note
    : ours;
}
