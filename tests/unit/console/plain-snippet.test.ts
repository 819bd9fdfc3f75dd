import { describe, expect, it } from "vitest";
import { markedParts } from "../../../web/src/features/knowledge/marks.ts";
import { plainSnippet } from "../../../web/src/features/knowledge/plain-snippet.ts";

const plain = (snippet: string) => plainSnippet(snippet, []).text;

describe("a snippet in plain text", () => {
  it.each([
    ["## Launch plan We begin in May.", "Launch plan We begin in May."],
    ["…the end. # Next The **site** goes __live__.", "…the end. Next The site goes live."],
    ["***Important***: ~~old~~ new, *soon* or _later_.", "Important: old new, soon or later."],
    ['Read [the **plan**](https://a.test/b_c_(d) "Plan").', "Read the plan."],
    ["![Map](map.png) and `npm start`", "Map and npm start"],
    ["…of the plan](https://a.test/plan) is new", "…of the plan is new"],
    ["Read [the plan](https://a.test/pl…", "Read the plan"],
    ["**Decision: we start…", "Decision: we start…"],
    ["> - [ ] Call Ada - [x] Write", "Call Ada Write"],
    ["```sql select 1 ```", " select 1 "],
    ["| Page | Hours | | --- | ---: | | Tour | 12 |", "Page · Hours · Tour · 12"],
    ["|Page|Hours| |:--|--:| |Tour|12|", "Page|Hours · Tour|12"],
    ["\\*not bold\\* and 1\\_2", "*not bold* and 1_2"],
  ])("has no Markdown: %j", (snippet, text) => {
    expect(plain(snippet)).toBe(text);
  });

  it.each([
    "Issue #12 costs 2 * 3 * 4 = 24 and 2**3 = 8",
    "snake_case_name and file_name.md",
    "a - b, 5 > 3, [1] and [see above] (page 4)",
    "First half: 10% ~ 20%, C# and F#.",
    "",
  ])("leaves other text as it is: %j", (snippet) => {
    expect(plain(snippet)).toBe(snippet);
  });

  it("keeps the highlights at their words", () => {
    const snippet =
      "…## Plan The **launch** of [the shop](https://shop.test/launch) 🚢 | launch | May |";
    const words = [...snippet.matchAll(/launch|shop|May/g)];
    const ranges = words.map(
      ({ index, 0: { length } }) => [index, index + length] as [number, number],
    );
    const answer = plainSnippet(snippet, ranges);
    expect(answer.text).toBe("…Plan The launch of the shop 🚢 · launch · May");
    // Those within a removed address are gone.
    expect(
      markedParts(answer.text, answer.ranges)
        .filter(({ isMarked }) => isMarked)
        .map(({ text }) => text),
    ).toEqual(["launch", "shop", "launch", "May"]);
  });
});
