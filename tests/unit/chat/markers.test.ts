import { describe, expect, test } from "vitest";
import {
  claimsOf,
  countUncited,
  factsIn,
  withoutMarkers,
} from "../../../supabase/functions/_domain/chat/markers.ts";
import { References } from "../../../supabase/functions/_domain/chat/references.ts";

const brief =
  "We met on Monday. The budget – all of it – is agreed. Ann said: it’s too late for May.\nNobody objected.";
const invoice = "The invoice was sent in June. It is still open.";

/** [1] the brief, [2] the invoice, [3] a project. */
function twoReferences(): References {
  const references = new References();
  references.add({ kind: "chunk", id: "a", sourceId: "s", title: "Brief", text: brief });
  references.add({ kind: "chunk", id: "b", sourceId: "t", title: "Invoice", text: invoice });
  references.add({
    kind: "row",
    table: "projects",
    id: "p",
    title: "Relaunch",
    text: "Project Relaunch; 12 h",
  });
  return references;
}
const claim = (answer: string) => claimsOf(answer, twoReferences());
const quotes = (answer: string) => claim(answer).citations.map(({ n, quote }) => [n, quote]);

describe("numbers", () => {
  test("that do not exist are dropped and counted, each once", () => {
    expect(claim("All is well [7]. Truly [7, 0]. And [9999].")).toEqual({
      citations: [],
      dropped: 3,
    });
  });

  test("are counted once each in a sentence, in any order", () => {
    expect(quotes("The budget is agreed and the invoice was sent [2, 1] [1].")).toEqual([
      [1, "The budget – all of it – is agreed."],
      [2, "The invoice was sent in June."],
    ]);
  });

  test("after the full stop belong to the sentence before", () => {
    expect(quotes("Nobody objected. [1]")).toEqual([[1, "Nobody objected."]]);
    expect(quotes("Payment is still open.\n\n[2]")).toEqual([[2, "It is still open."]]);
  });

  test("that name a row cite its displayed values", () => {
    expect(claim("Relaunch took 12 h [3].").citations).toEqual([
      { n: 3, kind: "row", table: "projects", id: "p", quote: "Project Relaunch; 12 h" },
    ]);
  });

  test("in code are not citations, and stay unchanged", () => {
    const answer = "Take `items[1]` and\n```js\nrow[2] = list[1];\n```\nagreed [9].";
    expect(claim(answer)).toEqual({ citations: [], dropped: 1 });
    expect(withoutMarkers(answer, new Set())).toBe(
      "Take `items[1]` and\n```js\nrow[2] = list[1];\n```\nagreed .",
    );
    expect(claim("```\nnever closed [1]").citations).toEqual([]);
  });

  test("in tables and lists are citations", () => {
    expect(
      quotes("| Budget | agreed [1] |\n| --- | --- |\n* The invoice is open [2]"),
    ).toHaveLength(2);
  });

  test("an invalid citation is removed from the text", () => {
    expect(withoutMarkers("a [1], b [2, 1] c [7] d [1,2,7].", new Set([1, 7]))).toBe(
      "a [1], b [1] c [7] d [1, 7].",
    );
  });

  test("are limited to the number that the database settles at once", () => {
    const references = new References();
    const sentences = Array.from({ length: 700 }, (_, at) => {
      const title = `Task ${at}`;
      return `${title} [${references.add({ kind: "row", table: "tasks", id: title, title, text: title })}].`;
    });
    const { citations, dropped } = claimsOf(sentences.join(" "), references);
    expect([citations.length, dropped]).toEqual([500, 200]);
  });
});

