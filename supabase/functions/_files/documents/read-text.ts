import type { Json } from "../../_schema/database.types.ts";
import type { Clock } from "../limits.ts";
import { decodeText } from "./decode-text.ts";
import { type Batch, inBatches, type ReadableFile } from "./reading.ts";
import { speakerTurns } from "./speaker-turns.ts";
import type { Block } from "./split.ts";

/** Plain text: paragraphs between empty lines; or a transcript, when its lines begin with a speaker. */
export async function* readText(
  { bytes, kind }: ReadableFile,
  from: Json | null,
  _clock: Clock,
): AsyncGenerator<Batch> {
  const text = decodeText(bytes);
  yield* inBatches(speakerTurns(text, kind === "transcript") ?? paragraphs(text), from);
}

export function paragraphs(text: string, location = {}): Block[] {
  return text
    .split(/\n[^\S\n]*\n/)
    .flatMap((paragraph) => (paragraph.trim() === "" ? [] : [{ text: paragraph, location }]));
}
