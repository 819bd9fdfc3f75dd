import PostalMime, { type Email, type PostalMimeOptions } from "postal-mime";
import { charsetNamedIn, inUtf8, isUtf8, withWholeWords } from "./header-lines.ts";

/** Limits for nested parts, and for messages within messages, which are parsed again at each level. */
const LIMITS = { maxNestingDepth: 50, maxRfc822NestingDepth: 2 };

const MAX_UNDIVIDED = 100;

export interface ParsedEmail extends Email {
  /**
   * Whether the boundary between some parts is missing or wrong, so that another boundary was used or the content was
   * read as text.
   */
  hasLostBoundary: boolean;
}

/** Throws if there are more headers or deeper parts than in any real email. */
export async function parseMime(
  bytes: Uint8Array,
  limits: PostalMimeOptions,
): Promise<ParsedEmail> {
  const options = { ...LIMITS, ...limits };
  const parser = new PostalMime(options);
  const email: ParsedEmail = { ...(await parser.parse(bytes)), hasLostBoundary: false };
  const nodes: MimeNode[] = [];
  addUndivided(Reflect.get(parser, "root") as MimeNode, nodes);
  for (const node of nodes) {
    const parts = await partsOf(node, options);
    email.hasLostBoundary = true;
    email.attachments = [...email.attachments, ...parts.attachments];
    for (const form of ["text", "html"] as const) {
      const texts = [email[form], parts[form]].filter((text) => text !== undefined);
      if (texts.length > 0) email[form] = texts.join("\n");
    }
  }
  return email;
}

/** The fields of the parser's nodes that are read here. Their class is not exported. */
interface MimeNode {
  state: string;
  postalMime: { av: Uint8Array };
  contentType: {
    parsed: { value: string; params: Record<string, string> };
    multipart: string | false;
  };
  childNodes: MimeNode[];
  content: ArrayBuffer | null;
  headerLines: string[];
}

/** Collects the multipart nodes in which the parser found no part, so that it dropped their content. */
function addUndivided(node: MimeNode, nodes: MimeNode[]): void {
  const isLost = node.contentType.multipart !== false && node.childNodes.length === 0;
  const hasContent =
    isLost && new Uint8Array(node.content ?? new ArrayBuffer()).some((byte) => byte > 32);
  if (hasContent && nodes.length < MAX_UNDIVIDED) nodes.push(node);
  for (const child of node.childNodes) addUndivided(child, nodes);
}

/** Uses the first line that looks like a boundary. Without such a line, the content is text. */
function partsOf(node: MimeNode, options: PostalMimeOptions): Promise<Email> {
  const content = new Uint8Array(node.content ?? new ArrayBuffer());
  const lines = new TextDecoder("latin1").decode(content);
  const boundary =
    /^--([\w'()+,./:=?-][\w'()+,./:=? -]{0,69})\r?\n(?=Content-[A-Za-z-]{1,40}:)/im.exec(
      lines,
    )?.[1];
  const { value } = node.contentType.parsed;
  const type = boundary === undefined ? "text/plain" : `${value}; boundary="${boundary}"`;
  const head = new TextEncoder().encode(`Content-Type: ${type}\n\n`);
  const message = new Uint8Array(head.length + content.length);
  message.set(head);
  message.set(content, head.length);
  return new PostalMime(options).parse(message);
}

/**
 * Text of `format=flowed` (RFC 3676) with its soft line breaks joined. Quoted lines keep their breaks:
 * joined into one, an answer that follows a quote would become a part of it.
 */
function decodeFlowedText(text: string, deletesSpaces: boolean): string {
  const parts: string[] = [];
  let isSoft = false;
  for (const raw of text.split(/\r?\n/)) {
    const isQuoted = raw.startsWith(">");
    // Programs put a space before a line that could be taken for a quote.
    const line = raw.startsWith(" ") ? raw.slice(1) : raw;
    if (parts.length > 0 && !(isSoft && !isQuoted)) parts.push("\n");
    isSoft = !isQuoted && line.endsWith(" ") && line !== "-- ";
    parts.push(isSoft && deletesSpaces ? line.slice(0, -1) : line);
  }
  return parts.join("");
}

