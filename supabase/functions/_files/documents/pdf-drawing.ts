import type { getResolvedPDFJS } from "unpdf";

export type Operators = Awaited<ReturnType<typeof getResolvedPDFJS>>["OPS"];
export type Box = [left: number, bottom: number, right: number, top: number];
type Matrix = [number, number, number, number, number, number];

interface Glyph {
  unicode: string;
  /** In thousandths of the font's size. */
  width: number;
  isSpace: boolean;
}

/** Invisible in either case: white space, and marks that only control layout. */
export const BLANK = /[\s\p{Cf}]/gu;

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
const MAX_DEPTH = 1_000;
/** Above this number, white letters count as visible. */
const MAX_AREAS = 2_000;
/** The height of the middle of a small letter, as a share of the font's size. */
const MIDDLE = 0.3;

const OUTSET = {
  matrix: IDENTITY,
  size: 0,
  stretch: 1,
  leading: 0,
  letterSpacing: 0,
  wordSpacing: 0,
  rise: 0,
  mode: 0,
  /** Whether the paint is invisible on white paper. */
  isFillWhite: false,
  isStrokeWhite: false,
  isFillClear: false,
  isStrokeClear: false,
  lineWidth: 1,
};

/**
 * Follows how a page is drawn and notes which letters cannot be seen: drawn without ink (rendering mode 3, or
 * wholly transparent), or white where nothing but white was painted before. When in doubt, such as over a picture,
 * letters count as visible.
 */
export class Drawing {
  /** Letters on the page in drawing order, without blanks. */
  readonly letters: string[] = [];
  readonly unseen: boolean[] = [];
  /** The share of the page's area covered by pictures. */
  pictured = 0;
  readonly #ops: Operators;
  readonly #page: Box;
  readonly #before: (typeof OUTSET)[] = [];
  #areas: Box[] = [];
  #isPainted = false;
  #state = OUTSET;
  #text: Matrix = IDENTITY;
  #line: Matrix = IDENTITY;

  constructor(ops: Operators, page: Box) {
    this.#ops = ops;
    this.#page = page;
  }

  draw(operator: number, input: readonly unknown[] | null): void {
    const ops = this.#ops;
    const args = input ?? [];
    const [value] = args as [number];
    switch (operator) {
      case ops.save:
        this.#save();
        break;
      case ops.restore:
      case ops.paintFormXObjectEnd:
        this.#state = this.#before.pop() ?? this.#state;
        break;
      case ops.transform:
        this.#transform(matrixOf(args));
        break;
      case ops.paintFormXObjectBegin:
        this.#save();
        if (args[0]) this.#transform(matrixOf(args[0] as number[]));
        break;
      case ops.setGState:
        for (const [name, of] of args[0] as [string, unknown][]) this.#setState(name, of);
        break;
      case ops.setLineWidth:
        this.#set({ lineWidth: value });
        break;
      case ops.setFillRGBColor:
        this.#set({ isFillWhite: isWhite(args[0]) });
        break;
      case ops.setStrokeRGBColor:
        this.#set({ isStrokeWhite: isWhite(args[0]) });
        break;
      case ops.setFillColorN:
        this.#set({ isFillWhite: false });
        break;
      case ops.setStrokeColorN:
        this.#set({ isStrokeWhite: false });
        break;
      case ops.constructPath:
        this.#path(value, args[2] as ArrayLike<number> | null);
        break;
      case ops.shadingFill:
        this.#isPainted = true;
        break;
      case ops.paintImageXObject:
      case ops.paintInlineImageXObject:
      case ops.paintImageMaskXObject:
      case ops.paintSolidColorImageMask:
        this.#picture();
        break;
      default:
        this.#drawText(operator, args);
    }
  }

