import { expect, test } from "vitest";
import { utf16Ranges } from "../../../supabase/functions/_domain/knowledge/utf16-ranges.ts";

const textsOf = (text: string, ranges: [number, number][]) =>
  utf16Ranges(text, ranges).map(([from, to]) => text.slice(from, to));

test("ranges in plain text stay the same", () => {
  expect(utf16Ranges("the budget is agreed", [[4, 10]])).toEqual([[4, 10]]);
});

test("characters of two units move and extend a range", () => {
  expect(
    textsOf("🌱🌱 budget 𠮷野家 end", [
      [3, 9],
      [10, 13],
      [14, 17],
    ]),
  ).toEqual(["budget", "𠮷野家", "end"]);
});

test("combining marks count as characters of their own", () => {
  expect(textsOf("cafe\u0301 noir", [[6, 10]])).toEqual(["noir"]);
});

test("a position beyond the end becomes the end", () => {
  expect(
    utf16Ranges("🌱", [
      [0, 5],
      [7, 9],
    ]),
  ).toEqual([
    [0, 2],
    [2, 2],
  ]);
});
