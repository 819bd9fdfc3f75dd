import { writeXlsx } from "hucre/xlsx";
import { describe, expect, test } from "vitest";
import type { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { parseFile } from "../../../supabase/functions/_files/imports/parse-file.ts";
import { partsOf, textRows, workbook, zip } from "./workbooks.ts";

async function refusalOf(file: Uint8Array, sheet?: string): Promise<AppError> {
  try {
    await parseFile(Uint8Array.from(file), sheet);
  } catch (error) {
    return error as AppError;
  }
  throw new Error("The file was not refused");
}

/** The cells below the header, row by row. */
async function cellsOf(file: Uint8Array): Promise<string[][]> {
  const { columns, rows } = await parseFile(Uint8Array.from(file));
  return rows.map(({ cells }) => columns.map((name) => cells[name] ?? ""));
}

const header = '<row r="1"><c t="inlineStr"><is><t>A</t></is></c></row>';
const cell = (xml: string) => workbook({ rows: `${header}<row r="2">${xml}</row>`, formats });
const formats = ["yyyy-mm-dd", "dd/mm/yy hh:mm", "[h]:mm", "0.00", '"day" 0', "#,##0.00 [$EUR]"];

describe("a cell", () => {
  test.each([
    ["a number", "<c><v>2.5</v></c>", "2.5"],
    ["one with an exponent", "<c><v>1E3</v></c>", "1000"],
    ["a small one", "<c><v>1E-7</v></c>", "0.0000001"],
    ["0.1 as a double", "<c><v>0.10000000000000001</v></c>", "0.1"],
    ["a sum of doubles", "<c><v>0.30000000000000004</v></c>", "0.3"],
    ["fifteen digits", "<c><v>123456789012345</v></c>", "123456789012345"],
    ["sixteen digits", "<c><v>1234567890123456</v></c>", "1234567890123456"],
    [
      "a long number as text",
      '<c t="inlineStr"><is><t>00123456789012345678</t></is></c>',
      "00123456789012345678",
    ],
    ["a format of two decimals", '<c s="4"><v>2.5</v></c>', "2.5"],
    ["a word in a format, with letters of dates", '<c s="5"><v>3</v></c>', "3"],
    ["a currency in a format", '<c s="6"><v>1200</v></c>', "1200"],
    ["true", '<c t="b"><v>1</v></c>', "true"],
    ["false", '<c t="b"><v>0</v></c>', "false"],
    ["a formula", "<c><f>1+1</f><v>2</v></c>", "2"],
    ["a formula that returns text", '<c t="str"><f>A1</f><v>A&amp;B</v></c>', "A&B"],
    ["an error", '<c t="e"><v>#DIV/0!</v></c>', "#DIV/0!"],
    ["a day", '<c s="1"><v>46083</v></c>', "2026-03-02"],
    ["a day with a time", '<c s="2"><v>46083.75</v></c>', "2026-03-02T18:00:00"],
    ["just before midnight", '<c s="1"><v>46082.9999999999</v></c>', "2026-03-02"],
    ["a duration", '<c s="3"><v>0.10416666666666667</v></c>', "02:30:00"],
    ["the first day", '<c s="1"><v>1</v></c>', "1900-01-01"],
    ["the day before 29 February 1900, which never was", '<c s="1"><v>59</v></c>', "1900-02-28"],
    ["the day after 29 February 1900", '<c s="1"><v>61</v></c>', "1900-03-01"],
    ["the last day", '<c s="1"><v>2958465</v></c>', "9999-12-31"],
    ["a day after the last", '<c s="1"><v>2958466</v></c>', "######"],
    ["a day before the first", '<c s="1"><v>-1e300</v></c>', "######"],
    ["a day as a date in ISO 8601", '<c t="d"><v>2026-03-02</v></c>', "2026-03-02"],
  ])("%s", async (_what, xml, text) => {
    expect(await cellsOf(cell(xml))).toEqual([[text]]);
  });

  test("days count from 1904 if the workbook sets it", async () => {
    const file = workbook({
      rows: `${header}<row><c s="1"><v>44621</v></c></row>`,
      formats,
      date1904: true,
    });
    expect(await cellsOf(file)).toEqual([["2026-03-02"]]);
  });

  test("any day comes back unchanged, in any time zone of the service", async () => {
    const zone = process.env["TZ"];
    try {
      for (const TZ of ["Pacific/Kiritimati", "America/New_York"]) {
        process.env["TZ"] = TZ;
        expect(await cellsOf(cell('<c s="1"><v>46083</v></c>'))).toEqual([["2026-03-02"]]);
      }
    } finally {
      process.env["TZ"] = zone;
    }
  });

  test("text may contain escaped characters, shared or in the cell", async () => {
    const inline = '<c t="inlineStr"><is><t>a_x000A_b</t></is></c>';
    const file = workbook({
      rows: `${textRows(["A", "B"])}<row><c t="s"><v>0</v></c>${inline}</row>`,
      strings: "<si><t>_x005F_x000A_</t></si>",
    });
    expect(await cellsOf(file)).toEqual([["_x000A_", "a\nb"]]);
  });

  test("shared text may be rich", async () => {
    const file = workbook({
      rows: `${header}<row><c t="s"><v>0</v></c></row>`,
      strings: "<si><r><t>Web </t></r><r><t>shop</t></r></si>",
    });
    expect(await cellsOf(file)).toEqual([["Web shop"]]);
  });

  test("a merged cell has its value once", async () => {
    const file = await writeXlsx({
      sheets: [
        {
          name: "Plan",
          rows: [
            ["A", "B"],
            ["both", null],
            ["x", "y"],
          ],
          merges: [{ startRow: 1, startCol: 0, endRow: 1, endCol: 1 }],
        },
      ],
    });
    expect(await cellsOf(file)).toEqual([
      ["both", ""],
      ["x", "y"],
    ]);
  });
});

describe("a sheet", () => {
  test("gives each row its number, whatever is blank before it", async () => {
    const file = workbook({
      rows: `<row r="1"><c/></row><row r="3">${textRows(["A", "B"]).slice(5, -6)}</row>
        <row r="4"><c><v>1</v></c></row><row r="5"><c t="inlineStr"><is><t> </t></is></c></row><row r="9"><c r="B9"><v>2</v></c></row>`,
    });
    const { columns, rows } = await parseFile(Uint8Array.from(file));
    expect(columns).toEqual(["A", "B"]);
    expect(rows.map(({ line, cells }) => ({ line, ...cells }))).toEqual([
      { line: 4, A: "1", B: "" },
      { line: 9, A: "", B: "2" },
    ]);
  });

  test("may have a blank column between others; a cell without a name is refused with its position", async () => {
    expect(await cellsOf(workbook({ rows: textRows(["A", "", "C"], ["1", "", "3"]) }))).toEqual([
      ["1", "3"],
    ]);
    expect(await refusalOf(workbook({ rows: textRows(["A", "", "C"], ["1", "2"]) }))).toMatchObject(
      {
        status: 400,
        message: "Column B has a cell in row 2, but no name",
        details: { line: 2 },
      },
    );
  });

  test("is the first visible one, or the one named", async () => {
    const book = await writeXlsx({
      sheets: [
        { name: "Notes", rows: [["A"], ["hidden"]], hidden: true },
        { name: "May", rows: [["A"], ["may"]] },
        { name: "June & July", rows: [["A"], ["june"]] },
      ],
    });
    const first = await parseFile(Uint8Array.from(book));
    expect([first.sheets, first.sheet]).toEqual([["May", "June & July"], "May"]);
    expect((await parseFile(Uint8Array.from(book), "June & July")).rows[0]?.cells).toEqual({
      A: "june",
    });
    for (const name of ["Notes", "August", ""]) {
      expect(await refusalOf(book, name)).toMatchObject({
        status: 400,
        code: "unknown_sheet",
        details: { sheets: ["May", "June & July"] },
      });
    }
  });
});

describe("a workbook is refused in one sentence, and soon:", () => {
  const good = partsOf({ rows: textRows(["A"], ["1"]) });
  const without = (name: string) => zip(good.filter((part) => part.name !== name));
  const bytes = (...parts: (string | number[])[]) =>
    Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
  const manyCells = "<c><v>1</v></c>".repeat(16_000);
  const cases: [description: string, file: () => Uint8Array, status: number, says: string][] = [
    ["an old .xls", () => bytes(OLE, [0]), 400, "an old .xls"],
    ["a workbook with a password", () => bytes(OLE, "EncryptedPackage"), 400, "with a password"],
    ["the beginning of an archive", () => bytes("PK\x03\x04"), 400, "damaged"],
    ["an empty archive", () => zip([]), 400, "damaged"],
    ["half a workbook", () => zip(good).subarray(0, 500), 400, "damaged"],
    ["a workbook without its first 200 bytes", () => zip(good).subarray(200), 400, ""],
    [
      "an archive of something else",
      () => zip([{ name: "word/document.xml", content: "<w/>" }]),
      400,
      "damaged",
    ],
    ["no content types", () => without("[Content_Types].xml"), 400, "damaged"],
    ["no relations", () => without("_rels/.rels"), 400, "damaged"],
    ["no workbook", () => without("xl/workbook.xml"), 400, "damaged"],
    ["no sheet", () => without("xl/worksheets/sheet1.xml"), 400, "damaged"],
    [
      "a workbook without sheets",
      () => workbook({ rows: "", sheets: "" }),
      400,
      "no visible sheet",
    ],
    [
      "hidden sheets only",
      () =>
        workbook({ rows: "", sheets: '<sheet name="A" sheetId="1" state="hidden" r:id="rId1"/>' }),
      400,
      "no visible sheet",
    ],
    ["an empty sheet", () => workbook({ rows: "" }), 400, "no rows"],
    ["a header alone", () => workbook({ rows: textRows(["A"]) }), 400, "no rows"],
    [
      "201 columns",
      () => workbook({ rows: textRows(Array.from({ length: 201 }, (_, n) => `C${n}`)) }),
      400,
      "more than 200",
    ],
    [
      "a row with the number of an earlier one",
      () => workbook({ rows: `${header}<row r="1"><c><v>1</v></c></row>` }),
      400,
      "damaged",
    ],
    [
      "a row without a number",
      () => workbook({ rows: `${header}<row r="x"><c><v>1</v></c></row>` }),
      400,
      "damaged",
    ],
    [
      "a cell outside of all sheets",
      () => workbook({ rows: `${header}<row><c r="ZZZZZ2"><v>1</v></c></row>` }),
      400,
      "damaged",
    ],
    ["broken XML", () => workbook({ rows: "<row><c><v>1</c></row>" }), 400, ""],
    [
      "content that is not XML",
      () => zip(good.map((part) => ({ ...part, content: "\0\0<<<" }))),
      400,
      "damaged",
    ],
    [
      "entities that expand to millions of characters",
      () =>
        zip(
          good.map((part) =>
            part.name === "xl/workbook.xml"
              ? {
                  ...part,
                  content: `<!DOCTYPE a [<!ENTITY a "${"a".repeat(1000)}"><!ENTITY b "${"&a;".repeat(1000)}"><!ENTITY c "${"&b;".repeat(1000)}">]><workbook>&c;</workbook>`,
                }
              : part,
          ),
        ),
      400,
      "",
    ],
    [
      "20,001 rows",
      () => workbook({ rows: textRows(["A"], ...Array.from({ length: 20_001 }, () => ["1"])) }),
      413,
      "at most 20000 rows",
    ],
    [
      "more than a million cells",
      () => workbook({ rows: header + `<row>${manyCells}</row>`.repeat(130) }),
      400,
      "no name",
    ],
    [
      "two million rows without cells",
      () => workbook({ rows: header + "<row/>".repeat(2_100_000) }),
      413,
      "at most 2000000 cells",
    ],
    [
      "a long text in every cell",
      () =>
        workbook({
          rows: header + `<row><c t="s"><v>0</v></c></row>`.repeat(1000),
          strings: `<si><t>${"x".repeat(32_000)}</t></si>`,
        }),
      413,
      "larger than an import can read",
    ],
    [
      "a bomb that declares its size",
      () =>
        workbook({
          rows: "",
          extra: [{ name: "xl/media/bomb", content: new Uint8Array(100_000_000) }],
        }),
      413,
      "larger than an import can read",
    ],
    [
      "a bomb in the sheet",
      () => workbook({ rows: header + " ".repeat(100_000_000) }),
      413,
      "larger than an import can read",
    ],
    [
      "a bomb whose size is small in the directory",
      () =>
        zip(
          partsOf({ rows: header + " ".repeat(50_000_000) }).map((part) =>
            part.name.includes("sheet1") ? { ...part, claimed: 500 } : part,
          ),
        ),
      400,
      "damaged",
    ],
    [
      "a bomb without a size in the directory",
      () =>
        zip(good.map((part) => (part.name.includes("sheet1") ? { ...part, claimed: 0 } : part))),
      400,
      "damaged",
    ],
    [
      "a bomb whose sizes the directory leaves to its content",
      () =>
        zip(
          partsOf({ rows: header + " ".repeat(100_000_000) }).map((part) =>
            part.name.includes("sheet1") ? { ...part, isWithoutSizes: true } : part,
          ),
        ),
      400,
      "damaged",
    ],
    [
      "a bomb of styles",
      () => workbook({ rows: header, formats: ["y".repeat(9_000_000)] }),
      413,
      "larger than an import can read",
    ],
    [
      "a very long number format, and no rows",
      () => workbook({ rows: header, formats: ["y".repeat(7_000_000)] }),
      400,
      "no rows",
    ],
    [
      "a declared size of four gigabytes",
      () => zip(good.map((part) => ({ ...part, claimed: 0xffffffff }))),
      413,
      "larger than an import can read",
    ],
    [
      "six thousand parts",
      () =>
        workbook({
          rows: header,
          extra: Array.from({ length: 6000 }, (_, n) => ({ name: `xl/p${n}`, content: "" })),
        }),
      413,
      "larger than an import can read",
    ],
  ];
  test.each(cases)("%s", async (_what, make, status, says) => {
    const file = make();
    const error = await refusalOf(file);
    expect([error.name, error.status, error.message]).toEqual([
      "AppError",
      status,
      expect.stringContaining(says),
    ]);
  });

  test("a sheet of CSV, or of JSON", async () => {
    expect((await refusalOf(Buffer.from("A\n1\n"), "Plan")).message).toContain("Only a workbook");
    expect((await refusalOf(Buffer.from('[{"A": 1}]'), "Plan")).message).toContain(
      "Only a workbook",
    );
  });
});
