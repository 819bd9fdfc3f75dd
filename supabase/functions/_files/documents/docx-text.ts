import { MAX_TEXT, tooMuchText } from "../limits.ts";
import { type Attributes, attribute, isOn, type XmlHandler } from "../office-archive.ts";
import { type DocxStyle, outlineLevel } from "./docx-styles.ts";
import { Headings } from "./reading.ts";
import type { Block } from "./split.ts";

interface Paragraph {
  text: string;
  style?: DocxStyle;
  level?: number;
  isFilled: boolean;
}

interface Run {
  isHidden: boolean;
  isWhite: boolean;
  isFilled: boolean;
}

interface Cell {
  texts: string[];
  isFilled: boolean;
}

interface Table {
  isStyled: boolean;
  cells: Cell[];
}

/** Deleted text, alternatives for other programs, and text that was moved away. */
const SKIPPED = /^(?:Fallback|moveFrom|del|\w+Change)$/;
const WHITE = /^f[0-9a-f]f[0-9a-f]f[0-9a-f]$/i;
/** In half points. */
const TINY = 2;

/** Collects the text of a Word document's parts as they are parsed. */
export class DocxText implements XmlHandler {
  readonly blocks: Block[] = [];
  /** Hidden letters, which Word does not show. */
  hidden = 0;
  readonly #styles: Map<string, DocxStyle>;
  readonly #headings = new Headings();
  readonly #paragraphs: Paragraph[] = [];
  readonly #runs: Run[] = [];
  readonly #tables: Table[] = [];
  #skipped = 0;
  #properties = 0;
  #drawings = 0;
  #isText = false;
  #isBody = true;
  #hasBackground = false;
  #size = 0;

  constructor(styles: Map<string, DocxStyle>) {
    this.#styles = styles;
  }

  /** After the body come the notes, which belong to no heading. */
  endBody(): void {
    this.#isBody = false;
  }

  open(name: string, attributes: Attributes): void {
    if (this.#skipped > 0 || SKIPPED.test(name)) {
      this.#skipped += 1;
      return;
    }
    switch (name) {
      case "p":
        this.#paragraphs.push({ text: "", isFilled: false });
        break;
      case "pPr":
        this.#properties += 1;
        break;
      case "r":
        this.#runs.push({ isHidden: false, isWhite: false, isFilled: false });
        break;
      case "t":
        this.#isText = true;
        break;
      case "txbxContent":
        this.#drawings += 1;
        break;
      case "background":
        this.#hasBackground = !WHITE.test(attribute(attributes, "color") ?? "ffffff");
        break;
      case "tbl":
        this.#tables.push({ isStyled: false, cells: [] });
        break;
      case "tblStyle":
        if (this.#table) this.#table.isStyled = true;
        break;
      case "tr":
        if (this.#table) this.#table.cells = [];
        break;
      case "tc":
        this.#table?.cells.push({ texts: [], isFilled: false });
        break;
      default:
        if (this.#properties > 0 || this.#run === undefined) this.#openProperty(name, attributes);
        else this.#openInRun(name, attributes);
    }
  }

  text(text: string): void {
    if (!this.#isText || this.#skipped > 0) return;
    const paragraph = this.#paragraphs.at(-1);
    if (!paragraph) return;
    if (this.#isHidden(paragraph)) {
      this.hidden += text.trim().length;
      return;
    }
    this.#size += text.length;
    if (this.#size > MAX_TEXT) throw tooMuchText();
    paragraph.text += text;
  }

  close(name: string): void {
    if (this.#skipped > 0) {
      this.#skipped -= 1;
      return;
    }
    if (name === "p") this.#endParagraph();
    else if (name === "pPr") this.#properties -= 1;
    else if (name === "r") this.#runs.pop();
    else if (name === "t") this.#isText = false;
    else if (name === "txbxContent") this.#drawings -= 1;
    else if (name === "tr") this.#endRow();
    else if (name === "tbl") this.#tables.pop();
  }

  get #run(): Run | undefined {
    return this.#runs.at(-1);
  }

  get #table(): Table | undefined {
    return this.#tables.at(-1);
  }

  #openProperty(name: string, attributes: Attributes): void {
    const value = attribute(attributes, "val") ?? "";
    const paragraph = this.#paragraphs.at(-1);
    if (name === "shd" && isFill(attributes)) {
      const target = paragraph ?? this.#table?.cells.at(-1);
      if (target) target.isFilled = true;
    }
    if (!paragraph) return;
    if (name === "pStyle") paragraph.style = this.#styles.get(value);
    else if (name === "outlineLvl") paragraph.level = outlineLevel(value);
  }

  #openInRun(name: string, attributes: Attributes): void {
    const run = this.#run;
    const paragraph = this.#paragraphs.at(-1);
    if (!run || !paragraph) return;
    const value = attribute(attributes, "val") ?? "";
    if (name === "vanish") run.isHidden = isOn(attributes);
    else if (name === "color") run.isWhite = WHITE.test(value);
    else if (name === "sz" && Number(value) <= TINY) run.isHidden = true;
    else if (name === "highlight" && isOn(attributes)) run.isFilled = value !== "white";
    else if (name === "shd") run.isFilled ||= isFill(attributes);
    else if (name === "rStyle") run.isHidden ||= this.#styles.get(value)?.isHidden ?? false;
    else if (name === "tab") paragraph.text += "\t";
    else if (name === "br" || name === "cr") paragraph.text += "\n";
    else if (name === "noBreakHyphen") paragraph.text += "-";
  }

  #isHidden(paragraph: Paragraph): boolean {
    const run = this.#run;
    if (!run) return false;
    if (run.isHidden || paragraph.style?.isHidden) return true;
    if (!run.isWhite || run.isFilled || paragraph.isFilled) return false;
    // White text is invisible on a page, but common in headings on a drawing or in a dark cell.
    const cell = this.#table?.cells.at(-1);
    const mayBeDark = this.#table?.isStyled || cell?.isFilled || this.#drawings > 0;
    return !mayBeDark && !this.#hasBackground;
  }

  #endParagraph(): void {
    const paragraph = this.#paragraphs.pop();
    if (!paragraph || paragraph.text.trim() === "") return;
    const cell = this.#table?.cells.at(-1);
    if (cell && this.#drawings === 0) cell.texts.push(paragraph.text.trim());
    else this.#add(paragraph);
  }

  #add({ text, level, style }: Paragraph): void {
    const heading = level ?? style?.level;
    if (this.#isBody && heading !== undefined) this.#headings.add(heading, text);
    const location = this.#isBody ? this.#headings.location : {};
    const startsSection = heading !== undefined || style?.isTitle;
    this.blocks.push({ text, location, ...(startsSection ? { startsSection: true } : {}) });
  }

  #endRow(): void {
    const texts = (this.#table?.cells ?? []).map((cell) => cell.texts.join(" "));
    if (this.#table) this.#table.cells = [];
    if (texts.every((text) => text === "")) return;
    const row = texts.join(" | ");
    const outer = this.#tables.at(-2)?.cells.at(-1);
    if (outer) outer.texts.push(row);
    else this.#add({ text: row, isFilled: false });
  }
}

function isFill(attributes: Attributes): boolean {
  const fill = attribute(attributes, "fill") ?? "auto";
  return fill !== "auto" && !WHITE.test(fill);
}
