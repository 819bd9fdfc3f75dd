import type { Block, Location } from "./split.ts";

const TIME = String.raw`(?:\d{1,2}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?`;
/** A name: a few words, the first with a capital or in a script without capitals, perhaps with a number. */
const NAME = String.raw`[\p{Lu}\p{Lo}][^\s:]{0,40}(?: [^\s:]{1,40}){0,4}`;
/** `Name: text`, with or without a time in brackets before or after the name. */
const TURN = new RegExp(
  String.raw`^\s*(?:[[(]?(${TIME})[\])]?\s*(?:[-–]\s*)?)?(${NAME}?)(?:\s*[[(](${TIME})[\])])?\s*:(?!\/\/)(?:\s+|$)(.*)$`,
  "u",
);
/** A line with speaker and time; the spoken text is below. */
const HEADER = new RegExp(String.raw`^\s*(${NAME}?)\s+[[(]?(${TIME})[\])]?\s*$`, "u");

interface Turn {
  speaker: string;
  at?: string;
  lines: string[];
}

/**
 * The turns of a transcript; undefined for other text. Most lines of a transcript must be turns of people who speak
 * more than once. A file of the kind transcript needs fewer.
 */
export function speakerTurns(text: string, isTranscript: boolean): Block[] | undefined {
  const lines = text.split("\n");
  const turns: Turn[] = [];
  const before: string[] = [];
  let textLineCount = 0;
  for (const line of lines) {
    if (line.trim() === "") continue;
    textLineCount += 1;
    const turn = turnOf(line);
    if (turn) turns.push(turn);
    else (turns.at(-1)?.lines ?? before).push(line.trim());
  }
  const speakers = new Set(turns.map(({ speaker }) => speaker));
  const enough = isTranscript ? textLineCount / 5 : textLineCount * 0.4;
  if (turns.length < (isTranscript ? 2 : 4) || turns.length < enough) return undefined;
  if (!isTranscript && speakers.size > turns.length * 0.6) return undefined;
  const heading = before.length > 0 ? [{ text: before.join("\n"), location: {} }] : [];
  return [...heading, ...turns.map(blockOf)];
}

function turnOf(line: string): Turn | undefined {
  if (line.length > 100_000) return undefined;
  const [, before, speaker, after, words] = TURN.exec(line) ?? [];
  if (speaker !== undefined) {
    const at = before ?? after;
    const lines = words?.trim() ? [words.trim()] : [];
    return { speaker, ...(at === undefined ? {} : { at: clockTime(at) }), lines };
  }
  const [, name, time] = line.length < 200 ? (HEADER.exec(line) ?? []) : [];
  if (name === undefined || time === undefined) return undefined;
  return { speaker: name, at: clockTime(time), lines: [] };
}

function blockOf({ speaker, at, lines }: Turn): Block {
  const location: Location = { speaker, ...(at === undefined ? {} : { at }) };
  return { text: `${speaker}: ${lines.join("\n")}`, location };
}

/** Hours, minutes and seconds, whichever of them a transcript writes. */
export function clockTime(time: string): string {
  const parts = time.replace(/[.,]\d+$/, "").split(":");
  while (parts.length < 3) parts.unshift("0");
  return parts.map((part) => part.padStart(2, "0")).join(":");
}
