import { encodeBase64 } from "deno-std/encoding/base64.js";

export interface MessageParts {
  headers: { name: string; value: string }[];
  text: string | null;
  html: string | null;
  attachments: { file_name: string | null; media_type: string; bytes: Uint8Array }[];
}

/** These headers are omitted, because each part is encoded again and gets its own. */
const OF_PARTS = /^(content-|mime-version$)/i;

/**
 * Composes a message of the parts that a vendor returns separately, so that all emails are read and stored in the
 * same format.
 */
export function composeMessage({
  headers,
  text,
  html,
  attachments,
}: MessageParts): Uint8Array<ArrayBuffer> {
  const boundary = `part-${crypto.randomUUID()}`;
  const lines = [
    ...headers
      .filter(({ name }) => /^[!-9;-~]+$/.test(name) && !OF_PARTS.test(name))
      // A line end would begin a header that the sender did not write.
      .map(({ name, value }) => `${name}: ${value.replaceAll(/[\r\n]+/g, " ")}`),
    "MIME-Version: 1.0",
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    "",
    ...(text === null ? [] : part("text/plain; charset=utf-8", new TextEncoder().encode(text))),
    ...(html === null ? [] : part("text/html; charset=utf-8", new TextEncoder().encode(html))),
    ...attachments.flatMap(({ file_name, media_type, bytes }) =>
      part(mediaType(media_type), bytes, dispositionOf(file_name)),
    ),
    `--${boundary}--`,
    "",
  ];
  return new TextEncoder().encode(lines.join("\r\n"));

  function part(type: string, bytes: Uint8Array, disposition?: string): string[] {
    return [
      `--${boundary}`,
      `Content-Type: ${type}`,
      ...(disposition === undefined ? [] : [`Content-Disposition: ${disposition}`]),
      "Content-Transfer-Encoding: base64",
      "",
      ...(encodeBase64(bytes).match(/.{1,76}/g) ?? []),
    ];
  }
}

/** Parameters such as the method of an invitation are left out. */
const mediaType = (type: string) =>
  /^[\w.+-]+\/[\w.+-]+(?=$|\s*;)/.exec(type)?.[0] ?? "application/octet-stream";

const dispositionOf = (fileName: string | null) =>
  fileName === null ? "attachment" : `attachment; filename*=UTF-8''${encodeName(fileName)}`;

const encodeName = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
