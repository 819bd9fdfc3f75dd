import type { Json } from "../../_schema/database.types.ts";
import type { Clock } from "../limits.ts";
import { UnreadableFile } from "../unreadable.ts";
import { decodeText } from "./decode-text.ts";
import { type Batch, inBatches, type ReadableFile } from "./reading.ts";
import { clockTime } from "./speaker-turns.ts";
import type { Block, Location } from "./split.ts";

const TIMES =
  /^\s*((?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3})\s*-->\s*(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d/;
const VOICE = /<v(?:\.[^\s>]{0,100})?\s+([^>]{1,200})>/;
const SPEAKER_PREFIX = /^-?\s*([\p{Lu}\p{Lo}][^:<>.!?]{0,60}):\s+(?=\S)/u;
/** Limits the length of a turn, so that its time leads close to every word in it. */
const MAX_TURN = 800;

interface Cue {
  at: string;
  speaker?: string;
  text: string;
}

/**
 * WebVTT and SubRip: consecutive cues of one speaker become one turn, with the time of the first. Notes,
 * styles and damaged cues are skipped. Throws UnreadableFile when no cue is left.
 */
export async function* readSubtitles(
  { bytes }: ReadableFile,
  from: Json | null,
  clock: Clock,
): AsyncGenerator<Batch> {
  const cues = cuesOf(decodeText(bytes), clock);
  if (cues.length === 0) {
    throw new UnreadableFile(
      "corrupt",
      "The file has no subtitles: no line with times such as 00:01:02.000 --> 00:01:05.000.",
    );
  }
  yield* inBatches(turnsOf(cues), from);
}

function cuesOf(text: string, clock: Clock): Cue[] {
  const cues: Cue[] = [];
  for (const block of text.split(/\n[^\S\n]*\n/)) {
    clock.check();
    const lines = block.split("\n");
    const first = lines.findIndex((line) => TIMES.test(line));
    if (first < 0 || first > 2) continue;
    let at = clockTime(TIMES.exec(lines[first] ?? "")?.[1] ?? "");
    // A line with times begins a new cue even without an empty line before it.
    const content: string[] = [];
    const end = () => {
      if (content.length > 0) cues.push(cueOf(at, content.splice(0)));
    };
    for (const line of lines.slice(first + 1)) {
      const next = TIMES.exec(line)?.[1];
      if (next === undefined) content.push(line);
      else {
        if (/^\s*\d+\s*$/.test(content.at(-1) ?? "")) content.pop();
        end();
        at = clockTime(next);
      }
    }
    end();
  }
  return cues;
}

function cueOf(at: string, lines: string[]): Cue {
  const raw = lines.join("\n");
  const voice = VOICE.exec(raw)?.[1];
  const text = decodeEntities(raw.replace(/<[^<>]{0,200}>/g, "").replace(/\{\\[^{}]{0,50}\}/g, ""));
  const prefix = voice === undefined ? SPEAKER_PREFIX.exec(text)?.[1] : undefined;
  const speaker = (voice ?? prefix)?.trim();
  const content = prefix === undefined ? text : text.replace(SPEAKER_PREFIX, "");
  return { at, text: content.trim(), ...(speaker ? { speaker } : {}) };
}

const ENTITIES: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  nbsp: " ",
  quot: '"',
  apos: "'",
  lrm: "",
  rlm: "",
};

const decodeEntities = (text: string) =>
  text.replace(/&(amp|lt|gt|nbsp|quot|apos|lrm|rlm);/g, (_, name: string) => ENTITIES[name] ?? "");

function turnsOf(cues: Cue[]): Block[] {
  const turns: { speaker?: string; at: string; text: string }[] = [];
  for (const { at, speaker, text } of cues) {
    if (text === "") continue;
    const last = turns.at(-1);
    const continues = last && last.speaker === speaker && last.text.length + text.length < MAX_TURN;
    if (continues) last.text += repeats(last.text, text) ? "" : ` ${text}`;
    else turns.push({ at, text, ...(speaker ? { speaker } : {}) });
  }
  return turns.map(({ at, speaker, text }) => {
    const location: Location = speaker ? { speaker, at } : { at };
    return { text: speaker ? `${speaker}: ${text}` : text, location };
  });
}

/** Live captions repeat a line while the next one is added. */
const repeats = (turn: string, text: string) => turn === text || turn.endsWith(` ${text}`);