describe("quotations", () => {
  test.each([
    [
      "another dash and case",
      'He said "the Budget - all of it - IS agreed" [1].',
      "The budget – all of it – is agreed",
    ],
    ["another apostrophe", `Ann: "it's too late for May" [1].`, "it’s too late for May"],
    ["a line break", "“late for May. Nobody objected” [1]", "late for May.\nNobody objected"],
    [
      "the full stop inside",
      'Minutes: "Nobody objected to…" and "We met on Monday." [1]',
      "We met on Monday",
    ],
    ["German marks", "„We met on Monday“ [1]", "We met on Monday"],
    ["characters of regular expressions", '"sent in June. It" [2]', "sent in June. It"],
  ])("with %s are accepted", (_, answer, quote) => {
    const { citations, dropped } = claim(answer);
    expect([citations.map((one) => one.quote), dropped]).toEqual([[quote], 0]);
    expect(brief + invoice).toContain(quote);
  });

  test.each([
    ["invented", '"nobody was there at all" [1].'],
    ["from another passage", '"The invoice was sent" [1].'],
    ["stitched from two places", '"We met on Monday. Nobody objected" [1].'],
    ["stitched with an ellipsis", '"We met … Nobody objected" [1].'],
    ["with one word more", '"Nobody ever objected" [1].'],
    ["with characters of regular expressions", '"(.*)+ [a-z]+ \\w+ $" [1].'],
  ])("%s are dropped and counted", (_, answer) => {
    expect(claim(answer)).toEqual({ citations: [], dropped: 1 });
  });

  test("that are invented are not excused by an invented number beside them", () => {
    expect(claim('"nobody was there at all" [1, 99].')).toEqual({ citations: [], dropped: 2 });
  });

  test("that are invented are not excused by a true one elsewhere", () => {
    expect(
      claim('They say "We met on Monday" [1]. They add "nobody was there at all" [1].'),
    ).toEqual({
      citations: [],
      dropped: 1,
    });
  });

  test("may come from either of two passages that are cited together", () => {
    expect(quotes('"The invoice was sent" after all was agreed [1, 2].')).toHaveLength(2);
  });

  test("a quote never ends in half a character", () => {
    const references = new References();
    references.add({ kind: "chunk", id: "a", sourceId: "s", title: "x", text: "🌱".repeat(700) });
    references.add({
      kind: "row",
      table: "tasks",
      id: "b",
      title: "x",
      text: `x${"🌱".repeat(3000)}`,
    });
    for (const { quote } of claimsOf("Green [1, 2].", references).citations) {
      expect(quote.isWellFormed()).toBe(true);
      expect(quote.length).toBeGreaterThan(500);
    }
  });
});

test("ten thousand numbers are read quickly", () => {
  const references = twoReferences();
  const same = "The budget is agreed [1]. ".repeat(10_000);
  const unknownMarkers = Array.from({ length: 9_990 }, (_, at) => `So it is [${at + 10}].`).join(
    " ",
  );
  const open = `${"[1, ".repeat(20_000)}${'"'.repeat(20_000)}${"`".repeat(20_000)}`;
  expect(claimsOf(same, references).citations).toHaveLength(1);
  expect(claimsOf(unknownMarkers, references)).toEqual({ citations: [], dropped: 9_990 });
  expect(claimsOf(open, references).citations.length).toBeLessThanOrEqual(1);
});

describe("sentences that cite nothing", () => {
  const uncitedCount = (answer: string, accepted: number[] = [1, 2, 3]) =>
    countUncited(factsIn(answer), new Set(accepted));

  test("are counted by the citations that were accepted", () => {
    const answer = "It is agreed [1]. It is late. Who knows? [2]\n\n* So it is [3]\n---";
    expect(factsIn(answer)).toEqual([[1], [], [3]]);
    expect([uncitedCount(answer), uncitedCount(answer, [1]), uncitedCount(answer, [])]).toEqual([
      1, 2, 3,
    ]);
    expect(factsIn("")).toEqual([]);
  });

  test.each([
    ["a heading", "## Where the budget stands\n\nIt is agreed [1]."],
    ["a heading in bold", "**Where the budget stands**\n\nIt is agreed [1]."],
    [
      "the line before a list",
      "These are open now:\n\n1. The brief is late [1]\n2. So is the site [2]",
    ],
    [
      "the header row of a table",
      "| Project | Hours spent so far |\n|---|:-:|\n| Relaunch of all | 12 [3] |",
    ],
    ["a question to the reader", "Which of the two projects do you mean?"],
    ["a greeting", "Hello Ann! It is agreed [1]."],
    ["a statement that nothing was found", "I can’t find that in anything you have access to."],
    ["code", "It is agreed [1].\n```\nit is late. so late.\n```"],
    ["a number after the full stop", "It is agreed. [1]"],
  ])("%s does not count", (_, answer) => {
    expect(uncitedCount(answer)).toBe(0);
  });

  test.each([
    ["a figure alone", "42 hours."],
    ["a sentence in bold", "**The budget is agreed by all.**"],
    ["one of two", "It is late. It is agreed [1]."],
    ["a row of a table", "| Project | Hours |\n|---|---|\n| Relaunch of all | 12 |"],
    ["a point of a list", "These are open now:\n- The brief is late"],
    ["one in another language", "Das Budget ist aufgebraucht."],
    ["one whose number was not accepted", "It is agreed [9]."],
  ])("%s counts", (_, answer) => {
    expect(uncitedCount(answer)).toBe(1);
  });
});

test("the question's own words between marks need no source", () => {
  const questions = ["Is it true that “we ship on the first of May”?"];
  const answer = 'On "we ship on the first of May": Ann says it is too late for May [1].';
  expect(claimsOf(answer, twoReferences()).dropped).toBe(1);
  expect(claimsOf(answer, twoReferences(), questions).citations).toMatchObject([
    { n: 1, quote: "Ann said: it’s too late for May." },
  ]);
  // Anything else between marks still needs a source.
  expect(
    claimsOf(`${answer} "Nobody was ever there" [1].`, twoReferences(), questions).dropped,
  ).toBe(1);
});
