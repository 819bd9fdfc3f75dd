/** The text that people read in a source file: strings, comments, test names and declared names. */
import { parseSync, Visitor } from "vite";
import { MAY_MATCH } from "./patterns.ts";

export type TextKind = "interface" | "message" | "comment" | "test name" | "document";

export interface Text {
  kind: TextKind;
  text: string;
  offset: number;
}

export interface DeclaredName {
  name: string;
  kind: "variable" | "function or type";
  offset: number;
}

export interface SourceTexts {
  texts: Text[];
  names: DeclaredName[];
}

const TEST_FUNCTIONS = new Set(["test", "it", "describe"]);
const IS_PROSE = /[\p{L}\p{N}]\W*\s\W*[\p{L}\p{N}]/u;

/** Blank text keeps the length of its source, so that every offset in it is an offset in the file. */
const blank = (text: string) => text.replaceAll(/\S/g, " ");

// biome-ignore lint/suspicious/noExplicitAny: nodes of the syntax tree differ by type.
type Node = any;

export function textsOfTypeScript(file: string, source: string): SourceTexts {
  const parsed = parseSync(file, source);
  const { comments } = parsed;
  const isTest = file.startsWith("tests/");
  const stringKind = file.startsWith("web/") ? "interface" : "message";
  const texts: Text[] = commentBlocks(comments, source).map(({ start, end }) => ({
    kind: "comment",
    text: withoutMarkers(source.slice(start, end)),
    offset: start,
  }));
  const names: DeclaredName[] = [];
  // Building the tree takes five times as long as finding the comments, so it is left out where nothing can match.
  if (!MAY_MATCH.test(withoutComments(comments, source))) return { texts, names };

  const addString = (kind: TextKind, node: Node) => {
    const text = textOfString(node, source);
    if (IS_PROSE.test(text)) texts.push({ kind, text, offset: node.start + 1 });
  };
  const addName = (kind: DeclaredName["kind"], id: Node) => {
    if (id?.type === "Identifier") names.push({ name: id.name, kind, offset: id.start });
  };
  const addParameters = (node: Node) => {
    for (const parameter of node.params) {
      addName("variable", parameter.type === "AssignmentPattern" ? parameter.left : parameter);
    }
  };
  const addFunction = (node: Node) => {
    addName("function or type", node.id);
    addParameters(node);
  };
  const addType = (node: Node) => addName("function or type", node.id);
  const addChildren = (node: Node) => {
    let isContinued = false;
    for (const child of node.children) {
      const isBlank = child.type === "JSXText" && child.value.trim() === "";
      if (child.type === "JSXText" && !isBlank) {
        // Text after an element continues its sentence.
        const text = source.slice(child.start, child.end);
        texts.push(
          isContinued
            ? { kind: "interface", text: `x${text}`, offset: child.start - 1 }
            : { kind: "interface", text, offset: child.start },
        );
      }
      isContinued ||= !isBlank;
    }
  };

  new Visitor({
    CallExpression(node: Node) {
      if (isTest && TEST_FUNCTIONS.has(calleeName(node.callee))) {
        const name = node.arguments[0];
        if (name?.type === "Literal" || name?.type === "TemplateLiteral")
          addString("test name", name);
      }
    },
    Literal(node: Node) {
      if (!isTest && typeof node.value === "string") addString(stringKind, node);
    },
    TemplateLiteral(node: Node) {
      if (!isTest) addString(stringKind, node);
    },
    JSXElement: addChildren,
    JSXFragment: addChildren,
    VariableDeclarator(node: Node) {
      const isFunction = /Function/.test(node.init?.type ?? "");
      addName(isFunction ? "function or type" : "variable", node.id);
    },
    FunctionDeclaration: addFunction,
    FunctionExpression: addFunction,
    ArrowFunctionExpression: addParameters,
    ClassDeclaration: addType,
    TSTypeAliasDeclaration: addType,
    TSInterfaceDeclaration: addType,
  }).visit(parsed.program);
  return { texts, names };
}

function withoutComments(comments: { start: number; end: number }[], source: string): string {
  let [code, end] = ["", 0];
  for (const comment of comments) {
    code += source.slice(end, comment.start);
    end = comment.end;
  }
  return code + source.slice(end);
}

/** Comments on consecutive lines are one text. */
function commentBlocks(comments: { start: number; end: number }[], source: string) {
  const blocks: { start: number; end: number }[] = [];
  for (const { start, end } of comments) {
    const last = blocks.at(-1);
    if (last && /^[ \t]*\n[ \t]*$/.test(source.slice(last.end, start))) last.end = end;
    else blocks.push({ start, end });
  }
  return blocks;
}

function withoutMarkers(comment: string): string {
  return comment.replaceAll(/^[ \t]*(?:\/\/+|\/\*+|\*(?!\/)|--+)|\*+\/|\/\*+/gm, blank);
}

function textOfString(node: Node, source: string): string {
  let text = source.slice(node.start + 1, node.end - 1);
  for (const { start, end } of node.expressions ?? []) {
    const [from, to] = [start - node.start - 3, end - node.start];
    text = text.slice(0, from) + "x".repeat(to - from) + text.slice(to);
  }
  return text;
}

function calleeName(callee: Node): string {
  if (callee.type === "Identifier") return callee.name;
  return callee.type === "MemberExpression" || callee.type === "CallExpression"
    ? calleeName(callee.object ?? callee.callee)
    : "";
}

const SQL_PARTS = /--[^\n]*(?:\n[ \t]*--[^\n]*)*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'/g;
const SQL_NAMES =
  /^[ \t]*(?<variable>v_\w+) (?!:?=)|^create (?:or replace )?(?:function|type|domain|table) (?:\w+\.)?(?<declared>\w+)/gim;

export function textsOfSql(file: string, source: string): SourceTexts {
  const stringKind = file.startsWith("supabase/tests/") ? "test name" : "message";
  const texts = [...source.matchAll(SQL_PARTS)].flatMap(({ 0: part, index }): Text[] => {
    if (!part.startsWith("'")) {
      return [{ kind: "comment", text: withoutMarkers(part), offset: index }];
    }
    const text = part.slice(1, -1);
    return IS_PROSE.test(text) ? [{ kind: stringKind, text, offset: index + 1 }] : [];
  });
  const code = source.replaceAll(SQL_PARTS, blank);
  const names = [...code.matchAll(SQL_NAMES)].map(({ 0: line, groups, index }): DeclaredName => {
    const name = groups?.["variable"] ?? groups?.["declared"] ?? "";
    const kind = groups?.["variable"] ? "variable" : "function or type";
    return { name, kind, offset: index + line.indexOf(name) };
  });
  return { texts, names };
}

export function textsOfMarkdown(source: string): SourceTexts {
  const prose = source.replaceAll(/^```[\s\S]*?^```|^ {4}\S.*|<!--[\s\S]*?-->/gm, blank);
  const texts: Text[] = [];
  let offset = 0;
  // A heading, an item of a list, a cell of a table and a paragraph are each one text.
  for (const part of prose.split(/(\n(?=\s*(?:[*#|-]|\d+\.)\s)|\n\s*\n|\|)/)) {
    const text = part.replace(/^\s*(?:[*#-]+|\d+\.)\s/, blank);
    if (IS_PROSE.test(text)) texts.push({ kind: "document", text, offset });
    offset += part.length;
  }
  return { texts, names: [] };
}
