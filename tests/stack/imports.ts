import { readFile } from "node:fs/promises";
import path from "node:path";

/** The file and all of our files that it imports, also dynamically. */
export async function closureOf(file: string, files = new Set<string>()): Promise<string[]> {
  if (files.has(file)) return [...files];
  files.add(file);
  const text = await readFile(file, "utf8");
  for (const [, name] of text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)) {
    await closureOf(path.resolve(path.dirname(file), name as string), files);
  }
  return [...files];
}
