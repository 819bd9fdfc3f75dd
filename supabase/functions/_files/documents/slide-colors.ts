import {
  type Attributes,
  attribute,
  type OfficeArchive,
  type XmlHandler,
} from "../office-archive.ts";

type Color = "white" | "other";
type Box = [left: number, top: number, right: number, bottom: number];

/** The background of a slide; its color is undefined if no part names one. */
export interface Background {
  color: Color | undefined;
  /** Whether pictures or filled shapes may be behind the text. */
  isPainted: boolean;
}

/** Elements that may be behind later ones. */
const SHAPES = new Set(["sp", "pic", "graphicFrame", "cxnSp", "contentPart"]);
const FILLS = new Set(["gradFill", "blipFill", "pattFill", "grpFill"]);
const COLORS = new Set(["srgbClr", "schemeClr", "sysClr", "prstClr", "scrgbClr", "hslClr"]);
const MAX_AREAS = 1_000;

/**
 * Follows the colors of a slide, a layout or a master. White letters are invisible on a white background unless a
 * shape is behind them; without a known position or color, letters count as visible.
 */
export class SlideColors implements XmlHandler {
  background: Color | undefined;
  isPainted: boolean;
  /** A theme may swap light and dark, so the name of a color is unreliable. */
  isRemapped = false;
  readonly #areas: Box[] = [];
  readonly #path: string[] = [];
  #shape = emptyShape();
  #offset: { x: number; y: number } | undefined;
  #letters: Color | undefined;

  constructor(background: Background) {
    this.background = background.color;
    this.isPainted = background.isPainted;
  }

  get hasAreas(): boolean {
    return this.isPainted || this.#areas.length > 0;
  }

  /** Whether the current text is invisible. */
  get isUnseen(): boolean {
    if (this.#letters !== "white" || this.isPainted) return false;
    const { fill, box } = this.#shape;
    if (fill === "white") return true;
    if (this.background !== "white" || fill === "other" || !box || this.#path.includes("tbl"))
      return false;
    const [left, top, right, bottom] = box;
    return !this.#areas.some(([l, t, r, b]) => left < r && right > l && top < b && bottom > t);
  }

  open(name: string, attributes: Attributes): void {
    const [parent = "", outer = ""] = [this.#path.at(-1), this.#path.at(-2)];
    this.#path.push(name);
    if (SHAPES.has(name)) this.#shape = emptyShape();
    else if (name === "r") this.#letters = undefined;
    else if (name === "off") {
      this.#offset = { x: numberOf(attributes, "x"), y: numberOf(attributes, "y") };
    } else if (name === "ext" && this.#offset) this.#place(attributes);
    else if (name === "overrideClrMapping" || name === "clrMap") {
      this.isRemapped ||= attribute(attributes, "bg1") !== "lt1";
    } else if (parent === "lt1") this.isRemapped ||= colorOf(name, attributes) !== "white";
    else if (name === "highlight") this.#letters = "other";
    else if (name === "fillRef" && attribute(attributes, "idx") !== "0") {
      this.#shape.fill ??= "other";
    } else if (parent === "spPr" && name === "noFill") this.#shape.fill ??= "none";
    else if (FILLS.has(name) && parent === "spPr") this.#shape.fill = "other";
    else if (FILLS.has(name) && parent === "bgPr") this.background = "other";
    else if (FILLS.has(name) && parent === "rPr") this.#letters = "other";
    else if (COLORS.has(name)) this.#color(colorOf(name, attributes), parent, outer);
    // A modifier may darken the color or make it transparent.
    else if (COLORS.has(parent)) this.#color("other", outer, this.#path.at(-4) ?? "");
  }

  close(name: string): void {
    this.#path.pop();
    if (SHAPES.has(name)) this.#endShape(name);
  }

  #color(color: Color, parent: string, outer: string): void {
    if (parent === "bgRef") this.background = color;
    if (parent !== "solidFill") return;
    if (outer === "bgPr") this.background = color;
    else if (outer === "spPr") this.#shape.fill = color;
    else if (outer === "rPr" && this.#letters !== "other") this.#letters = color;
  }

  #place(attributes: Attributes): void {
    const { x, y } = this.#offset ?? { x: 0, y: 0 };
    this.#offset = undefined;
    // Within a group, positions have their own unit.
    if (this.#path.includes("grpSp")) return;
    this.#shape.box = [x, y, x + numberOf(attributes, "cx"), y + numberOf(attributes, "cy")];
  }

  #endShape(name: string): void {
    const { fill, box } = this.#shape;
    this.#shape = emptyShape();
    const isDrawing = name === "pic" || name === "graphicFrame" || name === "contentPart";
    if (!isDrawing && fill !== "other") return;
    if (!box || this.#areas.length >= MAX_AREAS) this.isPainted = true;
    else this.#areas.push(box);
  }
}

/** The background that a slide inherits from its layout, master and theme. */
export async function backgroundOf(archive: OfficeArchive, slide: string): Promise<Background> {
  const background: Background = { color: undefined, isPainted: false };
  let part = slide;
  for (const type of ["slideLayout", "slideMaster", "theme"]) {
    const relations = await archive.relations(part);
    const target = relations.find((relation) => relation.type === type)?.target;
    if (target === undefined) break;
    const colors = new SlideColors(UNKNOWN_BACKGROUND);
    await archive.parse(target, colors);
    // A theme only matters if its light color is remapped.
    if (type !== "theme") background.color ??= colors.background;
    background.isPainted ||= (type !== "theme" && colors.hasAreas) || colors.isRemapped;
    part = target;
  }
  return background;
}

export const UNKNOWN_BACKGROUND: Background = { color: undefined, isPainted: false };
/** A background on which all text counts as visible. */
export const PAINTED_BACKGROUND: Background = { color: undefined, isPainted: true };

interface Shape {
  fill: Color | "none" | undefined;
  box: Box | undefined;
}

const emptyShape = (): Shape => ({ fill: undefined, box: undefined });

const WHITE = /^f[0-9a-f]f[0-9a-f]f[0-9a-f]$/i;

function colorOf(name: string, attributes: Attributes): Color {
  const value = attribute(attributes, name === "sysClr" ? "lastClr" : "val") ?? "";
  // These names mean the light color of the theme, unless a color map changes that.
  const isLight = name === "schemeClr" && /^(?:bg1|lt1)$/.test(value);
  return WHITE.test(value) || (name === "prstClr" && value === "white") || isLight
    ? "white"
    : "other";
}

const numberOf = (attributes: Attributes, name: string) =>
  Number(attribute(attributes, name) ?? 0) || 0;
