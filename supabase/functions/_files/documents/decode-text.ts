import { MAX_TEXT, tooMuchText } from "../limits.ts";
import { utf16Of } from "./file-type.ts";

/** A file's text with uniform line ends: UTF-8, UTF-16, or else Windows-1252. Throws UnreadableFile. */
export function decodeText(bytes: Uint8Array, charset?: string): string {
  const utf16 = utf16Of(bytes);
  if (bytes.length > MAX_TEXT * (utf16 ? 2 : 4)) throw tooMuchText();
  const text = utf16 ? new TextDecoder(utf16).decode(bytes) : decodeBytes(bytes, charset);
  if (text.length > MAX_TEXT) throw tooMuchText();
  return text.replace(/\r\n?/g, "\n");
}

function decodeBytes(bytes: Uint8Array, charset?: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // A few invalid bytes do not mean that the file has another encoding.
    const text = new TextDecoder().decode(bytes);
    const invalidCount = text.split("\ufffd").length - 1;
    const valid = (text.match(/[^\0-\x7f\ufffd]/g) ?? []).length;
    return invalidCount * 2 <= valid ? text : otherDecoder(charset).decode(bytes);
  }
}

function otherDecoder(charset = "windows-1252") {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder("windows-1252");
  }
}
