/** The console's layers: each imports only from those below it. */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const SOURCE = path.resolve(import.meta.dirname, "../../../web/src");
/** From the bottom to the top. */
const layers = ["ui", "entities", "features", "app"];

/** Imports from a layer above the file's own, as `file → import`. */
function upwardImports(): string[] {
  return globSync("{ui,entities,features}/**/*.{ts,tsx}", { cwd: SOURCE }).flatMap((file) => {
    const above = layers.slice(layers.indexOf(file.split(path.sep)[0] ?? "") + 1);
    const text = readFileSync(path.join(SOURCE, file), "utf8");
    return [...text.matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)]
      .map(([, target = ""]) =>
        path.relative(SOURCE, path.resolve(SOURCE, path.dirname(file), target)),
      )
      .filter((target) => above.includes(target.split(path.sep)[0] ?? ""))
      .map((target) => `${file} → ${target}`);
  });
}

test("no file imports from a layer above its own", () => {
  expect(upwardImports()).toEqual([]);
});
