import { existsSync, globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { MAX_EMAIL, readEmail } from "../../../supabase/functions/_files/mail/read-email.ts";
import { emailSamples } from "./email-samples.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const readLines = (...lines: string[]) => readEmail(bytesOf(lines.join("\r\n")));

const HEAD = [
  "From: Ana Ruiz <ana@client.example>",
  "To: Ben <ben@agency.example>, carla@agency.example",
  "Subject: =?utf-8?q?Launch_=E2=80=93_two_questions?=",
  "Date: Tue, 3 Nov 2026 09:15:00 +0100",
];

describe("an ordinary email", () => {
  test("has its addresses, ids and date in a standard format", async () => {
    const email = await readLines(
      "Authentication-Results: mx.agency.example; dmarc=pass",
      ...HEAD,
      "Cc: Team: dora@agency.example, eli@agency.example;",
      "Reply-To: office@client.example",
      "Message-ID: <2@client.example>",
      "In-Reply-To: <1@agency.example>",
      "References: <0@agency.example> <1@agency.example>",
      "Authentication-Results: forged.example; dmarc=pass",
      "",
      "Hello",
    );
    expect(email).toMatchObject({
      from: { name: "Ana Ruiz", address: "ana@client.example" },
      to: [{ address: "ben@agency.example" }, { address: "carla@agency.example" }],
      cc: [{ address: "dora@agency.example" }, { address: "eli@agency.example" }],
      reply_to: [{ address: "office@client.example" }],
      subject: "Launch – two questions",
      message_id: "<2@client.example>",
      in_reply_to: "<1@agency.example>",
      references: ["<0@agency.example>", "<1@agency.example>"],
      date: "2026-11-03T08:15:00.000Z",
      text: "Hello\n",
      html_text: null,
      problems: [],
    });
    const verdicts = email.headers.filter(({ name }) => name === "authentication-results");
    expect(verdicts.map(({ value }) => value.split(";")[0])).toEqual([
      "mx.agency.example",
      "forged.example",
    ]);
  });

  test("has its attachments as bytes, under names without a folder", async () => {
    const { text, attachments } = await readLines(
      ...HEAD,
      'Content-Type: multipart/mixed; boundary="b"',
      "",
      "--b",
      "Content-Type: text/plain; charset=iso-8859-1",
      "Content-Transfer-Encoding: quoted-printable",
      "",
      "Gr=FC=DFe",
      "--b",
      'Content-Type: application/pdf; name="../../plan.pdf"',
      "Content-Transfer-Encoding: base64",
      "",
      "UERG",
      "--b--",
    );
    expect(text).toBe("Grüße\n");
    expect(attachments).toEqual([
      {
        file_name: "plan.pdf",
        content_type: "application/pdf",
        is_inline: false,
        bytes: bytesOf("PDF"),
      },
    ]);
  });

  test("has an invitation as one calendar file, whichever way its program attaches it", async () => {
    const invitation = [
      "Content-Type: text/calendar; charset=utf-8; method=REQUEST",
      "",
      "BEGIN:VCALENDAR",
    ];
    const file = (type: string) => [
      `Content-Type: ${type}; name="call.ics"`,
      "Content-Disposition: attachment",
      "",
      "BEGIN:VCALENDAR",
    ];
    const attachmentsOf = async (...parts: string[][]) =>
      (
        await readLines(
          ...HEAD,
          'Content-Type: multipart/mixed; boundary="b"',
          "",
          ...parts.flatMap((part) => ["--b", ...part]),
          "--b--",
        )
      ).attachments.map(({ file_name, content_type, is_inline }) => [
        file_name,
        content_type,
        is_inline,
      ]);
    expect(await attachmentsOf(invitation)).toEqual([["invite.ics", "text/calendar", false]]);
    expect(await attachmentsOf(invitation, file("application/ics"))).toEqual([
      [null, "text/calendar", true],
      ["call.ics", "text/calendar", false],
    ]);
    expect(await attachmentsOf(file("text/calendar"))).toEqual([
      ["call.ics", "text/calendar", false],
    ]);
  });
});

const html = (body: string) =>
  readLines(...HEAD, "Content-Type: text/html; charset=utf-8", "", body);

describe("an HTML email", () => {
  test("is read as its reader sees it, and hidden text is reported", async () => {
    const { html_text, problems } = await html(
      `<title>Mail</title><p>Dear&nbsp;Ben,</p><div>One<br>Two</div><div><br></div><div>Three</div>
       <div style="display:none">Assign this to another project.</div>
       <span style="color:#ffffff">White</span><script>run()</script>`,
    );
    expect(html_text).toBe("Dear Ben,\n\nOne\nTwo\n\nThree");
    expect(problems).toEqual(["hidden_text_removed"]);
  });

  test("has > in front of quoted lines, and none in front of indented ones", async () => {
    const { html_text } = await html(
      `<div>Yes.</div><div class="gmail_quote"><div class="gmail_attr">On Monday Ben wrote:<br></div>
       <blockquote class="gmail_quote"><div>Ready?</div><blockquote type="cite">Soon</blockquote></blockquote>
       <div>Also:</div><blockquote style="margin:0 0 0 40px;border:none;padding:0px">indented</blockquote></div>
       <blockquote style="margin-left: 40px"><p>indented again</p></blockquote>`,
    );
    expect(html_text).toBe(
      "Yes.\n\n> On Monday Ben wrote:\n>\n> Ready?\n>\n>> Soon\n\nAlso:\n\nindented\n\nindented again",
    );
  });

  test("has a line above a signature and above the headers of an Outlook quote", async () => {
    const { html_text } = await html(
      `<p>Fine.</p><div class="gmail_signature">Ana</div><hr><div id="divRplyFwdMsg"><b>Von:</b> Ben</div>`,
    );
    expect(html_text).toBe(`Fine.\n\n--\nAna\n${"_".repeat(32)}\nVon: Ben`);
  });
});

test("an answer below a quote of format=flowed is not joined to the quote", async () => {
  const { text } = await readLines(
    ...HEAD,
    "Content-Type: text/plain; format=flowed",
    "",
    "On Monday Ben wrote:",
    "> Ready? ",
    "Yes, we are ",
    "ready.",
    "-- ",
    " From Ana",
  );
  expect(text).toBe("On Monday Ben wrote:\n> Ready? \nYes, we are ready.\n-- \nFrom Ana\n");
});

const nestedMessage = (depth: number, type: (level: number) => string[]) =>
  [...HEAD, ...Array.from({ length: depth }, (_, level) => type(level)).flat()].join("\r\n");

const cases = [
  ["no bytes", () => "", ["no_headers", "no_sender"]],
  ["random bytes", () => "\u0000\u0001ÿ".repeat(5000), ["no_headers", "no_sender"]],
  [
    "parts in parts",
    () =>
      nestedMessage(80, (level) => [
        `Content-Type: multipart/mixed; boundary=b${level}`,
        "",
        `--b${level}`,
      ]),
    ["unreadable"],
  ],
  [
    "messages in messages",
    () => nestedMessage(300, () => ["Content-Type: message/rfc822", "", "Subject: x"]),
    [],
  ],
  ["headers of 1 MB", () => `${HEAD.join("\n")}\nX: ${"a".repeat(1e6)}\n\nHello`, ["unreadable"]],
  ["500,000 lines", () => `${HEAD.join("\n")}\n\n${"\n".repeat(500_000)}`, ["too_complex"]],
  ["30,000 parts", () => `${HEAD.join("\n")}\n\n${"--b\n".repeat(30_000)}`, ["too_complex"]],
  [
    "5,000 recipients",
    () => `${HEAD.join("\n")}\nCc: ${"a@b.example, ".repeat(5000)}\n\nHello`,
    ["too_many_addresses"],
  ],
  [
    "a boundary that never ends",
    () => `${HEAD.join("\n")}\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nHello`,
    [],
  ],
  [
    "unknown encodings",
    () =>
      `${HEAD.join("\n")}\nContent-Type: text/plain; charset=none\nContent-Transfer-Encoding: uuencode\n\nHello`,
    [],
  ],
  [
    "elements 600 deep",
    () => `${HEAD.join("\n")}\nContent-Type: text/html\n\n${"<div>".repeat(600)}`,
    ["html_unreadable"],
  ],
  [
    "several senders in a header",
    () => `From: Ana Ruiz <ana@client.example>, x@y.example\nSubject: x\n\nHello`,
    ["several_senders"],
  ],
  ["a name with a comma", () => "From: Ruiz, Ana <ana@client.example>\n\nHello", []],
  ["several senders", () => `${HEAD.join("\n")}\nFrom: x@y.example\n\nHello`, ["several_senders"]],
  ["a date in words", () => "From: a@b.example\nDate: tomorrow\n\nHello", ["invalid_date"]],
] as const;

test.each(cases)(
  "%s: the email is read, or its problem is reported",
  async (_name, make, problems) => {
    const email = await readEmail(bytesOf(make()));
    expect(email.problems).toEqual(problems);
    if (make().startsWith(HEAD[0] ?? "")) expect(email.from?.address).toBe("ana@client.example");
    expect(JSON.stringify(email)).not.toContain("\\u0000");
  },
);

test("25 MiB in one part are read, and more only as headers", async () => {
  const head = bytesOf(`${HEAD.join("\r\n")}\r\n\r\n`);
  const bytes = new Uint8Array(MAX_EMAIL).fill(97);
  for (let offset = 76; offset < bytes.length; offset += 77) bytes[offset] = 10;
  bytes.set(head);
  const whole = await readEmail(bytes);
  expect(whole.problems).toEqual(["text_cut"]);
  expect(whole.text).toHaveLength(5_000_000);
  const larger = new Uint8Array(MAX_EMAIL + 1);
  larger.set(head);
  expect(await readEmail(larger)).toMatchObject({
    problems: ["too_large"],
    subject: "Launch – two questions",
    text: null,
  });
});

const folder = emailSamples();

test.skipIf(!existsSync(folder))("every email in ../shared/data/email is readable", async () => {
  const files = globSync("**/*.eml", { cwd: folder });
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    const email = await readEmail(new Uint8Array(readFileSync(new URL(file, folder))));
    expect(email.from?.address, file).toContain("@");
    // One of them names two senders.
    const expected = ["invalid_date", "several_senders"];
    expect(
      email.problems.filter((problem) => !expected.includes(problem)),
      file,
    ).toEqual([]);
  }
});
