import { dateText, numberText } from "../cell-text.ts";
import { MAX_TEXT, tooMuchText } from "../limits.ts";

import {
  type Attributes,
  attribute,
  type XmlHandler,
  type XmlPosition,
} from "../office-archive.ts";

import { UnreadableFile } from "../unreadable.ts";
import { type Book, withoutEscapes } from "./book.ts";

export interface SheetRow {
  /** As the sheet counts, from 1. */
  number: number;
  /** A sparse array by column: a row may have one cell, in the last of 16,384 columns. */
  cells: string[];
  /** The number of letters in cells of the row that are not shown. */
  hidden: number;
  /** Where the next row begins, and how many cells the sheets have up to there. */
  end: XmlPosition;
  cellsSoFar: number;
}

/** How cells become text. */
export interface CellOptions {
  /** `shown`: what a person sees in the sheet. `stored`: what an export of it contains, errors and unseen cells too. */
  as: "shown" | "stored";
  maxCells: number;
  tooMany: () => Error;
}

const MAX_COLUMNS = 16_384;
const DAY_MS = 86_400_000;
/** 1 January 1970 as spreadsheets count days. */
const EPOCH = 25_569;
/** Days between the two epochs of spreadsheets. */
const TO_1904 = 1_462;

/** Collects the rows of a sheet while it is parsed. */
export class SheetRows implements XmlHandler {
  rows: SheetRow[] = [];
  cells: number;
  #row = 0;
  #values: string[] = [];
  #column = 0;
  #type = "n";
  #style = 0;
  #value = "";
  #isValue = false;
  #text = 0;
  #hidden = 0;
  readonly #seesAll: boolean;
  readonly #book: Book;
  readonly #options: CellOptions;

  constructor(
    book: Book,
    sheet: number,
    options: CellOptions,
    before: { row: number; cells: number } = { row: 0, cells: 0 },
  ) {
    this.#book = book;
    this.#options = options;
    this.#seesAll = options.as === "stored" || (book.sheets[sheet]?.hasTables ?? false);
    this.#row = before.row;
    this.cells = before.cells;
  }

  /** The rows so far, once. */
  take(count: number): SheetRow[] {
    this.#text = 0;
    return this.rows.splice(0, count);
  }

  open(name: string, attributes: Attributes): void {
    if (name === "row") this.#openRow(Number(attribute(attributes, "r") ?? this.#row + 1));
    else if (name === "c") this.#openCell(attributes);
    else if (name === "v" || name === "t") this.#isValue = true;
  }

  text(text: string): void {
    if (this.#isValue) this.#value += text;
  }

  close(name: string, position: () => XmlPosition): void {
    if (name === "v" || name === "t") this.#isValue = false;
    else if (name === "c") this.#closeCell();
    else if (name === "row" && this.#isWanted()) {
      this.rows.push({
        number: this.#row,
        cells: this.#values,
        hidden: this.#hidden,
        end: position(),
        cellsSoFar: this.cells,
      });
    }
  }

  /** Whether the row is emitted. Reading can continue at an empty row, but an export has no empty rows. */
  #isWanted(): boolean {
    return this.#options.as === "shown" || this.#values.length > 0;
  }

  #openRow(number: number): void {
    if (!Number.isSafeInteger(number) || number < this.#row) throw new UnreadableFile("corrupt");
    this.#row = number;
    this.#values = [];
    this.#hidden = 0;
    this.#column = 0;
    this.#count();
  }

  #openCell(attributes: Attributes): void {
    const letters = /^[A-Z]{1,3}/.exec(attribute(attributes, "r") ?? "")?.[0];
    if (letters) this.#column = columnOf(letters);
    if (this.#column >= MAX_COLUMNS) throw new UnreadableFile("corrupt");
    this.#type = attribute(attributes, "t") ?? "n";
    this.#style = Number(attribute(attributes, "s") ?? 0);
    this.#value = "";
    this.#count();
  }

  #closeCell(): void {
    const text = this.#cellText();
    this.#text += text.length;
    if (this.#text > MAX_TEXT) throw tooMuchText();
    if (!this.#seesAll && this.#book.styles[this.#style]?.isUnseen) {
      this.#hidden += text.trim().length;
    } else if (text !== "") this.#values[this.#column] = text;
    this.#column += 1;
  }

  /** Empty rows and cells take time too. */
  #count(): void {
    this.cells += 1;
    if (this.cells > this.#options.maxCells) throw this.#options.tooMany();
  }

  #cellText(): string {
    const value = this.#value;
    switch (this.#type) {
      case "s":
        return this.#book.strings[Number(value)] ?? "";
      case "b":
        return this.#booleanText(value === "1");
      case "e":
        return this.#options.as === "stored" ? value : "";
      case "n": {
        const number = value.trim() === "" ? Number.NaN : Number(value);
        if (!Number.isFinite(number)) return value;
        return this.#book.styles[this.#style]?.isDate ? this.#dateText(number) : numberText(number);
      }
      default:
        return withoutEscapes(value);
    }
  }

  #booleanText(isTrue: boolean): string {
    const text = String(isTrue);
    return this.#options.as === "stored" ? text : text.toUpperCase();
  }

  #dateText(serial: number): string {
    const day = serial + (this.#book.startsIn1904 ? TO_1904 : 0);
    // Spreadsheets count 29 February 1900, a day that did not exist.
    const ms = (day - EPOCH + (day >= 1 && day < 60 ? 1 : 0)) * DAY_MS;
    return dateText(new Date(Math.round(ms / 1000) * 1000));
  }
}

function columnOf(letters: string): number {
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
