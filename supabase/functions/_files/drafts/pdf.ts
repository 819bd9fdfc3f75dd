import fontkit from "@cantoo/fontkit";
import { PDFDocument, type PDFFont, type PDFPage } from "@cantoo/pdf-lib";
import { decodeBase64 } from "deno-std/encoding/base64.js";
import { AppError } from "../../_domain/app-error.ts";
import { type ApprovedDraft, factsOf, sectionsOf } from "./content.ts";
import { bold as boldFile, regular as regularFile } from "./fonts/dejavu-sans.ts";

const A4 = { width: 595, height: 842 };
const MARGIN = 64;
const INDENT = 14;
const TEXT_SIZE = 10.5;
const LINE_HEIGHT = 1.4;
/** The space between the columns of a table. */
const GUTTER = 12;
const BULLET = "\u2022";

/**
 * The approved draft as a PDF of A4 pages, in Latin, Greek, Cyrillic, Armenian and Georgian letters. Throws 409
 * letters_not_in_font for others.
 */
export async function draftAsPdf(draft: ApprovedDraft): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.registerFontkit(fontkit);
  document.setTitle(draft.title);
  document.setAuthor(draft.agency);
  const [regular, bold] = await Promise.all([
    typefaceOf(document, regularFile),
    typefaceOf(document, boldFile),
  ]);
  const missingLetters = new Set<string>();
  let page: PDFPage = document.addPage([A4.width, A4.height]);
  let y = A4.height - MARGIN;

  const wrap = (raw: string, typeface: Typeface, size: number, width: number): string[] => {
    const text = printableText(raw);
    const unknownLetters = [...text].filter((letter) => !typeface.letters.has(letter));
    for (const letter of unknownLetters) missingLetters.add(letter);
    return unknownLetters.length > 0 ? [] : linesOf(text, typeface, size, width);
  };
  const makeRoom = (height: number) => {
    if (y - height >= MARGIN) return;
    page = document.addPage([A4.width, A4.height]);
    y = A4.height - MARGIN;
  };
  const write = (raw: string, typeface: Typeface, size: number, indent = 0, mark = "") => {
    const { font } = typeface;
    const width = A4.width - 2 * MARGIN - indent;
    const height = size * LINE_HEIGHT;
    for (const [index, line] of wrap(raw, typeface, size, width).entries()) {
      makeRoom(height);
      y -= height;
      if (index === 0 && mark) page.drawText(mark, { x: MARGIN, y, size, font });
      page.drawText(line, { x: MARGIN + indent, y, size, font });
    }
  };
  /** Columns of equal width, with a line below each row. A row begins on a page that has room for it. */
  const writeTable = (rows: string[][]) => {
    const count = rows[0]?.length ?? 1;
    const width = (A4.width - 2 * MARGIN - GUTTER * (count - 1)) / count;
    const height = TEXT_SIZE * LINE_HEIGHT;
    for (const [row, cells] of rows.entries()) {
      const typeface = row === 0 ? bold : regular;
      const columns = cells.map((cell) => wrap(cell, typeface, TEXT_SIZE, width));
      const lineCount = Math.max(...columns.map((lines) => lines.length));
      makeRoom(Math.min(lineCount * height + 8, A4.height - 2 * MARGIN));
      for (let line = 0; line < lineCount; line++) {
        makeRoom(height);
        y -= height;
        for (const [column, lines] of columns.entries()) {
          const x = MARGIN + column * (width + GUTTER);
          page.drawText(lines[line] ?? "", { x, y, size: TEXT_SIZE, font: typeface.font });
        }
      }
      y -= 4;
      const end = { x: A4.width - MARGIN, y };
      page.drawLine({ start: { x: MARGIN, y }, end, thickness: 0.5, opacity: 0.4 });
      y -= 4;
    }
  };
  const heading = (text: string) => {
    // A heading stays with the line below it.
    if (y < MARGIN + 72) y = 0;
    else y -= 14;
    write(text, bold, 13);
    y -= 2;
  };

  write(draft.title, bold, 20);
  y -= 8;
  write(factsOf(draft), regular, 9);
  for (const { heading: title, blocks } of sectionsOf(draft)) {
    heading(title);
    for (const block of blocks) {
      if (block.kind === "table") writeTable(block.rows);
      else if (block.kind === "entry") write(block.text, regular, TEXT_SIZE, INDENT, BULLET);
      else write(block.text, regular, TEXT_SIZE);
      y -= 4;
    }
  }
  const pages = document.getPages();
  for (const [index, pdfPage] of pages.entries()) {
    const text = `Page ${index + 1} of ${pages.length}`;
    pdfPage.drawText(text, { x: MARGIN, y: MARGIN / 2, size: 8, font: regular.font });
  }
  if (missingLetters.size > 0) throw lettersNotInFont([...missingLetters]);
  return document.save();
}

function lettersNotInFont(missingLetters: string[]): AppError {
  const letters = missingLetters.slice(0, 10).join(" ");
  return new AppError(
    409,
    "letters_not_in_font",
    `The PDF font lacks these letters: ${letters}${missingLetters.length > 10 ? " and others" : ""}. Download DOCX instead`,
    { letters: missingLetters.slice(0, 100) },
  );
}

interface Typeface {
  font: PDFFont;
  letters: Set<string>;
  /** The width of each word at size 1. It is cached, because shaping is most of the work of a page. */
  widths: Map<string, number>;
}

async function typefaceOf(document: PDFDocument, file: string): Promise<Typeface> {
  const font = await document.embedFont(decodeBase64(file), { subset: true });
  const letters = new Set(font.getCharacterSet().map((point) => String.fromCodePoint(point)));
  return { font, letters, widths: new Map() };
}

/** The text in the normal form NFC, with plain spaces, and without control characters and others that have no glyph. */
const printableText = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/\s+/g, " ")
    .replace(/[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, "");

function widthOf(text: string, { font, widths }: Typeface): number {
  const cached = widths.get(text);
  if (cached !== undefined) return cached;
  const width = font.widthOfTextAtSize(text, 1);
  widths.set(text, width);
  return width;
}

function linesOf(text: string, typeface: Typeface, size: number, width: number): string[] {
  const room = width / size;
  const space = widthOf(" ", typeface);
  const lines: string[] = [];
  let line = "";
  let lineWidth = 0;
  for (const word of text.split(" ").flatMap((long) => piecesOf(long, typeface, room))) {
    const wordWidth = widthOf(word, typeface);
    if (line !== "" && lineWidth + space + wordWidth > room) {
      lines.push(line);
      line = word;
      lineWidth = wordWidth;
    } else {
      lineWidth += line === "" ? wordWidth : space + wordWidth;
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

/** A word wider than a line, in pieces that fit. */
function piecesOf(word: string, typeface: Typeface, room: number): string[] {
  if (widthOf(word, typeface) <= room) return [word];
  const half = Math.ceil(word.length / 2);
  if (half === word.length) return [word];
  return [word.slice(0, half), word.slice(half)].flatMap((part) => piecesOf(part, typeface, room));
}
