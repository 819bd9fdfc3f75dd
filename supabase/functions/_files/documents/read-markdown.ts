import type { Json } from "../../_schema/database.types.ts";
import type { Clock } from "../limits.ts";
import { decodeText } from "./decode-text.ts";
import { type Batch, Headings, inBatches, type ReadableFile } from "./reading.ts";
import type { Block } from "./split.ts";

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
// These expressions are for lines without white space at the end. No part of them can match in two ways, which would
// take too long on a long line.
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/;
const UNDERLINE = /^ {0,3}(=+|-+)$/;
const RULE = /^ {0,3}(?:[-*_][ \t]*){3,}$/;
const TABLE_RULE = /^ {0,3}(?=\S*-)[|:-][|: \t-]*$/;
const LIST_ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s+/;

/**
 * Markdown, line by line: headings with their text, paragraphs, items, rows of tables and code. Comments are left
 * out, because a reader of the page does not see them.
 */
export async function* readMarkdown(
  { bytes }: ReadableFile,
  from: Json | null,
  clock: Clock,
): AsyncGenerator<Batch> {
  const { text, hidden } = withoutComments(decodeText(bytes));
  yield* inBatches(markdownBlocks(withoutPreface(text), clock), from, { hidden });
}

function markdownBlocks(text: string, clock: Clock): Block[] {
  const blocks: Block[] = [];
  const headings = new Headings();
  let lines: string[] = [];
  let fence: string | undefined;

  const end = (isCode = false) => {
    const paragraph = lines.map((line) => (isCode ? line : plainLine(line))).join("\n");
    lines = [];
    if (paragraph.trim() !== "") blocks.push({ text: paragraph, location: headings.location });
  };
  const head = (level: number, title: string) => {
    lines = [];
    headings.add(level, title);
    blocks.push({ text: title, location: headings.location, startsSection: true });
  };

  for (const raw of text.split("\n")) {
    clock.check();
    const line = raw.trimEnd();
    const mark = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) && line.trim() === mark) {
        end(true);
        fence = undefined;
      } else lines.push(line);
    } else if (mark !== undefined) {
      end();
      fence = mark;
    } else {
      const [, signs, title = ""] = HEADING.exec(line) ?? [];
      const [, under] = lines.length > 0 ? (UNDERLINE.exec(line) ?? []) : [];
      if (signs !== undefined) {
        end();
        const heading = plainLine(title.replace(/(?:^|[ \t])#+$/, "")).trim();
        if (heading !== "") head(signs.length, heading);
      } else if (under !== undefined) {
        head(under.startsWith("=") ? 1 : 2, lines.map(plainLine).join(" ").trim());
      } else if (line.trim() === "" || RULE.test(line)) end();
      else if (!TABLE_RULE.test(line)) {
        if (LIST_ITEM.test(line)) end();
        lines.push(line);
      }
    }
  }
  end(fence !== undefined);
  return blocks;
}

/** A line without emphasis and link syntax; the target of a link stays, because it is informative. */
function plainLine(line: string): string {
  if (line.length > 20_000) return line;
  const cells = line.trim();
  return (cells.startsWith("|") ? cells.slice(1, cells.endsWith("|") ? -1 : undefined) : line)
    .replace(/^\s*(?:>\s?)+/, "")
    .replace(
      /!?\[([^[\]]{0,500})\]\((?:<([^<>()]{0,1000})>|([^()\s]{0,1000}))(?:\s"[^"]{0,300}")?\)/g,
      link,
    )
    .replace(/(\*\*|__|~~)(?=\S)([^*_~]{1,1000})\1/g, "$2")
    .replace(
      /(?<![\w*])\*(?=\S)([^*]{1,1000})\*(?!\w)|(?<!\w)_(?=\S)([^_]{1,1000})_(?!\w)/g,
      "$1$2",
    )
    .replace(/`([^`]{1,1000})`/g, "$1")
    .replace(/<\/?[a-z][^<>]{0,500}>/gi, "")
    .replace(/\\([\\`*_{}[\]()#+\-.!|])/g, "$1");
}

function link(_all: string, text: string, wrapped?: string, bare?: string): string {
  const target = wrapped ?? bare ?? "";
  return /^(?:https?|mailto):/i.test(target) && text !== target ? `${text} (${target})` : text;
}

function withoutComments(text: string): { text: string; hidden: number } {
  let hidden = 0;
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf("<!--", at);
    const end = start < 0 ? -1 : text.indexOf("-->", start + 4);
    if (end < 0) break;
    parts.push(text.slice(at, start));
    hidden += text.slice(start + 4, end).trim().length;
    at = end + 3;
  }
  parts.push(text.slice(at));
  return { text: parts.join(""), hidden };
}

/** Without the settings that some tools write above the text. */
function withoutPreface(text: string): string {
  const end = text.startsWith("---\n") ? text.indexOf("\n---\n", 3) : -1;
  return end > 0 && end < 10_000 ? text.slice(end + 5) : text;
}
