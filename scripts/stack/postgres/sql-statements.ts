/** A token that may contain a semicolon without ending a statement, a word, or a semicolon. */
const TOKEN = new RegExp(
  [
    /--[^\n]*/, // comment to the end of the line
    /[eE]'(?:[^'\\]|\\[\s\S]|'')*'/, // string with backslash escapes
    /'(?:[^']|'')*'/, // string
    /"(?:[^"]|"")*"/, // quoted name
    /(?<![\w$])(\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$)[\s\S]*?\1/, // dollar-quoted body
    /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/, // word
    /\/\*|;/, // comment opens; statement ends
  ]
    .map((part) => part.source)
    .join("|"),
  "g",
);

/**
 * Splits a script into its statements, without their semicolons, as the server would: quotes, nested
 * comments and `begin atomic` bodies keep theirs. Comments stay with the statement they precede.
 */
export function splitStatements(script: string): string[] {
  const statements: string[] = [];
  let start = 0;
  let hasCode = false;
  let depth = 0; // Counts begin atomic … end, and case … end inside it.
  let previous = "";
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(script); match; match = TOKEN.exec(script)) {
    const token = match[0];
    if (token === "/*") {
      TOKEN.lastIndex = endOfComment(script, match.index);
      continue;
    }
    if (token.startsWith("--")) continue;
    if (token === ";") {
      if (depth > 0) continue;
      if (hasCode) statements.push(script.slice(start, match.index).trim());
      start = TOKEN.lastIndex;
      hasCode = false;
      previous = "";
      continue;
    }
    hasCode = true;
    const word = token.toLowerCase();
    if (word === "atomic" && previous === "begin") depth = 1;
    else if (depth > 0 && word === "case") depth++;
    else if (depth > 0 && word === "end") depth--;
    previous = word;
  }
  const statement = script.slice(start).trim();
  if (hasCode) statements.push(statement);
  return statements;
}

function endOfComment(script: string, start: number): number {
  let depth = 0;
  for (const edge of script.slice(start).matchAll(/\/\*|\*\//g)) {
    depth += edge[0] === "/*" ? 1 : -1;
    if (depth === 0) return start + edge.index + 2;
  }
  return script.length;
}
