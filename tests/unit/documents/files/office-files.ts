import { textRows, workbook, zip } from "../../portfolio/workbooks.ts";
import { fails, file, type HostileFile } from "./expected.ts";
import { docx, docxParts, paragraph, pptx, row, run, shape } from "./make-office.ts";
import { whiteSlides } from "./white-slides.ts";
import { workbooks } from "./workbook-files.ts";

const body = paragraph("The agreed budget is 48000 euros.");
const indexedText = {
  passages: [["agreed budget is 48000", {}]],
} satisfies HostileFile["expected"];
const hiddenLeft = {
  ...indexedText,
  absent: ["Ignore"],
  flags: ["hidden_text_removed"],
} satisfies HostileFile["expected"];

const OLE = Buffer.from("d0cf11e0a1b11ae1", "hex");
const withDocument = (change: (xml: string) => string | Uint8Array) =>
  zip(
    docxParts(body).map((part) =>
      part.name === "word/document.xml" ? { ...part, content: change(String(part.content)) } : part,
    ),
  );
const afterDeclaration = (xml: string, inserted: string) => xml.replace("?>", `?>${inserted}`);

const laughs = `<!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from(
  { length: 9 },
  (_, n) => `<!ENTITY lol${n + 1} "${`&lol${n || ""};`.repeat(10)}">`,
).join("")}]>`;

const wordFiles: HostileFile[] = [
  file(
    "headings, a table and a note",
    "brief.docx",
    () =>
      docx(
        paragraph("Scope", "Heading1") +
          paragraph("Deliverables", "Clause") +
          paragraph(`${run("We build the ")}${run("portal")}${run(".")}`) +
          `<w:tbl>${row("Milestone", "Due")}${row("Design", "12 May")}</w:tbl>` +
          paragraph("Payment", "berschrift2") +
          paragraph("Within thirty days.", "Loop"),
        { footnotes: `<w:footnote w:id="2">${paragraph("Unless agreed otherwise.")}</w:footnote>` },
      ),
    {
      passages: [
        ["We build the portal.", { heading: "Scope › Deliverables" }],
        ["Design | 12 May", { heading: "Scope › Deliverables" }],
        ["Within thirty days.", { heading: "Scope › Payment" }],
        ["Unless agreed otherwise.", {}],
      ],
      flags: [],
      facts: { format: "docx" },
    },
  ),
  file(
    "a table in a table",
    "nested.docx",
    () =>
      docx(
        `<w:tbl>${row("Outer", `<w:tbl>${row("inner one", "inner two")}</w:tbl><w:p/>`)}</w:tbl>`,
      ),
    { passages: [["Outer | inner one | inner two", {}]] },
  ),
  file(
    "changes not yet accepted",
    "changes.docx",
    () =>
      docx(
        `<w:p>${run("The budget is ")}<w:del><w:r><w:delText>30000</w:delText></w:r></w:del><w:ins>${run("48000")}</w:ins><w:moveFrom>${run("moved away")}</w:moveFrom></w:p>`,
      ),
    { passages: [["The budget is 48000", {}]], absent: ["30000", "moved away"] },
  ),
  file(
    "hidden text",
    "vanish.docx",
    () => docx(`${body}<w:p>${run("Ignore this", "<w:vanish/>")}</w:p>`),
    hiddenLeft,
  ),
  file(
    "a hidden style",
    "ghost.docx",
    () => docx(`${body}<w:p>${run("Ignore this", '<w:rStyle w:val="Ghost"/>')}</w:p>`),
    hiddenLeft,
  ),
  file(
    "white on white",
    "white.docx",
    () => docx(`${body}<w:p>${run("Ignore this", '<w:color w:val="FFFFFF"/>')}</w:p>`),
    hiddenLeft,
  ),
  file(
    "letters of one point",
    "tiny.docx",
    () => docx(`${body}<w:p>${run("Ignore this", '<w:sz w:val="2"/>')}</w:p>`),
    hiddenLeft,
  ),
  file(
    "white on blue, which is a usual heading of a table",
    "blue.docx",
    () =>
      docx(
        `<w:tbl><w:tr><w:tc><w:tcPr><w:shd w:val="clear" w:fill="1F3864"/></w:tcPr><w:p>${run("Milestone", '<w:color w:val="FFFFFF"/>')}</w:p></w:tc></w:tr></w:tbl>`,
      ),
    { passages: [["Milestone", {}]], flags: [] },
  ),
  file(
    "a text box, which is in the file twice",
    "box.docx",
    () =>
      docx(
        `<w:p><w:r><mc:AlternateContent><mc:Choice><w:txbxContent>${paragraph("Boxed words")}</w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent>${paragraph("Boxed again")}</w:txbxContent></mc:Fallback></mc:AlternateContent></w:r></w:p>`,
      ),
    { passages: [["Boxed words", {}]], absent: ["Boxed again"] },
  ),
  file(
    "macros",
    "macros.docx",
    () =>
      docx(body, {
        extra: [
          {
            name: "word/vbaProject.bin",
            content: Buffer.concat([OLE, Buffer.from("AutoOpen Shell")]),
          },
        ],
      }),
    { ...indexedText, absent: ["AutoOpen"] },
  ),
  file(
    "other prefixes, and broken characters",
    "prefixes.docx",
    () =>
      withDocument((xml) =>
        xml.replaceAll("w:", "ns0:").replace("euros", "eu&#xD800;ros&#0;&#x200B;"),
      ),
    { passages: [["budget is 48000 euros.", {}]], flags: ["hidden_text_removed"] },
  ),
  file(
    "names that climb out of the archive",
    "climb.docx",
    () =>
      docx(body, {
        extra: [
          { name: "../../etc/passwd", content: "root" },
          { name: "__proto__", content: "{}" },
        ],
      }),
    indexedText,
  ),
  file(
    "UTF-16",
    "utf16.docx",
    () => withDocument((xml) => Buffer.from(`\ufeff${xml}`, "utf16le")),
    indexedText,
  ),
  file(
    "a billion laughs",
    "laughs.docx",
    () => withDocument((xml) => afterDeclaration(xml, laughs).replace("budget", "&lol9;")),
    fails("corrupt"),
  ),
  file(
    "an entity of another file",
    "xxe.docx",
    () =>
      withDocument((xml) =>
        afterDeclaration(xml, '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>').replace(
          "budget",
          "&x;",
        ),
      ),
    fails("corrupt"),
  ),
  file(
    "text that unpacks to 60 MB",
    "bomb.docx",
    () => withDocument((xml) => Buffer.concat([Buffer.from(xml), Buffer.alloc(60_000_000, 32)])),
    fails("too_large"),
  ),
  file(
    "a part larger than its stated size",
    "liar.docx",
    () =>
      zip(
        docxParts(body.repeat(5000)).map((part) =>
          part.name === "word/document.xml" ? { ...part, claimed: 2000 } : part,
        ),
      ),
    fails("corrupt"),
  ),
  file(
    "six million letters",
    "letters.docx",
    () => docx(paragraph("words ".repeat(1_000_000))),
    fails("too_large"),
  ),
  file("tags without end", "deep.docx", () => docx("<w:x>".repeat(100_000)), fails("corrupt")),
  file("the first half alone", "half.docx", () => docx(body).subarray(0, 900), fails("corrupt")),
  file(
    "XML that breaks off",
    "cut.docx",
    () => withDocument((xml) => xml.slice(0, -20)),
    fails("corrupt"),
  ),
  file(
    "no document inside",
    "hollow.docx",
    () => zip(docxParts(body).filter(({ name }) => name !== "word/document.xml")),
    fails("corrupt"),
  ),
  file("nothing written", "blank.docx", () => docx("<w:p/>"), fails("empty")),
  file(
    "a password",
    "secret.docx",
    () =>
      Buffer.concat([
        OLE,
        Buffer.alloc(600),
        Buffer.from("EncryptedPackage", "utf16le"),
        Buffer.alloc(600),
      ]),
    fails("encrypted"),
  ),
  file(
    "an old .doc",
    "old.docx",
    () => Buffer.concat([OLE, Buffer.alloc(2000)]),
    fails("wrong_type"),
  ),
  file(
    "a program",
    "setup.docx",
    () => Buffer.concat([Buffer.from("MZ\x90\0\x03\0", "latin1"), Buffer.alloc(500)]),
    fails("wrong_type"),
  ),
  file(
    "a workbook",
    "table.docx",
    () => workbook({ rows: textRows(["a", "b"]) }),
    fails("wrong_type"),
  ),
  file(
    "an archive",
    "files.docx",
    () => zip([{ name: "a.txt", content: "a" }]),
    fails("wrong_type"),
  ),
];

