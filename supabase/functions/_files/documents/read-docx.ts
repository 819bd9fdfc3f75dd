import type { Json } from "../../_schema/database.types.ts";
import type { Clock } from "../limits.ts";
import { OfficeArchive } from "../office-archive.ts";
import { type DocxStyle, docxStyles } from "./docx-styles.ts";
import { DocxText } from "./docx-text.ts";
import { type Batch, inBatches, type ReadableFile } from "./reading.ts";

/** Reads a Word document: paragraphs under their headings and rows of tables, then the notes. */
export async function* readDocx(
  { bytes }: ReadableFile,
  from: Json | null,
  clock: Clock,
): AsyncGenerator<Batch> {
  const archive = new OfficeArchive(bytes, clock);
  const main = await archive.mainPart();
  const relations = await archive.relations(main);
  const partOf = (name: string) => relations.find(({ type }) => type === name)?.target;
  const stylesPart = partOf("styles");
  const styles: Map<string, DocxStyle> = stylesPart
    ? await docxStyles(archive, stylesPart)
    : new Map();
  const text = new DocxText(styles);
  await archive.parse(main, text);
  text.endBody();
  for (const part of [partOf("footnotes"), partOf("endnotes")]) {
    if (part) await archive.parse(part, text);
  }
  yield* inBatches(text.blocks, from, { hidden: text.hidden });
}
