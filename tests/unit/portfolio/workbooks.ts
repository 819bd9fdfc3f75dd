/** Workbooks written by hand, part by part, for content that no library would write. */
import { deflateRawSync } from "node:zlib";

export interface Part {
  name: string;
  content: string | Uint8Array;
  /** A false inflated size in the directory. */
  claimed?: number;
  /** Whether the directory has no sizes, but the flag of a data descriptor. */
  isWithoutSizes?: boolean;
}

const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packageRelations = "http://schemas.openxmlformats.org/package/2006/relationships";
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

interface Book {
  /** Inner XML of the first sheet's sheetData. */
  rows: string;
  date1904?: boolean;
  /** Attributes and names of all sheets; only the first has content. */
  sheets?: string;
  strings?: string;
  /** Format codes of the cell styles 1, 2, and so on. */
  formats?: string[];
  /** Instead of those: the inner XML of the styles. */
  styles?: string;
  extra?: Part[];
}

export function workbook(book: Book): Uint8Array<ArrayBuffer> {
  return zip(partsOf(book));
}

export function partsOf({
  rows,
  date1904,
  sheets,
  strings,
  formats = [],
  styles,
  extra = [],
}: Book): Part[] {
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${relations}/${type}" Target="${target}"/>`;
  const dates = formats.map((code, index) => [
    `<numFmt numFmtId="${164 + index}" formatCode="${code.replaceAll('"', "&quot;")}"/>`,
    `<xf numFmtId="${164 + index}"/>`,
  ]);
  return [
    {
      name: "[Content_Types].xml",
      content: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    },
    {
      name: "_rels/.rels",
      content: `<Relationships xmlns="${packageRelations}">${relation(1, "officeDocument", "xl/workbook.xml")}</Relationships>`,
    },
    {
      name: "xl/workbook.xml",
      content: `<workbook xmlns="${main}" xmlns:r="${relations}"><workbookPr${date1904 ? ' date1904="1"' : ""}/><sheets>${sheets ?? '<sheet name="Plan" sheetId="1" r:id="rId1"/>'}</sheets></workbook>`,
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      content: `<Relationships xmlns="${packageRelations}">${relation(1, "worksheet", "worksheets/sheet1.xml")}${relation(2, "styles", "styles.xml")}${relation(3, "sharedStrings", "sharedStrings.xml")}</Relationships>`,
    },
    {
      name: "xl/styles.xml",
      content: `<styleSheet xmlns="${main}">${styles ?? `<numFmts>${dates.map(([format]) => format).join("")}</numFmts><cellXfs><xf numFmtId="0"/>${dates.map(([, style]) => style).join("")}</cellXfs>`}</styleSheet>`,
    },
    { name: "xl/sharedStrings.xml", content: `<sst xmlns="${main}">${strings ?? ""}</sst>` },
    {
      name: "xl/worksheets/sheet1.xml",
      content: `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
    },
    ...extra,
  ];
}

/** Rows of inline text cells, from A1. */
export function textRows(...rows: string[][]): string {
  return rows
    .map(
      (row) =>
        `<row>${row.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join("")}</row>`,
    )
    .join("");
}

export function zip(parts: Part[]): Uint8Array<ArrayBuffer> {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, claimed, isWithoutSizes } of parts) {
    const raw = Buffer.from(content);
    const compressed = deflateRawSync(raw);
    const sizes = Buffer.alloc(12);
    sizes.writeUInt32LE(compressed.length, 4);
    sizes.writeUInt32LE(claimed ?? raw.length, 8);
    const local = Buffer.concat([
      Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0, 0, 0, 0, 0]),
      sizes,
      Buffer.from([name.length, 0, 0, 0]),
      Buffer.from(name),
      compressed,
    ]);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    if (isWithoutSizes) entry.writeUInt16LE(8, 8);
    else sizes.copy(entry, 16);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    directory.push(entry, Buffer.from(name));
    locals.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, list, end]);
}
