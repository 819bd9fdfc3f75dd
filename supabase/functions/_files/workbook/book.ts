import { tooMuchText } from "../limits.ts";
import { attribute, isOn, type OfficeArchive } from "../office-archive.ts";
import { type CellStyle, CellStyles } from "./styles.ts";

export interface Sheet {
  name: string;
  part: string;
  /** Whether the sheet has tables. Their style may color cells, so white text in them counts as visible. */
  hasTables: boolean;
}

/** The sheets of a workbook, and the strings and styles that their cells refer to. */
export interface Book {
  sheets: Sheet[];
  /** Sheets that are not shown. */
  hidden: number;
  strings: string[];
  styles: CellStyle[];
  startsIn1904: boolean;
}

/** The maximum number of letters in the table of strings, to which cells refer. */
const MAX_STRINGS = 20_000_000;

export async function openBook(archive: OfficeArchive): Promise<Book> {
  const main = await archive.mainPart();
  const relations = await archive.relations(main);
  const targets = new Map(relations.map(({ id, target }) => [id, target]));
  const partOf = (type: string) => relations.find((relation) => relation.type === type)?.target;
  const book: Book = { sheets: [], hidden: 0, strings: [], styles: [], startsIn1904: false };
  await archive.parse(main, {
    open(name, attributes) {
      if (name === "workbookPr") {
        book.startsIn1904 = isOn({ val: attribute(attributes, "date1904") ?? "0" });
      } else if (name === "sheet") {
        const key = Object.keys(attributes).find((attributeName) => attributeName.endsWith(":id"));
        const part = targets.get(attributes[key ?? ""] ?? "");
        if ((attribute(attributes, "state") ?? "visible") !== "visible") book.hidden += 1;
        else if (part) {
          book.sheets.push({ name: attribute(attributes, "name") ?? "", part, hasTables: false });
        }
      }
    },
  });
  for (const sheet of book.sheets) {
    sheet.hasTables = (await archive.relations(sheet.part)).some(({ type }) => type === "table");
  }
  const strings = partOf("sharedStrings");
  if (strings) book.strings = await readStrings(archive, strings);
  const styles = partOf("styles");
  const cellStyles = new CellStyles();
  if (styles && (await archive.parse(styles, cellStyles))) book.styles = cellStyles.styles;
  return book;
}

async function readStrings(archive: OfficeArchive, part: string): Promise<string[]> {
  const strings: string[] = [];
  let text = "";
  let size = 0;
  let isText = false;
  let phonetic = 0;
  await archive.parse(part, {
    open(name) {
      if (name === "si") text = "";
      else if (name === "rPh") phonetic += 1;
      else if (name === "t") isText = phonetic === 0;
    },
    text(more) {
      if (!isText) return;
      text += more;
      size += more.length;
      if (size > MAX_STRINGS) throw tooMuchText();
    },
    close(name) {
      if (name === "si") strings.push(withoutEscapes(text));
      else if (name === "rPh") phonetic -= 1;
      else if (name === "t") isText = false;
    },
  });
  return strings;
}

/** Workbooks write characters that XML cannot contain as `_x000D_`. */
export function withoutEscapes(text: string): string {
  return text.replace(/_x([\da-f]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
