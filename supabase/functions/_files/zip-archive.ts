/** Reads archives as Office writes them, without trusting the sizes and positions that they state. */

const DIRECTORY_END = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LONGEST_COMMENT = 65_535;
const MAX_PARTS = 5_000;
const IS_ENCRYPTED = 1;
/** The flag of a part whose sizes follow its data. The directory contains them in any case. */
const SIZES_FOLLOW = 8;
const DEFLATED = 8;
const STORED = 0;

export interface ArchivePart {
  name: string;
  method: number;
  compressed: number;
  size: number;
  offset: number;
}

export class BadArchive extends Error {
  readonly reason: "broken" | "too_large" | "encrypted";

  constructor(reason: BadArchive["reason"]) {
    super(`The archive is ${reason}`);
    this.name = "BadArchive";
    this.reason = reason;
  }
}

/** The parts that the directory lists. Throws BadArchive. */
export function partsOf(bytes: Uint8Array): ArchivePart[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = directoryEnd(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  // These values refer to larger numbers elsewhere in the file. No file of accepted size needs them.
  const isZip64 = [view.getUint32(end + 12, true), at].includes(0xffffffff);
  if (count > MAX_PARTS || isZip64) throw new BadArchive("too_large");

  return Array.from({ length: count }, () => {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== DIRECTORY_ENTRY) {
      throw new BadArchive("broken");
    }
    const nameLength = view.getUint16(at + 28, true);
    const flags = view.getUint16(at + 8, true);
    const part = {
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)),
      method: view.getUint16(at + 10, true),
      compressed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    };
    if ((flags & IS_ENCRYPTED) !== 0) throw new BadArchive("encrypted");
    // Such a part may lead a reader to other positions than those that were checked.
    if ((flags & SIZES_FOLLOW) !== 0 && part.compressed === 0) throw new BadArchive("broken");
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    return part;
  });
}

function directoryEnd(view: DataView): number {
  const last = view.byteLength - 22;
  for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at -= 1) {
    if (view.getUint32(at, true) === DIRECTORY_END) return at;
  }
  throw new BadArchive("broken");
}

/** The text of a part as it inflates. Throws BadArchive if its size differs from the directory. */
export async function* textOf(
  bytes: Uint8Array<ArrayBuffer>,
  part: ArchivePart,
): AsyncGenerator<string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (part.offset + 30 > bytes.length) throw new BadArchive("broken");
  const start =
    part.offset +
    30 +
    view.getUint16(part.offset + 26, true) +
    view.getUint16(part.offset + 28, true);
  if (start + part.compressed > bytes.length) throw new BadArchive("broken");
  if (part.compressed === 0 && part.size === 0) return;
  const plain = new Blob([bytes.subarray(start, start + part.compressed)]).stream();
  let decoder: ReturnType<typeof decoderFor> | undefined;
  let size = 0;
  try {
    for await (const chunk of inflate(plain, part.method)) {
      size += chunk.byteLength;
      if (size > part.size) break;
      decoder ??= decoderFor(chunk);
      yield decoder.decode(chunk, { stream: true });
    }
  } catch {
    throw new BadArchive("broken");
  }
  if (size !== part.size) throw new BadArchive("broken");
  yield decoder?.decode() ?? "";
}

function inflate(plain: ReadableStream<Uint8Array<ArrayBuffer>>, method: number) {
  if (method === STORED) return plain;
  if (method !== DEFLATED) throw new BadArchive("broken");
  return plain.pipeThrough(new DecompressionStream("deflate-raw"));
}

function decoderFor([first, second]: Uint8Array) {
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le");
  return new TextDecoder(first === 0xfe && second === 0xff ? "utf-16be" : "utf-8");
}