  #drawText(operator: number, args: readonly unknown[]): void {
    const ops = this.#ops;
    const [value, second] = args as [number, number];
    switch (operator) {
      case ops.beginText:
        this.#text = this.#line = IDENTITY;
        break;
      case ops.setTextMatrix:
        this.#text = this.#line = matrixOf(typeof value === "number" ? args : (value as never));
        break;
      case ops.moveText:
        this.#nextLine(value, second);
        break;
      case ops.setLeadingMoveText:
        this.#set({ leading: -second });
        this.#nextLine(value, second);
        break;
      case ops.nextLine:
        this.#nextLine(0, -this.#state.leading);
        break;
      case ops.setFont:
        this.#set({ size: second });
        break;
      case ops.setHScale:
        this.#set({ stretch: value / 100 });
        break;
      case ops.setLeading:
        this.#set({ leading: value });
        break;
      case ops.setCharSpacing:
        this.#set({ letterSpacing: value });
        break;
      case ops.setWordSpacing:
        this.#set({ wordSpacing: value });
        break;
      case ops.setTextRise:
        this.#set({ rise: value });
        break;
      case ops.setTextRenderingMode:
        this.#set({ mode: value });
        break;
      case ops.showText:
        for (const glyph of args[0] as (Glyph | number | null)[]) this.#show(glyph);
        break;
    }
  }

  #set(changes: Partial<typeof OUTSET>): void {
    this.#state = { ...this.#state, ...changes };
  }

  #save(): void {
    if (this.#before.length < MAX_DEPTH) this.#before.push(this.#state);
  }

  #transform(by: Matrix): void {
    this.#set({ matrix: product(this.#state.matrix, by) });
  }

  #setState(name: string, value: unknown): void {
    if (name === "ca") this.#set({ isFillClear: value === 0 });
    else if (name === "CA") this.#set({ isStrokeClear: value === 0 });
    else if (name === "LW") this.#set({ lineWidth: Number(value) });
    else if (name === "Font") this.#set({ size: Number((value as unknown[])[1]) });
  }

  #nextLine(x: number, y: number): void {
    this.#text = this.#line = product(this.#line, [1, 0, 0, 1, x, y]);
  }

  #show(glyph: Glyph | number | null): void {
    const { size, stretch, rise, letterSpacing, wordSpacing, matrix } = this.#state;
    if (glyph === null) return;
    if (typeof glyph === "number") {
      this.#advance((-glyph / 1000) * size * stretch);
      return;
    }
    const width = (glyph.width / 1000) * size;
    const letters = glyph.unicode.replace(BLANK, "");
    if (letters !== "") {
      const textMatrix = product(matrix, this.#text);
      const [x, y] = pointIn(textMatrix, 0, rise);
      const [left, bottom, right, top] = this.#page;
      // The text reader leaves out text that begins outside the page.
      if (x + width >= left && x <= right && y >= bottom && y <= top) {
        const isUnseen = this.#isUnseen(pointIn(textMatrix, width / 2, rise + size * MIDDLE));
        this.letters.push(letters);
        for (let unit = 0; unit < letters.length; unit += 1) this.unseen.push(isUnseen);
      }
    }
    this.#advance((width + letterSpacing + (glyph.isSpace ? wordSpacing : 0)) * stretch);
  }

  #advance(by: number): void {
    this.#text = product(this.#text, [1, 0, 0, 1, by, 0]);
  }

  #isUnseen(middle: [number, number]): boolean {
    const { mode, isFillClear, isFillWhite, isStrokeClear, isStrokeWhite } = this.#state;
    const kind = mode % 4;
    const fills = (kind === 0 || kind === 2) && !isFillClear;
    const strokes = (kind === 1 || kind === 2) && !isStrokeClear;
    if (!fills && !strokes) return true;
    const isAllWhite = !(fills && !isFillWhite) && !(strokes && !isStrokeWhite);
    return isAllWhite && !this.#isOnColor(middle);
  }

  #isOnColor([x, y]: [number, number]): boolean {
    return (
      this.#isPainted ||
      this.#areas.some(
        ([left, bottom, right, top]) => x >= left && x <= right && y >= bottom && y <= top,
      )
    );
  }

  #path(operator: number, bounds: ArrayLike<number> | null): void {
    const ops = this.#ops;
    const { isFillWhite, isFillClear, isStrokeWhite, isStrokeClear, lineWidth } = this.#state;
    if (!bounds || operator === ops.endPath) return;
    const strokesOnly = operator === ops.stroke || operator === ops.closeStroke;
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = Array.from(bounds);
    if (!strokesOnly && !isFillWhite && !isFillClear) this.#paint([x0, y0, x1, y1]);
    // A frame covers nothing; a line may be as wide as a bar.
    const isLine = Math.min(x1 - x0, y1 - y0) <= lineWidth;
    if (strokesOnly && isLine && !isStrokeWhite && !isStrokeClear) {
      const half = lineWidth / 2;
      this.#paint([x0 - half, y0 - half, x1 + half, y1 + half]);
    }
  }

  #picture(): void {
    const [left, bottom, right, top] = this.#paint([0, 0, 1, 1]);
    const [pageLeft, pageBottom, pageRight, pageTop] = this.#page;
    const width = Math.min(right, pageRight) - Math.max(left, pageLeft);
    const height = Math.min(top, pageTop) - Math.max(bottom, pageBottom);
    const area = (pageRight - pageLeft) * (pageTop - pageBottom);
    if (width > 0 && height > 0 && area > 0) this.pictured += (width * height) / area;
  }

  #paint([x0, y0, x1, y1]: Box): Box {
    const { matrix } = this.#state;
    const corners = [
      pointIn(matrix, x0, y0),
      pointIn(matrix, x1, y0),
      pointIn(matrix, x0, y1),
      pointIn(matrix, x1, y1),
    ];
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    const area: Box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    if (this.#areas.length >= MAX_AREAS) this.#isPainted = true;
    else this.#areas.push(area);
    return area;
  }
}

function matrixOf(values: readonly unknown[] | ArrayLike<number>): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = Array.from(values as ArrayLike<number>);
  return [a, b, c, d, e, f];
}

/** Converts the coordinates of the inner system to the outer one. */
function product(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [g, h, i, j, k, l] = inner;
  return [
    a * g + c * h,
    b * g + d * h,
    a * i + c * j,
    b * i + d * j,
    a * k + c * l + e,
    b * k + d * l + f,
  ];
}

const pointIn = ([a, b, c, d, e, f]: Matrix, x: number, y: number): [number, number] => [
  a * x + c * y + e,
  b * x + d * y + f,
];

/** `#rrggbb`, as the parser writes every color. */
const isWhite = (color: unknown) =>
  typeof color === "string" && /^#f[a-f]f[a-f]f[a-f]$/i.test(color);
