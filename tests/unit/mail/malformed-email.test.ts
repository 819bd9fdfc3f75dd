/** Messages of programs that do not follow the standards. The reader still reads their text, names and files. */
import { describe, expect, test } from "vitest";
import { readEmail } from "../../../supabase/functions/_files/mail/read-email.ts";
import { messageFields } from "../../../supabase/functions/_jobs/receive-email.ts";

/** One byte per letter, so that a test can write any byte. */
const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const readLines = (...lines: string[]) => readEmail(bytesOf(lines.join("\n")));
const base64 = (...bytes: number[]) => Buffer.from(bytes).toString("base64");

describe("a message of parts", () => {
  const parts = [
    "",
    "----=_Part_1",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: quoted-printable",
    "",
    "H=C3=A9llo",
    "----=_Part_1",
    'Content-Type: text/csv; name="stock.csv"',
    "",
    "Tent,14",
    "----=_Part_1--",
  ];

  test.each([
    ["no boundary", "multipart/mixed"],
    ["an empty boundary", 'multipart/mixed; boundary=""'],
    ["the boundary of another message", 'multipart/mixed; boundary="other"'],
  ])("is read and reported if it names %s", async (_name, type) => {
    const email = await readLines("From: ana@client.example", `Content-Type: ${type}`, ...parts);
    expect(email.text?.trim()).toBe("Héllo");
    expect(email.attachments.map(({ file_name }) => file_name)).toEqual(["stock.csv"]);
    expect(email.problems).toEqual(["boundary_missing"]);
  });

  test("is read if parts in a part name no boundary", async () => {
    const email = await readLines(
      "From: ana@client.example",
      'Content-Type: multipart/mixed; boundary="outer"',
      "",
      "--outer",
      "Content-Type: multipart/alternative",
      ...parts,
      "--outer--",
    );
    expect(email.text?.trim()).toBe("Héllo");
    expect(email.problems).toEqual(["boundary_missing"]);
  });

  test("is text if nothing in it divides parts", async () => {
    const email = await readLines(
      "From: ana@client.example",
      "Content-Type: multipart/alternative",
      "",
      "Hello",
      "-- ",
      "Ana",
    );
    expect(email.text).toBe("Hello\n-- \nAna\n");
    expect(email.problems).toEqual(["boundary_missing"]);
  });

  test("without content has no text and no problem", async () => {
    const email = await readLines(
      "From: ana@client.example",
      "Content-Type: multipart/mixed",
      "",
      "",
    );
    expect([email.text, email.problems]).toEqual([null, []]);
  });
});

describe("letters outside ASCII", () => {
  test("are read from headers in another charset than UTF-8", async () => {
    const western = await readLines(
      "From: Jos\xe9 Mu\xf1oz <jose@client.example>",
      "Subject: Caf\xe9",
      "",
      "Hi",
    );
    expect([western.from?.name, western.subject]).toEqual(["José Muñoz", "Café"]);
    const russian = await readLines(
      "From: ivan@client.example",
      "Subject: \xf0\xd2\xc9\xd7\xc5\xd4",
      "Content-Type: text/plain; charset=koi8-r",
      "",
      "\xf0\xd2\xc9\xd7\xc5\xd4",
    );
    expect([russian.subject, russian.text]).toEqual(["Привет", "Привет\n"]);
  });

  test("are read from the name of a file and from a text without a charset", async () => {
    const email = await readLines(
      "From: ana@client.example",
      'Content-Type: multipart/mixed; boundary="b"',
      "",
      "--b",
      "",
      "Caf\xe9",
      "--b",
      'Content-Type: application/pdf; name="Men\xfa.pdf"',
      "Content-Disposition: attachment",
      "",
      "PDF",
      "--b--",
    );
    expect(email.text).toBe("Café\n");
    expect(email.attachments[0]?.file_name).toBe("Menú.pdf");
  });

  test("stay as they are in headers in UTF-8", async () => {
    const email = await readLines(
      "From: ana@client.example",
      "Subject: Caf\xc3\xa9 \xe2\x80\x93 two",
      "",
      "",
    );
    expect(email.subject).toBe("Café – two");
  });

  test.each([
    ["in one encoding", "=?utf-8?B?Q2Fmww==?=", `=?utf-8?B?${base64(0xa9, 0x21)}?=`],
    ["in two spellings of the charset", "=?utf-8?Q?Caf=C3?=", "=?UTF-8?Q?=A9!?="],
    ["in two encodings", "=?utf-8?B?Q2Fmww==?=", "=?UTF8?q?=A9!?="],
  ])("are whole though an encoded word ends within one, %s", async (_name, first, second) => {
    for (const gap of [" ", "\n ", "\n\t"]) {
      const email = await readLines(
        `From: ${first}${gap}${second} <a@b.example>`,
        `Subject: ${first}${gap}${second}`,
        "",
        "",
      );
      expect([email.subject, email.from?.name, email.from?.address]).toEqual([
        "Café!",
        "Café!",
        "a@b.example",
      ]);
    }
  });

  test("are whole beside a word with wrong bytes", async () => {
    const email = await readLines(
      "From: a@b.example",
      "Subject: =?utf-8?Q?Caf=C3?= =?utf-8?Q?=A9_=FF?=",
      "",
      "",
    );
    expect(email.subject).toBe("Café \ufffd");
  });

  test("do not join the words of two headers", async () => {
    const email = await readLines(
      "From: a@b.example",
      "Subject: =?utf-8?Q?Caf=C3?=",
      "X-Word: =?utf-8?Q?=A9?=",
      "",
      "",
    );
    expect(email.subject).toBe("Caf\ufffd");
    expect(email.headers).toHaveLength(3);
  });
});

describe("the lines of a message", () => {
  test("begin after a byte-order mark", async () => {
    const email = await readLines(
      "\xef\xbb\xbfFrom: Ana <ana@client.example>",
      "Subject: Launch",
      "",
      "Hi",
    );
    expect(email.from).toEqual({ name: "Ana", address: "ana@client.example" });
    expect(email.problems).toEqual([]);
  });

  test("end with carriage returns", async () => {
    for (const body of ["Hi\rthere", "Hi\nthere"]) {
      const email = await readEmail(
        bytesOf(`From: Ana <ana@client.example>\rSubject: Launch\r\r${body}`),
      );
      expect([email.from?.name, email.subject, email.text]).toEqual([
        "Ana",
        "Launch",
        "Hi\nthere\n",
      ]);
    }
  });

  test("may contain a carriage return that ends none", async () => {
    const lines = ["From: ana@client.example", "Subject: a\rBcc: eve@b.example", "", "Hi"];
    for (const end of ["\r\n", "\n", "\r\r\n"]) {
      const email = await readEmail(bytesOf(lines.join(end)));
      expect(email.headers.map(({ name }) => name)).toEqual(["from", "subject"]);
      expect(email.text?.trim()).toBe("Hi");
    }
  });
});

test("an email is stored with the problems of its content", async () => {
  const hidden = await messageFields(
    bytesOf("From: a@b.example, c@d.example\nContent-Type: text/html\n\nHi<p hidden>secret</p>"),
  );
  expect(hidden.problems).toEqual(["several_senders", "hidden_text_removed"]);
  const fields = await messageFields(
    bytesOf(`From: a@b.example\nCc: ${"a@b.example, ".repeat(51)}c@d.example\n\nHi`),
  );
  expect([fields.problems, fields.cc.length]).toEqual([["too_many_addresses"], 50]);
  expect((await messageFields(bytesOf("From: a@b.example\n\nHi"))).problems).toEqual([]);
});
