import { type Attributes, attribute, type XmlHandler } from "../office-archive.ts";

export interface CellStyle {
  /** Whether numbers are shown as days or times. */
  isDate: boolean;
  /** Whether text is invisible: white on white, or hidden by its format. */
  isUnseen: boolean;
}

/** Collects the styles of a workbook's cells while they are parsed. */
export class CellStyles implements XmlHandler {
  readonly styles: CellStyle[] = [];
  readonly #formats = new Map<string, string>();
  readonly #isWhite: boolean[] = [];
  readonly #isFilled: boolean[] = [];
  #list = "";

  open(name: string, attributes: Attributes): void {
    if (LISTS.has(name)) this.#list = name;
    else if (name === "numFmt") {
      const id = attribute(attributes, "numFmtId") ?? "";
      this.#formats.set(id, attribute(attributes, "formatCode") ?? "");
    } else if (this.#list === "fonts" && name === "font") this.#isWhite.push(false);
    else if (this.#list === "fonts" && name === "color") {
      this.#isWhite[this.#isWhite.length - 1] = isWhite(attributes);
    } else if (this.#list === "fills" && name === "fill") this.#isFilled.push(false);
    else if (this.#list === "fills" && (name === "patternFill" || name === "gradientFill")) {
      const type = attribute(attributes, "patternType") ?? "none";
      this.#isFilled[this.#isFilled.length - 1] = name === "gradientFill" || type !== "none";
    } else if (this.#list === "fills" && name === "fgColor" && isWhite(attributes)) {
      this.#isFilled[this.#isFilled.length - 1] = false;
    } else if (this.#list === "cellXfs" && name === "xf") this.#addStyle(attributes);
  }

  close(name: string): void {
    if (name === this.#list) this.#list = "";
  }

  #addStyle(attributes: Attributes): void {
    const id = attribute(attributes, "numFmtId") ?? "";
    const format = this.#formats.get(id);
    const number = (name: string) => Number(attribute(attributes, name) ?? 0);
    const isWhiteOnWhite = this.#isWhite[number("fontId")] && !this.#isFilled[number("fillId")];
    this.styles.push({
      isDate: format === undefined ? isBuiltInDate(Number(id)) : isDateFormat(format),
      isUnseen: isWhiteOnWhite || /^\s*;;;\s*$/.test(format ?? ""),
    });
  }
}

const LISTS = new Set(["fonts", "fills", "cellXfs", "dxfs"]);

/** Whether a color is white, by its value or as the theme's light color, and not darkened. */
function isWhite(attributes: Attributes): boolean {
  const tint = Number(attribute(attributes, "tint") ?? 0);
  const rgb = attribute(attributes, "rgb") ?? "";
  return (
    tint >= 0 &&
    (/^(?:[0-9a-f]{2})?f[0-9a-f]f[0-9a-f]f[0-9a-f]$/i.test(rgb) ||
      attribute(attributes, "theme") === "0" ||
      attribute(attributes, "indexed") === "9")
  );
}

/** Whether a number is that of a built-in date format, including those of East Asian editions. */
function isBuiltInDate(id: number): boolean {
  const ranges = [
    [14, 22],
    [27, 36],
    [45, 47],
    [50, 58],
  ];
  return ranges.some(([first = 0, last = 0]) => id >= first && id <= last);
}

/** Whether a format names days or hours, outside of its literal text. */
function isDateFormat(code: string): boolean {
  const bare = code.slice(0, 1000).replace(/"[^"]*"|\\.|\[[^\]]*\]|[_*]./g, "");
  return /[dmyhs]/i.test(bare) && !/general/i.test(bare);
}
