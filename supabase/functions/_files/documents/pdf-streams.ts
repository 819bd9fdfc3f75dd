import type { Clock } from "../limits.ts";
import { UnreadableFile } from "../unreadable.ts";
import { fromText, inflatedSize, lzwSize, runsSize } from "./pdf-unpacking.ts";

const MAX_INFLATED = 100_000_000;
/** A shorter stream cannot unpack to much: one byte becomes at most 1,032 with Deflate and about 2,600 with LZW. */
const MAY_BE_LARGE = { deflated: 30_000, other: 12_000 };
const STREAM = [..."stream"].map((letter) => letter.charCodeAt(0));
const END = [..."endstream"].map((letter) => letter.charCodeAt(0));

interface PdfStream {
  /** The stream's dictionary, with the escapes in its names decoded. */
  dictionary: string;
  at: [start: number, end: number] | undefined;
  /** The packed content, perhaps followed by other bytes. */
  packed: Uint8Array<ArrayBuffer>;
  isPicture: boolean;
}

/**
 * Refuses a PDF whose streams unpack to more than a document needs, before a parser unpacks them in memory.
 * Pictures are skipped, because withoutPictures removes them.
 */
export async function checkPdfStreams(bytes: Uint8Array<ArrayBuffer>, clock: Clock): Promise<void> {
  let size = 0;
  for (const { dictionary, packed, isPicture } of streamsIn(bytes)) {
    clock.check();
    if (isPicture) continue;
    const filters = filtersOf(dictionary);
    const [filter, ...again] = filters.filter((name) => PACKS.test(name));
    const textAt = filters.findLastIndex((name) => TEXT.test(name));
    if (filter === undefined) continue;
    // No ordinary program packs a stream twice, or packs its text encoding; a crafted file hides its size in this
    // way.
    if (again.length > 0 || textAt > filters.indexOf(filter)) throw tooLarge();
    const isDeflated = filter.startsWith("Fl");
    if (packed.byteLength < MAY_BE_LARGE[isDeflated ? "deflated" : "other"]) continue;
    const data = textAt < 0 ? packed : fromText(packed, filters.slice(0, textAt + 1));
    const remaining = MAX_INFLATED - size;
    if (isDeflated) size += await inflatedSize(data, remaining);
    else if (filter.startsWith("LZW"))
      size += lzwSize(data, remaining, !/\/EarlyChange\s+0\b/.test(dictionary));
    else size += runsSize(data, remaining);
    if (size > MAX_INFLATED) throw tooLarge();
  }
}

const PACKS = /^(?:Fl(?:ateDecode)?|LZW(?:Decode)?|RL|RunLengthDecode)$/;
const TEXT = /^(?:A85|ASCII85Decode|AHx|ASCIIHexDecode)$/;

/**
 * The filters in the order of decoding. Filters that are stored in another object, or before the part that was
 * searched, count as Deflate.
 */
function filtersOf(dictionary: string): string[] {
  const values = dictionary.matchAll(
    /\/F(?:ilter)?\s*(\[[^\]]{0,500}\]|\/[^\s/<>[\]()]+|\d+\s+\d+\s+R\b)/g,
  );
  const names = [...values].flatMap(([, value = ""]) =>
    value.endsWith("R")
      ? ["Fl"]
      : [...value.matchAll(/\/([^\s/<>[\]()]+)/g)].map((name) => name[1] ?? ""),
  );
  return names.length === 0 && !dictionary.includes(" obj") ? ["Fl"] : names;
}

/**
 * A copy in which pictures have no size and no content: the parser reports their positions and cannot unpack any.
 * A stream that only claims to be a picture yields no text either.
 */
export function withoutPictures(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const copy = bytes.slice();
  for (const { dictionary, at, isPicture } of streamsIn(bytes)) {
    if (!isPicture || !at) continue;
    const [start, end] = at;
    const length = /\/Length\s+\d+(?:\s+\d+\s+R)?/.exec(dictionary)?.[0] ?? "";
    const blank = `<</Type/XObject/Subtype/Image/W -1/H 1${length}>>`;
    // If there is no room for the dictionary of an empty picture, an empty dictionary keeps the parser from treating
    // the stream as a picture.
    const text = blank.length <= end - start ? blank : "<<>>";
    for (let index = start; index < end; index += 1) {
      copy[index] = text.charCodeAt(index - start) || SPACE;
    }
  }
  return copy;
}

const SPACE = 32;

function* streamsIn(bytes: Uint8Array<ArrayBuffer>): Generator<PdfStream> {
  for (let at = find(bytes, STREAM, 0); at >= 0; ) {
    const start = at + STREAM.length + (bytes[at + STREAM.length] === 13 ? 2 : 1);
    const { text: dictionary, from } = dictionaryBefore(bytes, at);
    const end = endOf(bytes, start, dictionary);
    yield {
      dictionary,
      at: from === undefined ? undefined : [from, at],
      packed: bytes.subarray(start, end ?? bytes.length),
      isPicture: from !== undefined && /\/Subtype\s*\/Image\b/.test(dictionary),
    };
    // The content of a stream may contain its end marker, or another stream.
    const after = find(bytes, END, end ?? start);
    if (after < 0) return;
    at = find(bytes, STREAM, after + END.length);
  }
}

/** The end of a stream by its stated length, which the parser uses, or by its end marker. */
function endOf(bytes: Uint8Array, start: number, dictionary: string): number | undefined {
  const length = /\/Length\s+(\d{1,10})(?!\d*\s+\d+\s+R)\b/.exec(dictionary)?.[1];
  if (length === undefined) return;
  const end = start + Number(length);
  const index = find(bytes.subarray(0, end + 20), END, end);
  return index < 0 ? undefined : end;
}

/** The text between `obj` and `stream`, and where it begins; `from` is missing if the beginning is too far before. */
function dictionaryBefore(bytes: Uint8Array, at: number): { text: string; from?: number } {
  for (const reach of [1_000, 30_000]) {
    const start = Math.max(0, at - reach);
    const text = latin1(bytes.subarray(start, at));
    const object = text.lastIndexOf(" obj");
    if (object < 0) continue;
    const dictionary = text
      .slice(object)
      .replace(/#([\da-f]{2})/gi, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      );
    return { text: dictionary, from: start + object + " obj".length };
  }
  return { text: "" };
}

function latin1(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 5_000) {
    text += String.fromCharCode(...bytes.subarray(at, at + 5_000));
  }
  return text;
}

function find(bytes: Uint8Array, pattern: number[], from: number): number {
  const first = pattern[0] as number;
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
    let length = 1;
    while (length < pattern.length && bytes[at + length] === pattern[length]) length += 1;
    if (length === pattern.length) return at;
  }
  return -1;
}

function tooLarge(): UnreadableFile {
  return new UnreadableFile(
    "too_large",
    "The PDF unpacks to more than 100 MB. Save it again in a simpler form, or split it.",
  );
}
