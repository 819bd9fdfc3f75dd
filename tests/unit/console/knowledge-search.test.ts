import { describe, expect, it } from "vitest";
import { markedParts } from "../../../web/src/features/knowledge/marks.ts";
import { scopeInWords } from "../../../web/src/features/knowledge/scope-in-words.ts";
import {
  defaultKnowledgeSearch,
  isBackwards,
  isNarrowed,
  MAX_QUERY,
  parseKnowledgeSearch,
} from "../../../web/src/features/knowledge/search-params.ts";

const project = "00000004-0000-4000-8000-000000100001";

describe("the URL of a search", () => {
  it("keeps known values", () => {
    const input = { q: "launch", project, kind: "email", from: "2026-02-01", to: "2026-02-28" };
    expect(parseKnowledgeSearch(input as never)).toEqual(input);
  });

  it.each([
    { q: undefined },
    { project: "1 or 1=1" },
    { kind: "contract" },
    { from: "yesterday" },
    { from: "2026-02-30" },
    { to: "2026-2-1" },
    { to: "2026-13-01" },
  ])("falls back to everything for %j", (input) => {
    expect(parseKnowledgeSearch(input as never)).toEqual(defaultKnowledgeSearch);
  });

  it("cuts a query to the length that the service accepts", () => {
    expect(parseKnowledgeSearch({ q: "x".repeat(2000) } as never).q).toHaveLength(MAX_QUERY);
  });

  it("knows days that contradict each other", () => {
    const days = (from: string, to: string) => isBackwards({ ...defaultKnowledgeSearch, from, to });
    expect(days("2026-02-02", "2026-02-01")).toBe(true);
    expect(days("2026-02-01", "2026-02-01")).toBe(false);
    expect(days("", "2026-02-01")).toBe(false);
  });

  it("does not count words as a filter", () => {
    expect(isNarrowed({ ...defaultKnowledgeSearch, q: "x" })).toBe(false);
    expect(isNarrowed({ ...defaultKnowledgeSearch, to: "2026-02-01" })).toBe(true);
  });
});

describe("the scope in words", () => {
  it.each([
    [{}, "documents, meetings, emails and notes that you can see"],
    [{ kind: "email" }, "emails that you can see"],
    [{ project, kind: "document" }, "documents of Web shop"],
  ] as const)("%j: %s", (input, words) => {
    expect(scopeInWords({ ...defaultKnowledgeSearch, ...input }, "Web shop")).toBe(words);
  });
});

describe("the marked parts of a snippet", () => {
  const withMarks = (text: string, ranges: [number, number][]) =>
    markedParts(text, ranges)
      .map(({ text: part, isMarked }) => (isMarked ? `[${part}]` : part))
      .join("");

  it("marks each range once, in the order of the text", () => {
    expect(
      withMarks("one two three", [
        [8, 13],
        [0, 3],
      ]),
    ).toBe("[one] two [three]");
  });

  it("loses and repeats nothing where ranges overlap, are empty or extend too far", () => {
    expect(
      withMarks("abcdef", [
        [1, 3],
        [2, 5],
        [4, 4],
        [5, 99],
        [7, 9],
        [-3, 0],
      ]),
    ).toBe("a[bc][de][f]");
  });

  it("marks nothing without a match", () => {
    expect(markedParts("abc", [])).toEqual([{ text: "abc", start: 0, isMarked: false }]);
    expect(markedParts("", [])).toEqual([]);
  });
});
