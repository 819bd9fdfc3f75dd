import type { Clock } from "./reading.ts";
import { UnreadableFile } from "./unreadable.ts";

const MAX_INFLATED = 100_000_000;
/** Deflate makes at most 1,032 bytes of one: a shorter stream cannot be large. */
const MAY_BE_LARGE = 30_000;
const SLICE = 16_384;
const STREAM = [..."stream"].map((letter) => letter.charCodeAt(0));
const END = [..."endstream"].map((letter) => letter.charCodeAt(0));

/**
 * Refuses a PDF whose streams inflate to more than a document needs, before a parser does so in memory.
 * Pictures are left alone, since nothing decodes them here.
 */
export async function checkPdfStreams(bytes: Uint8Array<ArrayBuffer>, clock: Clock): Promise<void> {
  let inflated = 0;
  for (let at = find(bytes, STREAM, 0); at >= 0; ) {
    clock.check();
    const start = at + STREAM.length + (bytes[at + STREAM.length] === 13 ? 2 : 1);
    const dictionary = dictionaryBefore(bytes, at);
    const end = find(bytes, END, start);
    if (end < 0) return;
    if (/FlateDecode[^\]]{0,100}FlateDecode|\/Fl\b[^\]]{0,50}\/Fl\b/.test(dictionary))
      throw tooLarge();
    const isPicture = /\/Subtype\s*\/Image\b/.test(dictionary);
    if (!isPicture && end - start > MAY_BE_LARGE && /\/FlateDecode|\/Fl\b/.test(dictionary)) {
      inflated += await inflatedSize(bytes.subarray(start, end), MAX_INFLATED - inflated);
      if (inflated > MAX_INFLATED) throw tooLarge();
    }
    at = find(bytes, STREAM, end + END.length);
  }
}

function dictionaryBefore(bytes: Uint8Array, at: number): string {
  const text = String.fromCharCode(...bytes.subarray(Math.max(0, at - 1000), at));
  return text.slice(Math.max(0, text.lastIndexOf(" obj")));
}

/** How many bytes it makes, counted no further than one above the maximum. What is broken ends early. */
async function inflatedSize(packed: Uint8Array<ArrayBuffer>, max: number): Promise<number> {
  let size = 0;
  try {
    const stream = inSlices(packed).pipeThrough(new DecompressionStream("deflate"));
    for await (const chunk of stream) {
      size += chunk.byteLength;
      if (size > max) break;
    }
  } catch {
    // Its reader will say so, if it needs it.
  }
  return size;
}

/** Deno answers a chunk for a chunk, however large it becomes, and none where something follows its end. */
function inSlices(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.byteLength) controller.close();
      else controller.enqueue(bytes.subarray(at, at + SLICE));
      at += SLICE;
    },
  });
}

function find(bytes: Uint8Array, wanted: number[], from: number): number {
  const first = wanted[0] as number;
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
    let length = 1;
    while (length < wanted.length && bytes[at + length] === wanted[length]) length += 1;
    if (length === wanted.length) return at;
  }
  return -1;
}

function tooLarge(): UnreadableFile {
  return new UnreadableFile(
    "too_large",
    "The PDF unpacks to more than 100 MB. Save it again in a simpler form, or split it.",
  );
}