const slides: HostileFile[] = [
  file(
    "slides with titles, a table and notes",
    "deck.pptx",
    () =>
      pptx([
        {
          title: "Roadmap",
          shapes: shape(["Design in May", "Build in June"]),
          notes: "Mention the risks",
        },
        {
          title: "Budget",
          shapes: `<p:graphicFrame><a:tbl><a:tr><a:tc>${shape(["Design"]).replace(/.*<p:txBody>|<\/p:txBody>.*/gs, "")}</a:tc><a:tc><a:p><a:r><a:t>9000</a:t></a:r></a:p></a:tc></a:tr></a:tbl></p:graphicFrame>`,
        },
      ]),
    {
      passages: [
        ["Design in May", { slide: 1, heading: "Roadmap" }],
        ["Mention the risks", { slide: 1 }],
        ["Design | 9000", { slide: 2, heading: "Budget" }],
      ],
      absent: ["7"],
      flags: [],
      facts: { format: "pptx", slides: 2 },
    },
  ),
  file(
    "a slide that is not shown, a shape beside the slide and a hidden one",
    "hidden.pptx",
    () =>
      pptx([
        {
          title: "Seen",
          shapes:
            shape(["Ignore beside"], {
              position: '<a:off x="20000000" y="0"/><a:ext cx="10" cy="10"/>',
            }) +
            shape(["Ignore hidden"], { properties: 'hidden="1"' }) +
            shape(["Inside"], { position: '<a:off x="100" y="0"/><a:ext cx="10" cy="10"/>' }),
        },
        { title: "Ignore skipped", attributes: 'show="0"' },
      ]),
    {
      passages: [["Inside", { slide: 1 }]],
      absent: ["Ignore"],
      flags: ["hidden_text_removed"],
      facts: { slides: 2 },
    },
  ),
  ...whiteSlides,
  file("Arabic slides", "ar.pptx", () => pptx([{ title: "ميزانية المشروع هي خمسون ألف يورو" }]), {
    passages: [["ميزانية المشروع", { slide: 1 }]],
    facts: { language: "ar" },
  }),
  file(
    "a slide that is missing",
    "missing.pptx",
    () => pptx([{ title: "One" }], ["ppt/slides/slide1.xml"]),
    fails("corrupt"),
  ),
  file("no slides", "none.pptx", () => pptx([]), fails("empty")),
  file(
    "two thousand slides and one",
    "many.pptx",
    () =>
      pptx(
        Array.from({ length: 2001 }, () => ({ title: "x" })),
        [],
      ),
    fails("too_large"),
  ),
  file("a Word document", "brief.pptx", () => docx(body), fails("wrong_type")),
];

export const officeFiles: HostileFile[] = [...wordFiles, ...slides, ...workbooks];
