/** A raw email, for the vendors that return raw messages. */
import type { Email, Person } from "./records.ts";

export function mimeOf(email: Email): string {
  const headers = headersOf(email).map(({ name, value }) => `${name}: ${value}`);
  const text = part("text/plain; charset=utf-8", [], email.text);
  if (email.attachments.length === 0) return [...headers, ...text].join("\r\n");
  const boundary = `part-${email.messageId.replace(/\W/g, "").slice(0, 32)}`;
  const parts = email.attachments.map(({ filename, contentType, content }) =>
    part(contentType, [`Content-Disposition: attachment; filename="${filename}"`], content),
  );
  return [
    ...headers,
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    "",
    ...[text, ...parts].flatMap((lines) => [`--${boundary}`, ...lines]),
    `--${boundary}--`,
    "",
  ].join("\r\n");
}

export function headersOf(email: Email): { name: string; value: string }[] {
  const list = (people: Person[]) => people.map(addressOf).join(", ");
  return [
    { name: "From", value: addressOf(email.from) },
    { name: "To", value: list(email.to) },
    ...(email.cc.length > 0 ? [{ name: "Cc", value: list(email.cc) }] : []),
    { name: "Subject", value: email.subject },
    { name: "Date", value: new Date(email.receivedAt).toUTCString() },
    { name: "Message-ID", value: email.messageId },
    ...(email.inReplyTo === null
      ? []
      : [
          { name: "In-Reply-To", value: email.inReplyTo },
          { name: "References", value: email.inReplyTo },
        ]),
    { name: "MIME-Version", value: "1.0" },
    ...Object.entries(email.headers).map(([name, value]) => ({ name, value })),
  ];
}

export const addressOf = ({ name, email }: Person) => `${name} <${email}>`;

function part(contentType: string, headers: string[], content: string): string[] {
  const encoded =
    Buffer.from(content)
      .toString("base64")
      .match(/.{1,76}/g) ?? [];
  return [
    `Content-Type: ${contentType}`,
    ...headers,
    "Content-Transfer-Encoding: base64",
    "",
    ...encoded,
  ];
}
