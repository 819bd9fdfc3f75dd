import { existsSync, globSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldQuotes } from "../../../supabase/functions/_domain/inbound-emails/fold-quotes.ts";
import { readEmail } from "../../../supabase/functions/_files/mail/read-email.ts";
import { randomized } from "../../support/depth.ts";
import { emailSamples } from "./email-samples.ts";
import { deceptiveLines, languages } from "./quote-fixtures.ts";

const kinds = (text: string) => {
  const parts = foldQuotes(text);
  expect(parts.map((part) => part.text).join("")).toBe(text);
  return parts.map(({ kind, text }) => [kind, text.trim()]);
};
const ofKind = (text: string, kind: string) =>
  foldQuotes(text)
    .filter((part) => part.kind === kind)
    .map((part) => part.text)
    .join("");

describe.each(languages)("in $language", ({ introductions, headers, divider, phone }) => {
  test.each(introductions)("%s introduces a quote", (introduction) => {
    const wrappedIntroduction = introduction.replace(/ (?=Ana Ruiz)/, "\n");
    for (const line of [introduction, wrappedIntroduction]) {
      expect(kinds(`Yes.\n\n${line}\n\n> Ready?\n> Soon?\n\nAnd one more thing.\n`)).toEqual([
        ["new", "Yes."],
        ["quote", `${line}\n\n> Ready?\n> Soon?`],
        ["new", "And one more thing."],
      ]);
      expect(kinds(`Yes.\r\n\r\n${line}\r\n\r\nReady?\r\n`)).toEqual([
        ["new", "Yes."],
        ["quote", `${line}\r\n\r\nReady?`],
      ]);
    }
  });

  test("Outlook's headers and a divider begin a quote to the end", () => {
    const rule = "_".repeat(32);
    for (const head of [headers, `${rule}\n${headers}`, `${divider}\n${headers}`, divider]) {
      const quote = `${head}\n\nReady?\n\nAna`;
      expect(kinds(`Yes.\n\n${quote}\n`)).toEqual([
        ["new", "Yes."],
        ["quote", quote],
      ]);
    }
  });

  test("the line of a phone is a signature", () => {
    expect(kinds(`Yes.\n\n${phone}\n\n${introductions[0]}\n> Ready?\n`)).toEqual([
      ["new", "Yes."],
      ["signature", phone],
      ["quote", `${introductions[0]}\n> Ready?`],
    ]);
    expect(kinds(`Yes.\n\n${phone}`).at(-1)).toEqual(["signature", phone]);
  });
});

const letters = (html: string) =>
  readEmail(
    new TextEncoder().encode(
      `From: a@b.example\nContent-Type: text/html; charset=utf-8\n\n${html}`,
    ),
  );

/** A reply of each email program, as HTML. */
const programs: [string, string][] = [
  [
    "Gmail",
    `<div dir="ltr">Yes.</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">sob., 3 lis kdosi:<br></div><blockquote class="gmail_quote" style="border-left:1px solid">Ready?</blockquote></div>`,
  ],
  [
    "Apple Mail",
    `<body>Yes.<br><div><blockquote type="cite"><div>On 3 Nov 2026, at 10:15, Ana wrote:</div><br><div>Ready?</div></blockquote></div></body>`,
  ],
  [
    "Thunderbird",
    `<p>Yes.</p><div class="moz-cite-prefix">03.11.2026, Ana:<br></div><blockquote type="cite" cite="mid:1@x"><p>Ready?</p></blockquote>`,
  ],
  [
    "Outlook on the web",
    `<div>Yes.</div><div id="appendonsend"></div><hr style="width:98%"><div id="divRplyFwdMsg"><font><b>From:</b> Ana &lt;ana@client.example&gt;<br><b>Sent:</b> Tuesday, November 3, 2026<br><b>To:</b> Ben<br><b>Subject:</b> Launch</font></div><div>Ready?</div>`,
  ],
  [
    "Outlook for Windows",
    `<p class="MsoNormal">Yes.</p><div style="border:none;border-top:solid #E1E1E1 1.0pt"><p class="MsoNormal"><b>Von:</b> Ana<br><b>Gesendet:</b> Dienstag, 3. November 2026<br><b>An:</b> Ben<br><b>Betreff:</b> Launch</p></div><p class="MsoNormal">Ready?</p>`,
  ],
  [
    "Yahoo",
    `<div>Yes.</div><div class="yahoo_quoted"><div>On Tuesday, November 3, 2026, 10:15 AM, Ana &lt;ana@client.example&gt; wrote:</div><br><div>Ready?</div></div>`,
  ],
  [
    "Proton",
    `<div>Yes.</div><div class="protonmail_quote">On Tuesday, 3 November 2026 at 10:15, Ana &lt;ana@client.example&gt; wrote:<br><blockquote class="protonmail_quote" type="cite">Ready?</blockquote></div>`,
  ],
];

