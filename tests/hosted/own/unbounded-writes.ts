/**
 * Finds UPDATE and DELETE without WHERE in the body of a function, as the Data API's safeupdate would when the
 * function runs: in CTEs, in loops, and in the text of dynamic statements too.
 */

type Token = { kind: "word" | "text" | "mark"; value: string; depth: number };

/** Each statement, by its beginning. */
export function unboundedWrites(body: string): string[] {
  const tokens = tokensOf(body);
  const writes: string[] = [];
  for (const [index, token] of tokens.entries()) {
    // A text may become a statement, so it must be bounded itself.
    if (token.kind === "text") writes.push(...unboundedWrites(token.value));
    else if (isUnbounded(tokens, index)) {
      writes.push(
        tokens
          .slice(index, index + 6)
          .map(({ value }) => value)
          .join(" "),
      );
    }
  }
  return writes;
}

function isUnbounded(tokens: Token[], start: number): boolean {
  const first = tokens[start] as Token;
  const is = (token: Token | undefined, word: string) =>
    token?.kind === "word" && token.value.toLowerCase() === word;
  const isDelete = is(first, "delete") && is(tokens[start + 1], "from");
  if (!isDelete && !is(first, "update")) return false;
  // `on conflict do update set` names no table, and `for update` sets nothing.
  if (!isDelete && is(tokens[start + 1], "set")) return false;
  let writes = isDelete;
  for (const token of tokens.slice(start + 1)) {
    const isEnd = token.value === ";" || is(token, "loop") || token.depth < first.depth;
    if (isEnd) return writes;
    if (token.depth > first.depth) continue;
    if (is(token, "set")) writes = true;
    if (writes && is(token, "where")) return false;
    if (!writes && (is(token, "begin") || is(token, "then"))) return false;
  }
  return writes;
}

const PATTERNS: [Token["kind"] | "space", RegExp][] = [
  ["space", /\s+|--[^\n]*/y],
  ["text", /[eE]'(?:[^'\\]|\\.|'')*'/y],
  ["text", /'(?:[^']|'')*'/y],
  ["text", /\$([A-Za-z_]\w*)?\$[\s\S]*?\$\1\$/y],
  ["mark", /"(?:[^"]|"")*"/y],
  ["word", /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y],
  ["mark", /[\s\S]/y],
];

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  for (let at = 0; at < text.length; ) {
    if (text.startsWith("/*", at)) {
      at = endOfComment(text, at);
      continue;
    }
    for (const [kind, pattern] of PATTERNS) {
      pattern.lastIndex = at;
      const value = pattern.exec(text)?.[0];
      if (value === undefined) continue;
      at += value.length;
      if (value === ")") depth--;
      if (kind === "text") tokens.push({ kind, value: contentOf(value), depth });
      else if (kind !== "space") tokens.push({ kind, value, depth });
      if (value === "(") depth++;
      break;
    }
  }
  return tokens;
}

function contentOf(literal: string): string {
  if (literal.startsWith("$")) return literal.replace(/^\$\w*\$|\$\w*\$$/g, "");
  return literal.slice(literal.indexOf("'") + 1, -1).replaceAll("''", "'");
}

/** Comments of SQL nest. */
function endOfComment(text: string, start: number): number {
  let depth = 0;
  const edge = /\/\*|\*\//g;
  edge.lastIndex = start;
  for (let match = edge.exec(text); match; match = edge.exec(text)) {
    depth += match[0] === "/*" ? 1 : -1;
    if (depth === 0) return edge.lastIndex;
  }
  return text.length;
}
