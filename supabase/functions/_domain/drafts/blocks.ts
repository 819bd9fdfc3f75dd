/** The structure of an approved text: paragraphs, lists and tables. Any other markup is plain text. */

/** A paragraph, an entry of a list, or a table whose first row has the titles of the columns. */
export type Block =
  | { kind: "paragraph" | "entry"; text: string }
  | { kind: "table"; rows: string[][] };

/**
 * A line that begins with a bullet is an entry of a list. Lines between bars are a table if the second one consists
 * of dashes.
 */
export function blocksOf(body: string): Block[] {
  const lines = body
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const blocks: Block[] = [];
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    const titles = cellsOf(line);
    if (titles && cellsOf(lines[index + 1])?.every((cell) => /^:?-+:?$/.test(cell))) {
      const rows = [titles];
      index += 2;
      for (let cells = cellsOf(lines[index]); cells; cells = cellsOf(lines[++index])) {
        rows.push(titles.map((_, column) => cells?.[column] ?? ""));
      }
      index--;
      blocks.push({ kind: "table", rows });
      continue;
    }
    const entry = /^[-*\u2022]\s+(.*)$/.exec(line)?.[1];
    blocks.push(entry ? { kind: "entry", text: entry } : { kind: "paragraph", text: line });
  }
  return blocks;
}

function cellsOf(line = ""): string[] | undefined {
  return /^\|.*\|$/.test(line)
    ? line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim())
    : undefined;
}
