/** An answer from the web contains only words, and numbers of pages that can be opened. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { numberCitations } from "../../../supabase/functions/_domain/chat/web-citations.ts";
import { randomized } from "../../support/depth.ts";

/** A citation of some words by their location, counted as the vendor does: in code points. */
function cite(text: string, words: string, url: string, title = "A page") {
  const start = Array.from(text.slice(0, text.indexOf(words))).length;
  return { url, title, start, end: start + Array.from(words).length };
}

describe("numbers", () => {
  test("come in the order of the text, one for each page, after the sentence that it supports", () => {
    const text = "🌱 Green. Blue. Red.";
    const pages = [
      cite(text, "Red.", "https://a.example/x"),
      cite(text, "🌱 Green.", "https://a.example/x?utm_source=openai", "The first"),
      cite(text, "Blue.", "http://b.example/"),
    ];
    expect(numberCitations(text, pages)).toEqual({
      answer: "🌱 Green. [1] Blue. [2] Red. [1]",
      citations: [
        { n: 1, url: "https://a.example/x", title: "The first" },
        { n: 2, url: "http://b.example/", title: "A page" },
      ],
    });
  });

  test("replace the vendor's links, however much of them it marked", () => {
    const link = "([b.example](https://b.example/y_(z)?utm_source=openai))";
    const text = `It rains ${link}. It ![shot](https://c.example/p.png) pours.`;
    for (const words of [
      link,
      "[b.example](https://b.example/y_(z)?utm_source=openai)",
      "https://b.example/y_(z)",
    ]) {
      const result = numberCitations(text, [cite(text, words, "https://b.example/y_(z)")]);
      expect(result.answer).toBe("It rains [1]. It pours.");
      expect(result.citations).toHaveLength(1);
    }
  });

  test("from the vendor are removed, and links without a citation become plain words", () => {
    const text =
      'See [the report](https://evil.example/?q=1 "x") [3], [4, 5] and [6](javascript:alert(1)).';
    expect(numberCitations(text, [])).toEqual({ answer: "See the report, and 6.", citations: [] });
  });
});

test("removing or inserting text creates no link", () => {
  const linkTexts = (text: string, words: string) =>
    numberCitations(text, [cite(text, words, "https://a.example/")]).answer;
  expect(linkTexts("Rain.(https://evil.example/)", "Rain.")).toBe(
    "Rain. [1] (https://evil.example/)",
  );
  expect(linkTexts("Rain.\n\n: https://evil.example/", "Rain.\n\n")).not.toMatch(/\[1\]:/);
  expect(linkTexts("Rain.\n\n[a]: https://evil.example/\n\n[a]", "Rain.")).toBe("Rain. [1]\n\n[a]");
  expect(linkTexts("Rain. [a]\u200B(https://evil.example/)", "Rain.")).toBe("Rain. [1] a");
  expect(linkTexts("Rain. [a[2]](https://evil.example/)", "Rain.")).toBe("Rain. [1] a");
});

test.each([
  "javascript:alert(1)",
  "data:text/html,x",
  "ftp://a.example/",
  "file:///etc/passwd",
  "https://user:secret@a.example/",
  "//a.example/",
  "a.example",
  "",
  `https://a.example/${"x".repeat(2_000)}`,
])("%s is not a page to cite", (url) => {
  expect(numberCitations("Words.", [{ url, title: "x", start: 0, end: 6 }])).toEqual({
    answer: "Words.",
    citations: [],
  });
});

test("for any text and marks, no link remains, each number has its page, and pages are listed once", () => {
  const url = fc.constantFrom(
    "https://a.example/",
    "http://b.example/p?q=1",
    "javascript:x",
    "https://c.example/(d)",
  );
  const part = fc.oneof(
    fc.string({ maxLength: 12, unit: "grapheme" }),
    url.map((one) => `([a.example](${one}))`),
    url.map((one) => `![picture](${one} "title")`),
    fc.constantFrom(" [1]", "[2, 3]", "🌱", "\n\n", "(", "]("),
  );
  const page = fc.record({
    url,
    title: fc.string(),
    start: fc.integer({ min: -2, max: 60 }),
    end: fc.integer({ min: -2, max: 60 }),
  });
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 10 }),
      fc.array(page, { maxLength: 5 }),
      (parts, pages) => {
        const { answer, citations } = numberCitations(parts.join(""), pages);
        expect(answer).not.toMatch(/\[[^[\]\n]*\]\((?:https?|javascript):/);
        expect(citations.map(({ n }) => n)).toEqual(citations.map((_, index) => index + 1));
        expect(new Set(citations.map((one) => one.url)).size).toBe(citations.length);
        for (const citation of citations) expect(citation.url).toMatch(/^https?:\/\//);
      },
    ),
    randomized({ default: 1_000, nightly: 2_000 }),
  );
});
