/** Large files of ordinary text; a file of twice the size has twice the text. */
import { writeXlsx } from "hucre/xlsx";
import { workbook } from "../../portfolio/workbooks.ts";
import { docx, paragraph } from "./make-office.ts";
import { lines, pdfOf } from "./make-pdf.ts";

const WORDS =
  "project milestone budget client design review delivery invoice contract change request team schedule risk decision owner scope estimate hours retainer portal approval report meeting".split(
    " ",
  );

/** Words that look like text, and are the same every time. */
function sentenceOf(number: number, count: number): string {
  const words = Array.from(
    { length: count },
    (_, n) => WORDS[(number * 7 + n * n * 3 + n) % WORDS.length],
  );
  return `${words.join(" ")} ${number}.`;
}

/** Pages of 45 lines. */
export const largePdf = (pages: number) =>
  pdfOf(
    Array.from({ length: pages }, (_, page) =>
      lines(
        Array.from({ length: 45 }, (_, line) => sentenceOf(page * 45 + line, 11)),
        { size: 10 },
      ),
    ),
  );

/** Paragraphs of sixty words, a heading above every twenty. */
export const largeDocx = (paragraphs: number) =>
  docx(
    Array.from(
      { length: paragraphs },
      (_, n) =>
        (n % 20 === 0 ? paragraph(`Chapter ${n / 20 + 1}`, "Heading1") : "") +
        paragraph(sentenceOf(n, 60)),
    ).join(""),
  );

/** Rows of six cells: three texts, two numbers, a day. */
export const largeXlsx = (rows: number) =>
  writeXlsx({
    sheets: [
      {
        name: "Plan",
        rows: [
          ["Task", "Owner", "Note", "Hours", "Rate", "Due"],
          ...Array.from({ length: rows }, (_, n) => [
            sentenceOf(n, 3),
            WORDS[n % 7] ?? "",
            sentenceOf(n, 6),
            n % 40,
            95.5,
            new Date(Date.UTC(2026, 0, 1 + (n % 365))),
          ]),
        ],
      },
    ],
  });

export const largeText = (paragraphs: number) =>
  new TextEncoder().encode(
    Array.from({ length: paragraphs }, (_, n) => sentenceOf(n, 60)).join("\n\n"),
  );

/** Rows of 16,384 columns, of which only the last has a value. */
export function wideXlsx(rows: number): Uint8Array {
  return workbook({
    rows: Array.from(
      { length: rows },
      (_, n) => `<row r="${n + 1}"><c r="XFD${n + 1}"><v>${n}</v></c></row>`,
    ).join(""),
  });
}
