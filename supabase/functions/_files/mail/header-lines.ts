/** Header lines of programs that do not follow the standards for characters outside ASCII. */
import { decodeBase64 } from "deno-std/encoding/base64.js";

const utf8 = new TextDecoder("utf-8", { fatal: true });
const western = new TextDecoder("windows-1252");

/** Converts a line to UTF-8. A line that is not UTF-8 counts as being in the charset of the message. */
export function inUtf8(
  line: Uint8Array<ArrayBuffer>,
  charsetOfMessage: () => string | undefined,
): Uint8Array<ArrayBuffer> {
  if (isUtf8(line)) return line;
  return new TextEncoder().encode(decode(line, charsetOfMessage()));
}

export function isUtf8(bytes: Uint8Array | ArrayBuffer): boolean {
  try {
    utf8.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function decode(line: Uint8Array, charset: string | undefined): string {
  try {
    const decoder = new TextDecoder(charset);
    if (decoder.encoding !== "utf-8") return decoder.decode(line);
  } catch {
    // The runtime does not know the charset.
  }
  return western.decode(line);
}

/** The first charset that a message names in its headers or in those of its first parts. */
export function charsetNamedIn(message: Uint8Array): string | undefined {
  const head = western.decode(message.subarray(0, 65_536));
  return /\bcharset\s*=\s*"?([\w.:-]{1,40})/i.exec(head)?.[1];
}

const WORD = /=\?utf-?8(?:\*[^?\s]*)?\?([QB])\?([^?]*)\?=/gi;
const FOLD = "(?:[ \\t]|\\n(?=[ \\t]))*";
const WORDS = new RegExp(`${WORD.source}(?:${FOLD}${WORD.source})+`, "gi");

/** Joins encoded words if one of them ends in the middle of a character. */
export function withWholeWords(lines: string[]): string[] {
  const text = lines.join("\n");
  if (!text.includes("=?")) return lines;
  const joinedText = text.replace(WORDS, (words) => {
    const parts = [...words.matchAll(WORD)].map(([, encoding, content]) =>
      bytesOf(encoding ?? "", content ?? ""),
    );
    if (parts.every(isUtf8)) return words;
    const bytes = parts.flatMap((part) => [...part]);
    const encoded = bytes.map((byte) => `=${byte.toString(16).padStart(2, "0")}`).join("");
    return `=?utf-8?Q?${encoded}?=`;
  });
  return joinedText === text ? lines : joinedText.split("\n");
}

function bytesOf(encoding: string, content: string): Uint8Array<ArrayBuffer> {
  if (encoding.toUpperCase() === "Q") {
    const bytes = Array.from(new TextEncoder().encode(content), (byte) => String.fromCharCode(byte))
      .join("")
      .replaceAll("_", " ")
      .replace(/=([\dA-F]{2})/gi, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      );
    return Uint8Array.from(bytes, (letter) => letter.charCodeAt(0));
  }
  try {
    return decodeBase64(content.replace(/[^A-Za-z0-9+/]/g, ""));
  } catch {
    return new Uint8Array();
  }
}