type Decode = (bytes: Uint8Array) => Uint8Array<ArrayBuffer>;

/** The content of a part. The parser's own decoders allocate memory for each line or each padding. */
class Content {
  readonly #decode: Decode;
  #bytes = new Uint8Array(256);
  #length = 0;

  constructor(decode: Decode) {
    this.#decode = decode;
  }

  update(line: Uint8Array): void {
    const end = this.#length + line.length + 1;
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(end, this.#bytes.length * 2));
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    this.#bytes.set(line, this.#length);
    this.#bytes[end - 1] = LINE_FEED;
    this.#length = end;
  }

  async finalize(): Promise<ArrayBuffer> {
    return this.#decode(this.#bytes.subarray(0, this.#length)).buffer;
  }
}

const LINE_FEED = 10;
const EQUALS = 61;

const SEXTETS = new Int8Array(256).fill(-1);
for (const [value, letter] of [
  ..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
].entries()) {
  SEXTETS[letter.charCodeAt(0)] = value;
}

/** Some programs pad every line, so padding ends a group of characters and not the content. */
function fromBase64(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const decoded = new Uint8Array(Math.ceil(bytes.length * 0.75));
  let length = 0;
  let group = 0;
  let bits = 0;
  for (const byte of bytes) {
    const sextet = SEXTETS[byte] ?? -1;
    if (byte === EQUALS) bits = 0;
    if (sextet < 0) continue;
    group = ((group << 6) | sextet) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    decoded[length++] = (group >> bits) & 0xff;
  }
  return decoded.slice(0, length);
}

function fromQuotedPrintable(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const decoded = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    const next = bytes[at + 1] ?? 0;
    const value = hex(next) * 16 + hex(bytes[at + 2] ?? 0);
    if (byte === EQUALS && next === LINE_FEED) at += 1;
    else if (byte === EQUALS && value >= 0) {
      decoded[length++] = value;
      at += 2;
    } else decoded[length++] = byte;
  }
  return decoded.slice(0, length);
}

/** The value of a hexadecimal digit. For any other byte it is so low that a sum with it is negative. */
function hex(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const letter = (byte | 32) - 87;
  return letter >= 10 && letter <= 15 ? letter : -1000;
}

const decoders: Record<string, Decode> = {
  base64: fromBase64,
  "quoted-printable": fromQuotedPrintable,
};

const prototype = Object.getPrototypeOf(Reflect.get(new PostalMime(), "root"));
const { feed, processHeaders, getTextContent } = prototype;
const charsets = new WeakMap<object, string | undefined>();

function charsetOf({ postalMime }: MimeNode): string | undefined {
  if (!charsets.has(postalMime)) charsets.set(postalMime, charsetNamedIn(postalMime.av));
  return charsets.get(postalMime);
}

Object.assign(prototype, {
  decodeFlowedText,
  setupContentDecoder(this: { contentDecoder: Content }, encoding: string) {
    this.contentDecoder = new Content(decoders[encoding] ?? ((bytes) => bytes.slice()));
  },
  feed(this: MimeNode, line: Uint8Array<ArrayBuffer>) {
    feed.call(this, this.state === "header" ? inUtf8(line, () => charsetOf(this)) : line);
  },
  processHeaders(this: MimeNode) {
    this.headerLines = withWholeWords(this.headerLines);
    processHeaders.call(this);
  },
  getTextContent(this: MimeNode) {
    const { params } = this.contentType.parsed;
    if (!params["charset"] && this.content && !isUtf8(this.content)) params["charset"] = "latin1";
    return getTextContent.call(this);
  },
});
