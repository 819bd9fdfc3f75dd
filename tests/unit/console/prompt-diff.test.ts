import { describe, expect, test } from "vitest";
import { diffLines, withVisibleEnd } from "../../../web/src/features/prompts/diff-lines.ts";
import { wholeText } from "../../../web/src/features/prompts/words.ts";

const linesOf = (before: string, after: string) =>
  diffLines(before, after).map(({ kind, text }) => `${kind}: ${text}`);

describe("the list of lines of two prompts", () => {
  test("has no changes for equal texts", () => {
    expect(linesOf("a\nb\n", "a\nb\n")).toEqual([]);
  });

  test("shows a changed line, and how many lines are left out before it", () => {
    const lines = ["1", "2", "3", "4", "5", "6"];
    const before = lines.join("\n");
    expect(linesOf(before, before.replace("6", "six"))).toEqual([
      "gap: 2 unchanged lines",
      "same: 3",
      "same: 4",
      "same: 5",
      "removed: 6",
      "added: six",
    ]);
  });

  test("shows the text between two changes", () => {
    const lines = Array.from({ length: 20 }, (_, index) => `${index}`);
    const before = `${lines.join("\n")}\n`;
    const after = before.replace(/^0$/m, "zero").replace(/^19$/m, "nineteen");
    expect(linesOf(before, after).filter((line) => line.startsWith("gap"))).toEqual([
      "gap: 12 unchanged lines",
    ]);
  });

  test("shows a first text as new throughout", () => {
    expect(linesOf("", "a\nb\n")).toEqual(["added: a", "added: b"]);
  });

  test("shows differences in line ends and trailing blanks", () => {
    expect(linesOf("a\r\n", "a\n")).toEqual(["removed: a\r", "added: a"]);
    expect(linesOf("a", "a\n")).toEqual([
      "removed: a",
      "gap: No line break at the end",
      "added: a",
    ]);
    expect(withVisibleEnd("a b \t\r")).toBe("a b·→␍");
    expect(withVisibleEnd(" a")).toBe(" a");
  });
});

test("the whole text equals the output of private.render_prompt", () => {
  expect(wholeText({ base: "Be kind. ", rules: [] })).toBe("Be kind. ");
  expect(wholeText({ base: "Be kind.", rules: ["Never guess.", "Say why."] })).toBe(
    "Be kind.\n\n# Learned rules\n\n1. Never guess.\n2. Say why.",
  );
});
