import { MAX_TEXT, tooMuchText } from "../limits.ts";
import { type Attributes, attribute, type XmlHandler } from "../office-archive.ts";
import { shortLine } from "./reading.ts";
import { type Background, SlideColors } from "./slide-colors.ts";

export interface SlideSize {
  width: number;
  height: number;
}

interface Shape {
  placeholder?: string;
  isHidden: boolean;
  paragraphs: string[];
}

/** In hundredths of a point. */
const TINY = 200;
/** Dates, footers and numbers that every slide repeats. */
const FURNITURE = new Set(["dt", "ftr", "sldNum", "hdr", "sldImg"]);

/** Collects the text of a slide, or of its notes, while its part is parsed. */
export class SlideText implements XmlHandler {
  title: string | undefined;
  /** Whether the slide is left out when the presentation is shown. */
  isSkipped = false;
  hidden = 0;
  readonly paragraphs: string[] = [];
  /** The text of the notes. */
  readonly notes: string[] = [];
  readonly #size: SlideSize;
  readonly #colors: SlideColors;
  #skipped = 0;
  #groups = 0;
  #shape: Shape = { isHidden: false, paragraphs: [] };
  #offset: { x: number; y: number } | undefined;
  #paragraph: string | undefined;
  #cells: string[] | undefined;
  #isText = false;
  #isTiny = false;
  #length = 0;

  constructor(size: SlideSize, background: Background) {
    this.#size = size;
    this.#colors = new SlideColors(background);
  }

  get isRemapped(): boolean {
    return this.#colors.isRemapped;
  }

  open(name: string, attributes: Attributes): void {
    if (this.#skipped > 0 || name === "Fallback") {
      this.#skipped += 1;
      return;
    }
    this.#colors.open(name, attributes);
    if (name === "sld") this.isSkipped = attribute(attributes, "show") === "0";
    else if (name === "grpSp") this.#groups += 1;
    else if (name === "sp" || name === "graphicFrame") this.#shape = emptyShape();
    else if (name === "cNvPr") this.#shape.isHidden ||= attribute(attributes, "hidden") === "1";
    else if (name === "ph") this.#shape.placeholder = attribute(attributes, "type") ?? "body";
    else if (name === "off") {
      this.#offset = { x: numberOf(attributes, "x"), y: numberOf(attributes, "y") };
    } else if (name === "ext" && this.#offset) this.#place(attributes);
    else if (name === "tr") this.#cells = [];
    else if (name === "tc") this.#cells?.push("");
    else if (name === "p") this.#paragraph = "";
    else if (name === "r") this.#isTiny = false;
    else if (name === "rPr") this.#isTiny = Number(attribute(attributes, "sz") ?? 1800) <= TINY;
    else if (name === "t") this.#isText = true;
    else if (name === "br" && this.#paragraph !== undefined) this.#paragraph += "\n";
  }

  text(text: string): void {
    if (!this.#isText || this.#skipped > 0 || this.#paragraph === undefined) return;
    if (this.#isTiny || this.#colors.isUnseen) {
      this.hidden += text.trim().length;
      return;
    }
    this.#length += text.length;
    if (this.#length > MAX_TEXT) throw tooMuchText();
    this.#paragraph += text;
  }

  close(name: string): void {
    if (this.#skipped > 0) {
      this.#skipped -= 1;
      return;
    }
    this.#colors.close(name);
    if (name === "t") this.#isText = false;
    else if (name === "p") this.#endParagraph();
    else if (name === "tr") this.#endRow();
    else if (name === "sp" || name === "graphicFrame") this.#endShape();
    else if (name === "grpSp") this.#groups -= 1;
  }

  /** A shape that is entirely outside the slide is invisible; in a group its position is relative. */
  #place(attributes: Attributes): void {
    const { x, y } = this.#offset ?? { x: 0, y: 0 };
    this.#offset = undefined;
    if (this.#groups > 0) return;
    const right = x + numberOf(attributes, "cx");
    const bottom = y + numberOf(attributes, "cy");
    const { width, height } = this.#size;
    if (x >= width || y >= height || right < 0 || bottom < 0) this.#shape.isHidden = true;
  }

  #endParagraph(): void {
    const text = this.#paragraph?.trim() ?? "";
    this.#paragraph = undefined;
    if (text === "") return;
    const cells = this.#cells;
    if (cells && cells.length > 0) {
      cells[cells.length - 1] = `${cells.at(-1) ?? ""} ${text}`.trim();
    } else this.#shape.paragraphs.push(text);
  }

  #endRow(): void {
    const row = this.#cells?.join(" | ") ?? "";
    this.#cells = undefined;
    if (/[^| ]/.test(row)) this.#shape.paragraphs.push(row);
  }

  #endShape(): void {
    const { isHidden, placeholder, paragraphs } = this.#shape;
    this.#shape = emptyShape();
    if (isHidden) {
      this.hidden += paragraphs.join("").length;
      return;
    }
    if (placeholder !== undefined && FURNITURE.has(placeholder)) return;
    if (placeholder === "title" || placeholder === "ctrTitle") {
      this.title ??= shortLine(paragraphs.join(" "), 200) || undefined;
      this.paragraphs.unshift(...paragraphs);
      return;
    }
    this.paragraphs.push(...paragraphs);
    if (placeholder === "body") this.notes.push(...paragraphs);
  }
}

const emptyShape = (): Shape => ({ isHidden: false, paragraphs: [] });

const numberOf = (attributes: Attributes, name: string) =>
  Number(attribute(attributes, name) ?? 0) || 0;
