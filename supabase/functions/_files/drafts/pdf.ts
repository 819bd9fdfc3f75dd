import { PDFDocument, type PDFFont, type PDFPage, StandardFonts } from "@cantoo/pdf-lib";
import { type ApprovedDraft, factsOf, paragraphsOf, revisionsOf } from "./content.ts";

const A4 = { width: 595, height: 842 };
const MARGIN = 64;
const INDENT = 14;

/** The approved draft as a PDF of A4 pages. The standard fonts write Western European letters; others become "?". */
export async function draftAsPdf(draft: ApprovedDraft): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.setTitle(draft.title);
  document.setAuthor(draft.agency);
  const regular = await document.embedFont(StandardFonts.Helvetica);
  const bold = await document.embedFont(StandardFonts.HelveticaBold);
  let page: PDFPage = document.addPage([A4.width, A4.height]);
  let y = A4.height - MARGIN;

  const write = (text: string, font: PDFFont, size: number, indent = 0, mark = "") => {
    const width = A4.width - 2 * MARGIN - indent;
    const height = size * 1.4;
    for (const [index, line] of linesOf(encodable(text, font), font, size, width).entries()) {
      if (y - height < MARGIN) {
        page = document.addPage([A4.width, A4.height]);
        y = A4.height - MARGIN;
      }
      y -= height;
      if (index === 0 && mark) page.drawText(mark, { x: MARGIN, y, size, font });
      page.drawText(line, { x: MARGIN + indent, y, size, font });
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
  y -= 4;
  write(factsOf(draft), regular, 9);
  for (const { heading: title, body } of draft.sections) {
    heading(title);
    for (const { text, isEntry } of paragraphsOf(body)) {
      write(text, regular, 10.5, isEntry ? INDENT : 0, isEntry ? "\u2022" : "");
      y -= 4;
    }
  }
  const revisions = revisionsOf(draft);
  if (revisions.length > 0) {
    heading("Revision history");
    for (const revision of revisions) write(revision, regular, 10.5);
  }
  return document.save();
}

/** The text without what the font cannot write. */
function encodable(text: string, font: PDFFont): string {
  const known = new Set(font.getCharacterSet());
  return [...text.replace(/\s/g, " ")]
    .map((sign) => (known.has(sign.codePointAt(0) ?? 0) ? sign : "?"))
    .join("");
}

function linesOf(text: string, font: PDFFont, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").flatMap((long) => piecesOf(long, font, size, width))) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && font.widthOfTextAtSize(longer, size) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

/** A word that is wider than a line, in pieces that are not. */
function piecesOf(word: string, font: PDFFont, size: number, width: number): string[] {
  if (font.widthOfTextAtSize(word, size) <= width) return [word];
  const half = Math.ceil(word.length / 2);
  if (half === word.length) return [word];
  return [word.slice(0, half), word.slice(half)].flatMap((part) =>
    piecesOf(part, font, size, width),
  );
}