test.each(programs)("a reply from %s has its answer and its quote", async (_name, html) => {
  const { html_text } = await letters(html);
  const parts = kinds(html_text ?? "");
  expect(parts.map(([kind]) => kind)).toEqual(["new", "quote"]);
  expect(parts[0]?.[1]).toBe("Yes.");
  expect(parts[1]?.[1]).toContain("Ready?");
});

test("answers between the quotes of an HTML reply are new", async () => {
  const { html_text } = await letters(
    `<div class="gmail_quote"><div class="gmail_attr">On Tuesday Ana wrote:</div><blockquote class="gmail_quote">One?</blockquote><div>First answer</div><blockquote class="gmail_quote">Two?</blockquote><div>Second answer</div></div>`,
  );
  expect(
    ofKind(html_text ?? "", "new")
      .split(/\n+/)
      .filter(Boolean),
  ).toEqual(["First answer", "Second answer"]);
});

test("a memo and a line that a mailbox escaped are new", () => {
  const memo =
    "MEMO\nFrom: Ana\nTo: Ben\nDate: 3 May 2026\nSubject: Budget\n\n>From May on it grows.\n";
  expect(kinds(memo)).toEqual([["new", memo.trim()]]);
});

test.each([
  [
    "a divider and an introduction",
    "------- Original Message -------\nOn Tuesday, November 3rd, 2026 at 10:15, Ana <ana@client.example> wrote:\n",
  ],
  [
    "a divider of other hyphens",
    "‐‐‐‐‐‐‐ Original Message ‐‐‐‐‐‐‐\nOn Tuesday, November 3rd, 2026 at 10:15, Ana <ana@client.example> wrote:\n",
  ],
  [
    "headers without an empty line",
    "-----Original Message-----\nFrom: Ana <ana@client.example>\nSent: Tuesday, November 3, 2026 10:15 AM\nSubject: Launch",
  ],
])("an answer is new after %s and quoted lines", (_name, head) => {
  expect(kinds(`Yes.\n\n${head}\n> Ready?\n\nThe answer.\n`)).toEqual([
    ["new", "Yes."],
    ["quote", `${head}\n> Ready?`],
    ["new", "The answer."],
  ]);
});

test("an example of an email without a date is new", () => {
  const text = "Please send this:\n\nFrom: us@a.example\nTo: Ben\nSubject: Hello\n\nWelcome.";
  expect(kinds(text)).toEqual([["new", text]]);
});

test("a signature begins at two hyphens or a dash, and ends at a quote", () => {
  expect(kinds("Yes.\n-- \nAna\nClient\n\n> Ready?\n\nNo.\n")).toEqual([
    ["new", "Yes."],
    ["signature", "-- \nAna\nClient"],
    ["quote", "> Ready?"],
    ["new", "No."],
  ]);
  expect(kinds("Yes.\n\n—\nAna").map(([kind]) => kind)).toEqual(["new", "signature"]);
  expect(kinds("a\n--------\nb\n").map(([kind]) => kind)).toEqual(["new"]);
});

test.each([
  ["bold", "*On Tue, Nov 3, 2026 at 10:15 AM Ana Ruiz <ana@client.example> wrote:*"],
  ["partly bold", "On Tue, Nov 3, 2026 at 10:15 AM *Ana Ruiz* <ana@client.example> *wrote*:"],
  ["without a date", "Ana Ruiz <ana@client.example> wrote:"],
  ["without a date, in German", "Ana Ruiz <ana@client.example> schrieb:"],
  ["without a date or a name", "<ana@client.example> a écrit :"],
])("an introduction that is %s belongs to its quote", (_name, introduction) => {
  expect(kinds(`Yes.\n\n${introduction}\n\n> Ready?\n\nNo.\n`)).toEqual([
    ["new", "Yes."],
    ["quote", `${introduction}\n\n> Ready?`],
    ["new", "No."],
  ]);
});

test("an introduction without a date folds nothing that has no quote signs", () => {
  const text = "Hello,\n\nAna <ana@client.example> wrote:\n\nReady?\n\nWhat do you think?";
  expect(kinds(text)).toEqual([["new", text]]);
});

