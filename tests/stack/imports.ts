import { readFile } from "node:fs/promises";
import path from "node:path";

/** The file and all of our files that it imports, also dynamically. */
export async function closureOf(file: string, known = new Set<string>()): Promise<string[]> {
  if (known.has(file)) return [...known];
  known.add(file);
  const text = await readFile(file, "utf8");
  for (const [, name] of text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)) {
    await closureOf(path.resolve(path.dirname(file), name as string), known);
  }
  return [...known];
}
