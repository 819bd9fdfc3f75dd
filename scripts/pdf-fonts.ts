/**
 * npm run fonts:pdf
 *
 * Writes the fonts of PDF files, DejaVu Sans and its bold face, as a module, since a deployed function has no files
 * beside its modules. Only scripts that are written from left to right without joined letters are included, so a
 * text either prints correctly or is refused.
 */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import subsetFont from "subset-font";

const ROOT = path.resolve(import.meta.dirname, "..");
const SOURCE = path.join(ROOT, "node_modules", "dejavu-fonts-ttf", "ttf");
const TARGET = path.join(ROOT, "supabase/functions/_files/drafts/fonts/dejavu-sans.ts");

const RANGES = [
  [0x20, 0x7e, "Basic Latin"],
  [0xa0, 0x52f, "Latin, phonetic letters, combining marks, Greek, Cyrillic"],
  [0x531, 0x58a, "Armenian"],
  [0x10a0, 0x10ff, "Georgian"],
  [0x1c80, 0x1c88, "Cyrillic"],
  [0x1d00, 0x1fff, "phonetic letters, Latin with Vietnamese, Greek with accents"],
  [0x2010, 0x205e, "punctuation"],
  [0x2070, 0x2311, "superscripts, currencies, fractions, arrows, mathematics"],
  [0x25a0, 0x2667, "shapes and symbols"],
  [0x2713, 0x2718, "check marks"],
  [0x2c60, 0x2c7f, "Latin"],
  [0x2de0, 0x2dff, "Cyrillic"],
  [0xa640, 0xa69f, "Cyrillic"],
  [0xa720, 0xa7ff, "Latin"],
  [0xfb00, 0xfb06, "Latin ligatures"],
] as const;

const letters = RANGES.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
).join("");

const [regular, bold] = await Promise.all(["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"].map(subsetOf));
await writeFile(
  TARGET,
  `/** Written by npm run fonts:pdf. Two WOFF files in base64; their license is beside this file. */
export const regular = "${regular}";
export const bold = "${bold}";
`,
);

/** As WOFF, because the library cannot subset WOFF2. Screen hints are dropped. */
async function subsetOf(file: string): Promise<string> {
  const font = await readFile(path.join(SOURCE, file));
  const subset = await subsetFont(font, letters, {
    targetFormat: "woff",
    noHinting: true,
    noLayoutClosure: true,
  });
  return subset.toString("base64");
}
