import {
  Document,
  Footer,
  HeadingLevel,
  Packer,
  PageNumber,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from "docx";
import type { Block } from "../../_domain/drafts/blocks.ts";
import { type ApprovedDraft, factsOf, sectionsOf } from "./content.ts";

const CELL_MARGIN = 80;
const SPACE = 80;

/** The approved draft as a Word document. */
export async function draftAsDocx(draft: ApprovedDraft): Promise<Uint8Array> {
  const document = new Document({
    title: draft.title,
    creator: draft.agency,
    sections: [
      {
        footers: {
          default: new Footer({
            children: [
              new Paragraph({
                children: [
                  new TextRun({
                    children: ["Page ", PageNumber.CURRENT, " of ", PageNumber.TOTAL_PAGES],
                  }),
                ],
              }),
            ],
          }),
        },
        children: [
          new Paragraph({ text: draft.title, heading: HeadingLevel.TITLE }),
          new Paragraph({ text: factsOf(draft) }),
          ...sectionsOf(draft).flatMap(({ heading, blocks }) => [
            new Paragraph({
              text: heading,
              heading: HeadingLevel.HEADING_1,
              spacing: { before: 3 * SPACE, after: SPACE },
            }),
            ...blocks.map(elementOf),
          ]),
        ],
      },
    ],
  });
  return new Uint8Array(await (await Packer.toBlob(document)).arrayBuffer());
}

function elementOf(block: Block): Paragraph | Table {
  if (block.kind === "table") return tableOf(block.rows);
  const spacing = { after: SPACE };
  return block.kind === "entry"
    ? new Paragraph({ text: block.text, bullet: { level: 0 }, spacing })
    : new Paragraph({ text: block.text, spacing });
}

function tableOf(rows: string[][]): Table {
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    rows: rows.map(
      (cells, row) =>
        new TableRow({
          tableHeader: row === 0,
          cantSplit: true,
          children: cells.map(
            (text) =>
              new TableCell({
                margins: {
                  top: CELL_MARGIN,
                  bottom: CELL_MARGIN,
                  left: CELL_MARGIN,
                  right: CELL_MARGIN,
                },
                children: [new Paragraph({ children: [new TextRun({ text, bold: row === 0 })] })],
              }),
          ),
        }),
    ),
  });
}
