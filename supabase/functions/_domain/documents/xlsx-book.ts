import { tooMuchText } from "./decode-text.ts";
import { attribute, isOn, type OfficeArchive } from "./office-archive.ts";

export interface Sheet {
  name: string;
  part: string;
}

/** What the cells of a workbook refer to. */
export interface Book {
  sheets: Sheet[];
  /** Sheets that are not shown. */
  hidden: number;
  strings: string[];
  /** Whether a cell's style shows its number as a day or time. */
  isDate: boolean[];
  startsIn1904: boolean;
}

/** Of all different strings; cells point to them. */
const MAX_STRINGS = 20_000_000;

export async function openBook(archive: OfficeArchive): Promise<Book> {
  const main = await archive.mainPart();
  const relations = await archive.relations(main);
  const targets = new Map(relations.map(({ id, target }) => [id, target]));
  const partOf = (wanted: string) => relations.find(({ type }) => type === wanted)?.target;
  const book: Book = { sheets: [], hidden: 0, strings: [], isDate: [], startsIn1904: false };
  await archive.parse(main, {
    open(name, attributes) {
      if (name === "workbookPr") {
        book.startsIn1904 = isOn({ val: attribute(attributes, "date1904") ?? "0" });
      } else if (name === "sheet") {
        const key = Object.keys(attributes).find((given) => given.endsWith(":id"));
        const part = targets.get(attributes[key ?? ""] ?? "");
        if ((attribute(attributes, "state") ?? "visible") !== "visible") book.hidden += 1;
        else if (part) book.sheets.push({ name: attribute(attributes, "name") ?? "", part });
      }
    },
  });
  const strings = partOf("sharedStrings");
  if (strings) book.strings = await readStrings(archive, strings);
  const styles = partOf("styles");
  if (styles) book.isDate = await readStyles(archive, styles);
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
      if (name === "si") strings.push(text);
      else if (name === "rPh") phonetic -= 1;
      else if (name === "t") isText = false;
    },
  });
  return strings;
}

async function readStyles(archive: OfficeArchive, part: string): Promise<boolean[]> {
  const own = new Map<string, boolean>();
  const isDate: boolean[] = [];
  let isCell = false;
  await archive.parse(part, {
    open(name, attributes) {
      const id = attribute(attributes, "numFmtId") ?? "";
      if (name === "numFmt") own.set(id, isDateFormat(attribute(attributes, "formatCode") ?? ""));
      else if (name === "cellXfs") isCell = true;
      else if (name === "xf" && isCell) isDate.push(own.get(id) ?? isBuiltInDate(Number(id)));
    },
    close(name) {
      if (name === "cellXfs") isCell = false;
    },
  });
  return isDate;
}

/** Formats that files name by number alone, those of East Asian editions too. */
function isBuiltInDate(id: number): boolean {
  const ranges = [
    [14, 22],
    [27, 36],
    [45, 47],
    [50, 58],
  ];
  return ranges.some(([first = 0, last = 0]) => id >= first && id <= last);
}

/** Whether a format names days or hours, outside of what it writes as it stands. */
function isDateFormat(code: string): boolean {
  const bare = code.slice(0, 1000).replace(/"[^"]*"|\\.|\[[^\]]*\]|[_*]./g, "");
  return /[dmyhs]/i.test(bare) && !/general/i.test(bare);
}
