/**
 * Passages contain the words of their blocks in order, are cut at the right positions, and have the right locations.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Block,
  splitBlocks,
  wordsIn,
} from "../../../supabase/functions/_files/documents/split.ts";
import { randomized } from "../../support/depth.ts";

const words = (count: number, word = "word") => Array<string>(count).fill(word).join(" ");
const page = (number: number, text: string): Block => ({ text, location: { page: number } });
const section = (heading: string, text: string, startsSection = false): Block => ({
  text,
  location: { heading },
  startsSection,
});
const lettersOf = (texts: string[]) => texts.join(" ").replace(/\s+/g, "");

describe("nothing is lost", () => {
  const text = fc
    .array(
      fc.constantFrom("word", "Ende.", "är", "会议", "议程。", "สวัสดี", "🌱", "\n", "x".repeat(90)),
      { maxLength: 400 },
    )
    .map((parts) => parts.join(" "));
  const blocks = fc.array(
    fc.record({
      text,
      location: fc.record(
        { page: fc.integer({ min: 1, max: 3 }), heading: fc.constantFrom("a", "b") },
        { requiredKeys: [] },
      ),
      startsSection: fc.boolean(),
    }),
    { maxLength: 12 },
  );

  test("in any blocks", () => {
    fc.assert(
      fc.property(blocks, (input) => {
        const passages = splitBlocks(input);
        expect(lettersOf(passages.map(({ content }) => content))).toBe(
          lettersOf(input.map((block) => block.text)),
        );
        for (const { content, location, blocks: range } of passages) {
          expect(content.trim()).not.toBe("");
          expect(wordsIn(content)).toBeLessThanOrEqual(300);
          const blocks = input.slice(range[0], range[1] + 1).filter((block) => block.text.trim());
          expect(blocks.map((block) => block.location.page)).toContain(location.page);
          // A passage never spans pages.
          expect(new Set(blocks.map((block) => block.location.page)).size).toBe(1);
        }
        const starts = passages.map(({ blocks: range }) => range[0]);
        expect(starts).toEqual(starts.toSorted((a, b) => a - b));
      }),
      randomized({ default: 50, nightly: 100 }),
    );
  });

  test("in a text without any space", () => {
    for (const letters of ["x".repeat(50_000), "会议记录。".repeat(3000), "สวัสดี".repeat(3000)]) {
      const passages = splitBlocks([page(1, letters)]);
      expect(passages.map(({ content }) => content).join("") === letters).toBe(true);
      expect(Math.max(...passages.map(({ content }) => content.length))).toBeLessThan(6000);
      expect(passages.length).toBeGreaterThan(8);
    }
  });

  test("no character is broken in two", () => {
    const trees = "🌱".repeat(3000);
    for (const { content } of splitBlocks([page(1, trees)]))
      expect(content.isWellFormed()).toBe(true);
  });
});

describe("the cut", () => {
  test("a short text is one passage", () => {
    expect(splitBlocks([page(1, "One."), page(1, "Two.")])).toEqual([
      { content: "One.\nTwo.", location: { page: 1 }, blocks: [0, 1] },
    ]);
  });

  test("an empty text has no passage", () => {
    expect(splitBlocks([])).toEqual([]);
    expect(splitBlocks([page(1, "  \n ")])).toEqual([]);
  });

  test("turns of a speaker are gathered; the passage points to the first", () => {
    const turns = Array.from({ length: 40 }, (_, turn) => ({
      text: `Ada: ${words(19)}`,
      location: { speaker: "Ada", at: `00:00:${10 + turn}` },
    }));
    const passages = splitBlocks(turns);
    expect(passages.map(({ blocks }) => blocks)).toEqual([
      [0, 8],
      [9, 17],
      [18, 26],
      [27, 35],
      [36, 39],
    ]);
    expect(passages[1]?.location).toEqual({ speaker: "Ada", at: "00:00:19" });
  });

  test("is at pages, slides and sheets, however short they are", () => {
    const passages = splitBlocks([page(1, "One"), page(2, "Two"), page(2, "three")]);
    expect(passages.map(({ content }) => content)).toEqual(["One", "Two\nthree"]);
    const slides = [1, 2].map((slide) => ({ text: "Thanks", location: { slide } }));
    expect(splitBlocks(slides)).toHaveLength(2);
  });

  test("is at sections, and a title alone joins the text after it", () => {
    const passages = splitBlocks([
      section("Agreement", "Agreement", true),
      section("1 Term", "1 Term", true),
      section("1 Term", "It runs for a year."),
      section("2 Fees", "2 Fees", true),
      section("2 Fees", "Ten thousand."),
    ]);
    expect(passages).toEqual([
      {
        content: "Agreement\n1 Term\nIt runs for a year.",
        location: { heading: "1 Term" },
        blocks: [0, 2],
      },
      { content: "2 Fees\nTen thousand.", location: { heading: "2 Fees" }, blocks: [3, 4] },
    ]);
  });

  test("a long paragraph is cut evenly, after sentences", () => {
    const sentence = `${words(14)} end.`;
    const passages = splitBlocks([page(7, Array<string>(30).fill(sentence).join(" "))]);
    expect(passages).toHaveLength(3);
    for (const { content, location, blocks } of passages) {
      expect(content.endsWith("end.")).toBe(true);
      expect(wordsIn(content)).toBeGreaterThan(110);
      expect(location).toEqual({ page: 7 });
      expect(blocks).toEqual([0, 0]);
    }
  });

  test("a short remainder joins the passage before it, within its section", () => {
    const pages = [page(1, words(200)), page(1, words(15)), page(1, words(15))];
    expect(splitBlocks(pages).map(({ blocks }) => blocks)).toEqual([[0, 2]]);
    expect(splitBlocks([page(1, words(200)), page(2, words(5))])).toHaveLength(2);
  });
});
