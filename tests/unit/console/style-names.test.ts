import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";

const SOURCE = path.join(import.meta.dirname, "../../../web/src");

/** Class names by stylesheet: those it defines, and those that components use. */
const definedNames = new Map<string, Set<string>>();
const usedNames = new Map<string, Set<string>>();

for await (const file of glob("**/*.module.css", { cwd: SOURCE })) {
  const css = (await readFile(path.join(SOURCE, file), "utf8")).replace(/\/\*.*?\*\//gs, "");
  const selectors = css.match(/[^{}]+(?=\{)/g)?.join(" ") ?? "";
  definedNames.set(file, namesIn(selectors, /\.([a-zA-Z][\w-]*)/g));
}
for await (const file of glob("**/*.tsx", { cwd: SOURCE })) {
  const code = await readFile(path.join(SOURCE, file), "utf8");
  for (const [, name, sheet] of code.matchAll(/^import (\w+) from "(\..+?\.module\.css)";$/gm)) {
    const key = path.join(path.dirname(file), sheet ?? "");
    const names = namesIn(code, new RegExp(`(?<![-/\\w])${name}\\.(?!module\\b)(\\w+)`, "g"));
    for (const [, prefix] of code.matchAll(new RegExp(`\\b${name}\\[\`([\\w-]+)\\$`, "g"))) {
      for (const name of definedNames.get(key) ?? [])
        if (name.startsWith(prefix ?? "")) names.add(name);
    }
    usedNames.set(key, new Set([...names, ...(usedNames.get(key) ?? [])]));
  }
}

function namesIn(text: string, pattern: RegExp): Set<string> {
  return new Set([...text.matchAll(pattern)].map(([, name]) => name ?? ""));
}

describe("style names", () => {
  it.each([...usedNames.keys()])("%s defines every class that components use", (sheet) => {
    const missing = [...(usedNames.get(sheet) ?? [])].filter(
      (name) => !definedNames.get(sheet)?.has(name),
    );
    expect(missing).toEqual([]);
  });

  it.each([...definedNames.keys()])("%s has no style that no component uses", (sheet) => {
    const own = [...(definedNames.get(sheet) ?? [])].filter((name) => !name.startsWith("mantine-"));
    expect(own.filter((name) => !usedNames.get(sheet)?.has(name))).toEqual([]);
  });
});