describe("text below two hyphens", () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, at) => `Point ${at}`).join("\n");

  test("is a signature of up to twelve lines, also above a long quote", () => {
    for (const rest of ["", `\n\n${lines(40).replace(/^/gm, "> ")}`]) {
      expect(kinds(`Yes.\n-- \n${lines(12)}${rest}`).slice(0, 2)).toEqual([
        ["new", "Yes."],
        ["signature", `-- \n${lines(12)}`],
      ]);
    }
  });

  test("is new if it is longer", () => {
    for (const text of [lines(13), "word ".repeat(210), `${lines(6)}\n\n${lines(7)}`]) {
      const whole = `Yes.\n--\n${text}`;
      expect(kinds(whole)).toEqual([["new", whole.trim()]]);
    }
  });

  test("has a signature of its own below it", () => {
    const text = `Yes.\n--\n${lines(20)}`;
    expect(kinds(`${text}\n-- \nAna`)).toEqual([
      ["new", text],
      ["signature", "-- \nAna"],
    ]);
  });
});

const word = fc.constantFrom(
  "we",
  "are",
  "ready",
  "now",
  "für",
  "ça",
  "więc",
  "não",
  "3",
  "plan.",
  "ok?",
);
const writtenLine = fc.oneof(
  fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(" ")),
  fc.constantFrom(...deceptiveLines),
);
const paragraph = fc
  .array(writtenLine, { minLength: 1, maxLength: 3 })
  .map((lines) => lines.join("\n"));
const quotedParagraph = paragraph.map((text) => text.replace(/^/gm, "> "));

test("newly written text is never folded, whatever is quoted around it", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...languages.flatMap(({ introductions }) => introductions)),
      fc.array(fc.tuple(quotedParagraph, paragraph), { minLength: 1, maxLength: 4 }),
      paragraph,
      fc.constantFrom("\n", "\r\n"),
      (introduction, pairs, top, lineEnd) => {
        const answers = pairs.map(([quote, answer]) => `${quote}\n\n${answer}`).join("\n\n");
        const text = `${top}\n\n${introduction}\n${answers}\n`.replaceAll("\n", lineEnd);
        const newLines = [top, ...pairs.map(([, answer]) => answer)].join("\n").split("\n");
        expect(
          foldQuotes(text)
            .map((part) => part.text)
            .join(""),
        ).toBe(text);
        expect(ofKind(text, "new").split(/\s*\n/).filter(Boolean)).toEqual(newLines);
        expect(ofKind(text, "quote")).toContain(introduction);
      },
    ),
    randomized({ default: 500, nightly: 5000 }),
  );
});

test("the parts add up to the text, whatever it is", () => {
  const piece = fc.oneof(
    fc.string({ unit: "binary", maxLength: 20 }),
    fc.constantFrom(
      "\n",
      "\r\n",
      "> ",
      ">",
      "-- ",
      "--\n",
      "\n\n",
      " ",
      "\u2028",
      "_____\n",
      ...deceptiveLines,
    ),
    fc.constantFrom(
      ...languages.flatMap((l) => [...l.introductions, l.headers, l.divider, l.phone]),
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join("");
      expect(
        foldQuotes(text)
          .map((part) => part.text)
          .join(""),
      ).toBe(text);
    }),
    randomized({ default: 250, nightly: 5000 }),
  );
});

test.each([
  ["digits", "On 1 1 1 1 1 1 1 1 1 1 1 :\n"],
  ["addresses", "1 2026 10:15 <a@b.c> <a@b.c>:\n"],
  ["empty lines below a quote", "\n"],
  ["signs", ">".repeat(200)],
  ["rules", "-----\n\n"],
  ["labels", "From: a@b.c\n"],
])("300,000 characters of %s are folded", (_name, piece) => {
  const text = `> a\n${piece.repeat(300_000 / piece.length)}\n> b`;
  expect(
    foldQuotes(text)
      .map((part) => part.text)
      .join(""),
  ).toBe(text);
});

const folder = emailSamples();

test.skipIf(!existsSync(folder))("every reply in ../shared/data/email is folded", async () => {
  const texts = globSync("replies/*.txt", { cwd: folder }).map(
    (file) => [file, readFileSync(new URL(file, folder), "utf8")] as const,
  );
  for (const file of globSync("replies-by-client/*.eml", { cwd: folder })) {
    const email = await readEmail(new Uint8Array(readFileSync(new URL(file, folder))));
    texts.push([file, email.text ?? ""], [file, email.html_text ?? ""]);
  }
  expect(texts.length).toBeGreaterThan(2);
  for (const [file, text] of texts) {
    expect(
      foldQuotes(text)
        .map((part) => part.text)
        .join(""),
      file,
    ).toBe(text);
    // These replies answer one of two texts.
    const [newText, quote] = [ofKind(text, "new"), ofKind(text, "quote")];
    expect(quote, file).not.toContain("Nam vel turpis posuere");
    if (file.endsWith(".eml"))
      expect(newText.trim(), file).toMatch(/^(Hello|Allo! Follow up MIME!)?$/);
    expect(newText, file).not.toMatch(/Etiam non sagittis|^\s*>/m);
  }
});
