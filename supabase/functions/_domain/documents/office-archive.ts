import { Parser } from "htmlparser2";
import { type ArchivePart, BadArchive, partsOf, textOf } from "../zip-archive.ts";
import type { Clock } from "./reading.ts";
import { UnreadableFile } from "./unreadable.ts";

/** Of all parts that are read; a document of 5 million letters has less. */
const MAX_INFLATED = 100_000_000;
const MAX_DEPTH = 500;

export type Attributes = Record<string, string>;

/** What is told of an XML part: names without their prefixes, which every program chooses anew. */
export interface XmlHandler {
  open?(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

export interface Relation {
  id: string;
  /** The last word of its type, such as `styles` or `slide`. */
  type: string;
  /** Path of the part in the archive. */
  target: string;
}

/** A Word document or presentation: its parts are inflated as they are parsed, never as a whole. */
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

  /** The part that the archive is about, such as `word/document.xml`. */
  async mainPart(): Promise<string> {
    const main = (await this.relations("")).find(({ type }) => type === "officeDocument");
    if (main === undefined || !this.#parts.has(main.target)) throw new UnreadableFile("corrupt");
    return main.target;
  }

  /** What a part refers to within the archive. */
  async relations(part: string): Promise<Relation[]> {
    const found: Relation[] = [];
    const [, folder = "", file = ""] = /^(.*\/)?([^/]*)$/.exec(part) ?? [];
    await this.parse(`${folder}_rels/${file}.rels`, {
      open(name, { Id = "", Type = "", Target = "", TargetMode }) {
        if (name !== "Relationship" || TargetMode === "External") return;
        found.push({ id: Id, type: Type.split("/").at(-1) ?? "", target: resolve(folder, Target) });
      },
    });
    return found;
  }

  /** Parses a part, if there is such a one. Throws UnreadableFile when it is broken or too large. */
  async parse(name: string, handler: XmlHandler): Promise<boolean> {
    const part = this.#parts.get(name);
    if (part === undefined) return false;
    this.#left -= part.size;
    if (this.#left < 0) throw tooLarge();
    const { parser, isOpen } = xmlParser(handler);
    try {
      for await (const text of textOf(this.#bytes, part)) {
        this.#clock.check();
        parser.write(text);
      }
    } catch (error) {
      throw asUnreadable(error);
    }
    if (isOpen()) throw new UnreadableFile("corrupt");
    parser.end();
    return true;
  }
}

/** Strict where it matters: no document type, so no entities; every tag closed; no endless depth. */
function xmlParser(handler: XmlHandler): { parser: Parser; isOpen(): boolean } {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        if (depth > MAX_DEPTH) throw new UnreadableFile("corrupt");
        handler.open?.(localName(name), attributes);
      },
      ontext(text) {
        handler.text?.(text);
      },
      onclosetag(name) {
        depth -= 1;
        handler.close?.(localName(name));
      },
      onprocessinginstruction(name) {
        if (name.startsWith("!")) throw new UnreadableFile("corrupt");
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  return { parser, isOpen: () => depth > 0 };
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
    "The file unpacks to more than 100 MB. Split it and upload the parts.",
  );
}
