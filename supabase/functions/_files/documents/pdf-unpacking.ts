/** The unpacked size of a PDF's streams, without storing them. */

const SLICE = 16_384;

/** The number of unpacked bytes of Deflate data, counted up to one more than the maximum. Broken data ends early. */
export async function inflatedSize(packed: Uint8Array<ArrayBuffer>, max: number): Promise<number> {
  let size = 0;
  try {
    const stream = inSlices(packed).pipeThrough(new DecompressionStream("deflate"));
    for await (const chunk of stream) {
      size += chunk.byteLength;
      if (size > max) break;
    }
  } catch {
    // The stream is broken. If the PDF reader needs it, it reports that.
  }
  return size;
}

const CLEAR = 256;
const STOP = 257;

/** The number of unpacked bytes of LZW data. Only the lengths in its table are needed. */
export function lzwSize(packed: Uint8Array, max: number, changesEarly: boolean): number {
  const offset = changesEarly ? 1 : 0;
  const lengths = new Int32Array(4096).fill(1, 0, 256);
  let [next, width, before, size] = [STOP + 1, 9, 0, 0];
  let [buffer, bits] = [0, 0];
  for (const byte of packed) {
    buffer = ((buffer << 8) | byte) & 0xffffff;
    bits += 8;
    if (bits < width) continue;
    bits -= width;
    const code = (buffer >> bits) & ((1 << width) - 1);
    if (code === STOP) break;
    if (code === CLEAR) {
      [next, width, before] = [STOP + 1, 9, 0];
      continue;
    }
    const length = code < next && code !== CLEAR ? (lengths[code] ?? 0) : before + 1;
    size += length;
    if (size > max) return size;
    if (before > 0 && next < lengths.length) {
      lengths[next] = before + 1;
      next += 1;
    }
    before = length;
    width = next + offset >= 2048 ? 12 : next + offset >= 1024 ? 11 : next + offset >= 512 ? 10 : 9;
  }
  return size;
}

/** The number of unpacked bytes of run-length data. */
export function runsSize(packed: Uint8Array, max: number): number {
  let size = 0;
  for (let at = 0; at < packed.length && size <= max; ) {
    const length = packed[at] as number;
    if (length === 128) break;
    size += length < 128 ? length + 1 : 257 - length;
    at += length < 128 ? length + 2 : 2;
  }
  return size;
}

/** Decodes text encodings. Invalid characters are ignored. */
export function fromText(
  packed: Uint8Array<ArrayBuffer>,
  filters: string[],
): Uint8Array<ArrayBuffer> {
  let data = packed;
  for (const name of filters) {
    data = /^(?:AHx|ASCIIHex)/.test(name)
      ? fromHex(until(data, HEX_END))
      : fromAscii85(until(data, ASCII85_END));
  }
  return data;
}

/** `>` and `~`. */
const HEX_END = 0x3e;
const ASCII85_END = 0x7e;

function until(text: Uint8Array<ArrayBuffer>, end: number): Uint8Array<ArrayBuffer> {
  const at = text.indexOf(end);
  return at < 0 ? text : text.subarray(0, at);
}

function fromHex(text: Uint8Array): Uint8Array<ArrayBuffer> {
  const data = new Uint8Array(text.length);
  let [size, first] = [0, -1];
  for (const byte of text) {
    const digit = Number.parseInt(String.fromCharCode(byte), 16);
    if (Number.isNaN(digit)) continue;
    if (first < 0) first = digit;
    else {
      data[size++] = first * 16 + digit;
      first = -1;
    }
  }
  return data.subarray(0, size);
}

function fromAscii85(text: Uint8Array): Uint8Array<ArrayBuffer> {
  let zeros = 0;
  for (const byte of text) if (byte === ZERO_GROUP) zeros += 1;
  const data = new Uint8Array(text.length + zeros * 3 + 4);
  let [size, group, digits] = [0, 0, 0];
  for (const byte of text) {
    if (byte === ZERO_GROUP && digits === 0) size += 4;
    else if (byte >= 0x21 && byte <= 0x75) {
      group = group * 85 + byte - 0x21;
      digits += 1;
      if (digits < 5) continue;
      for (const power of [0x1000000, 0x10000, 0x100, 1]) data[size++] = Math.floor(group / power);
      [group, digits] = [0, 0];
    }
  }
  return data.subarray(0, size);
}

/** `z` encodes four zeros. */
const ZERO_GROUP = 0x7a;

/**
 * Deno unpacks each chunk into one chunk, however large, and fails without one if data follows the end. Small chunks
 * limit both effects.
 */
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
