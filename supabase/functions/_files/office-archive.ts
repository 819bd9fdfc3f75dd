import { Parser } from "htmlparser2";
import type { Clock } from "./limits.ts";
import { UnreadableFile } from "./unreadable.ts";
import { type ArchivePart, BadArchive, partsOf, textOf } from "./zip-archive.ts";

/** Maximum bytes of all parts that are read; a document of 5 million letters has fewer. */
const MAX_INFLATED = 50_000_000;
const MAX_DEPTH = 500;

export type Attributes = Record<string, string>;

/** Receives an XML part, with names without their prefixes, because every program chooses its own. */
export interface XmlHandler {
  open?(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string, position: () => XmlPosition): void;
}

/** A position between two tags of a part: its offset in letters, and the tags that are open there. */
export interface XmlPosition {
  offset: number;
  open: string[];
}

export interface Relation {
  id: string;
  /** The last word of the relation's type, such as `styles` or `slide`. */
  type: string;
  /** Path of the part in the archive. */
  target: string;
}

/** An Office file. Its parts are inflated as they are parsed, never as a whole. */
export class OfficeArchive {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #parts: Map<string, ArchivePart>;
  readonly #clock: Clock;
  #left = MAX_INFLATED;

  constructor(bytes: Uint8Array<ArrayBuffer>, clock: Clock) {
    this.#bytes = bytes;
    this.#clock = clock;
    try {
      this.#parts = new Map(partsOf(bytes).map((part) => [part.name, part]));
    } catch (error) {
      throw asUnreadable(error);
    }
  }

  /** The main part of the archive, such as `word/document.xml`. */
  async mainPart(): Promise<string> {
    const main = (await this.relations("")).find(({ type }) => type === "officeDocument");
    if (main === undefined || !this.#parts.has(main.target)) throw new UnreadableFile("corrupt");
    return main.target;
  }

  /** The parts that a part refers to within the archive. */
  async relations(part: string): Promise<Relation[]> {
    const relations: Relation[] = [];
    const [, folder = "", file = ""] = /^(.*\/)?([^/]*)$/.exec(part) ?? [];
    await this.parse(`${folder}_rels/${file}.rels`, {
      open(name, { Id = "", Type = "", Target = "", TargetMode }) {
        if (name !== "Relationship" || TargetMode === "External") return;
        relations.push({
          id: Id,
          type: Type.split("/").at(-1) ?? "",
          target: resolve(folder, Target),
        });
      },
    });
    return relations;
  }

  /** Parses a part if it exists. Throws UnreadableFile if it is broken or too large. */
  async parse(name: string, handler: XmlHandler): Promise<boolean> {
    if (!this.#parts.has(name)) return false;
    for await (const _ of this.parsing(name, handler)) this.#clock.check();
    return true;
  }

  /** Parses a part in chunks, from the tag at `from.offset` within the open tags `from.open`. */
  async *parsing(name: string, handler: XmlHandler, from?: XmlPosition): AsyncGenerator<void> {
    const part = this.#parts.get(name);
    if (part === undefined) throw new UnreadableFile("corrupt");
    this.#left -= part.size;
    if (this.#left < 0) throw tooLarge();
    const xml = new XmlParser(handler, from);
    try {
      for await (const text of textOf(this.#bytes, part)) {
        xml.write(text);
        yield;
      }
    } catch (error) {
      throw asUnreadable(error);
    }
    xml.end();
  }
}

/** A strict XML parser: it accepts no document type (and so no entities), no unclosed tag and no unlimited depth. */
class XmlParser {
  readonly #parser: Parser;
  readonly #open: string[] = [];
  /** The number of letters that still have to be skipped, and the offset that they add to positions. */
  #skip: number;
  readonly #shift: number;

  constructor(handler: XmlHandler, from: XmlPosition = { offset: 0, open: [] }) {
    const start = from.open.map((name) => `<${name}>`).join("");
    this.#skip = from.offset;
    this.#shift = from.offset - start.length;
    const open = this.#open;
    const position = (): XmlPosition => ({
      offset: this.#parser.endIndex + 1 + this.#shift,
      open: [...open],
    });
    this.#parser = new Parser(
      {
        onopentag(name, attributes) {
          // A position contains the names of the open tags, and a stored job cannot contain NUL characters.
          if (open.push(name) > MAX_DEPTH || name.includes("\0"))
            throw new UnreadableFile("corrupt");
          handler.open?.(localName(name), attributes);
        },
        ontext(text) {
          handler.text?.(text);
        },
        onclosetag(name) {
          open.pop();
          handler.close?.(localName(name), position);
        },
        onprocessinginstruction(name) {
          if (name.startsWith("!")) throw new UnreadableFile("corrupt");
        },
      },
      { xmlMode: true, decodeEntities: true },
    );
    this.#parser.write(start);
  }

  write(text: string): void {
    const skipCount = Math.min(this.#skip, text.length);
    this.#skip -= skipCount;
    if (skipCount < text.length) this.#parser.write(text.slice(skipCount));
  }

  end(): void {
    if (this.#open.length > 0 || this.#skip > 0) throw new UnreadableFile("corrupt");
    this.#parser.end();
  }
}

export function attribute(attributes: Attributes, name: string): string | undefined {
  for (const key in attributes) {
    if (key === name || key.endsWith(`:${name}`)) return attributes[key];
  }
  return undefined;
}

/** Whether a switch such as `<w:b/>` or `<w:b w:val="0"/>` is on. */
export function isOn(attributes: Attributes): boolean {
  return !["0", "false", "off", "none"].includes(attribute(attributes, "val") ?? "1");
}

const localName = (name: string) => name.slice(name.indexOf(":") + 1);

function resolve(folder: string, target: string): string {
  if (target.startsWith("/")) return target.slice(1);
  const path: string[] = [];
  for (const step of `${folder}${target}`.split("/")) {
    if (step === "..") path.pop();
    else if (step !== "." && step !== "") path.push(step);
  }
  return path.join("/");
}

function asUnreadable(error: unknown): unknown {
  if (!(error instanceof BadArchive)) return error;
  if (error.reason === "too_large") return tooLarge();
  return new UnreadableFile(error.reason === "broken" ? "corrupt" : "encrypted");
}

function tooLarge(): UnreadableFile {
  return new UnreadableFile(
    "too_large",
    "The file unpacks to more than 50 MB. Split it and upload the parts.",
  );
}
