import { deflateRawSync, deflateSync } from "node:zlib";
import { fails, file, type HostileFile } from "./expected.ts";
import { ascii85, lines, lzwBomb, pdfOf, stream } from "./make-pdf.ts";

/** PDFs whose streams are compressed in every supported way, and expand to ordinary or absurd sizes. */

const text = lines(["The agreed budget is 48000 euros."]);
const indexedText = {
  passages: [["agreed budget is 48000", { page: 1 }]],
} satisfies HostileFile["expected"];

/** A page with its text in one content stream, and this data in another one. */
const withStream = (data: string | Buffer, dictionary: string) => () =>
  pdfOf([text], { page: "/Contents [5 0 R 6 0 R]", extra: () => [stream(data, dictionary)] });
/** Unpacks to 110 MB. */
const long = lzwBomb(32_000);
const runs = Buffer.alloc(3_500_000, Buffer.from([129, 32]));
const hex = (bytes: Buffer) => `${bytes.toString("hex")}>`;

/** Deflated data after an uncompressed block that looks like the end of the stream. */
function withFalseEnd(deflated: Buffer): Buffer {
  const block = Buffer.from("endstream\nendobj\n");
  const head = Buffer.from([0x78, 0x01, 0, block.length, 0, ~block.length & 0xff, 0xff]);
  return Buffer.concat([head, block, deflated, Buffer.alloc(4)]);
}

export const packedPdfs: HostileFile[] = [
  file("LZW", "lzw.pdf", withStream(lzwBomb(300), "/Filter /LZWDecode"), indexedText),
  file("LZW to 110 MB", "lzw-bomb.pdf", withStream(long, "/Filter /LZWDecode"), fails("too_large")),
  file(
    "LZW to 110 MB, written as text",
    "lzw-text.pdf",
    withStream(ascii85(long), "/Filter [/ASCII85Decode /LZWDecode]"),
    fails("too_large"),
  ),
  file(
    "LZW to 110 MB, written as digits under short names",
    "lzw-hex.pdf",
    withStream(hex(long), "/F [/AHx /L#5aW]"),
    fails("too_large"),
  ),
  file(
    "run lengths to 220 MB",
    "runs.pdf",
    withStream(runs, "/Filter /RunLengthDecode"),
    fails("too_large"),
  ),
  file(
    "LZW that unpacks to deflated data",
    "lzw-twice.pdf",
    withStream(lzwBomb(300), "/Filter [/LZWDecode /FlateDecode]"),
    fails("too_large"),
  ),
  file(
    "a stream of 110 MB that seems to end early",
    "early.pdf",
    withStream(withFalseEnd(deflateRawSync(Buffer.alloc(110_000_000, 32))), "/Filter /FlateDecode"),
    fails("too_large"),
  ),
  file(
    "text that claims to be a picture and unpacks to 110 MB",
    "picture.pdf",
    withStream(deflateSync(Buffer.alloc(110_000_000, 32)), "/Filter /FlateDecode /Subtype /Image"),
    indexedText,
  ),
];
