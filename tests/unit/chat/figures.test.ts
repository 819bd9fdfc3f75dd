import { describe, expect, test } from "vitest";
import { unfoundFigures } from "../../../supabase/functions/_domain/chat/figures.ts";

describe("unsupported figures", () => {
  test.each([
    ["a sum of the model's own", "Both need 212.5 hours [1].", ["120 h", "92.5 h"], ["212.5"]],
    ["an invented percentage", "Burn is at 87 % [2].", ["78 % of budget"], ["87"]],
    ["a rounded figure", "About 92h.", ["92.5 h spent"], ["92"]],
    ["the ends of a range", "8-13 days", ["8"], ["13"]],
    ["a repeated figure once", "41 of 41, and 43.", ["42"], ["41", "43"]],
  ])("%s", (_, answer, inputs, expected) => {
    expect(unfoundFigures(answer, inputs)).toEqual(expected);
  });

  test.each([
    ["as a source has them", "92.5 of 120 hours", ["92.5 of 120 h spent"]],
    ["grouped otherwise", "1,200 and 1.200,50 and 3'000", ["1200; 1200.5; 3000"]],
    ["with trailing zeros", "12.50", ["12.5"]],
    ["of a day that is written out", "on 3 June 2026", ["due 2026-06-03"]],
    ["of a day with dots", "on 3 June", ["03.06.2026"]],
    ["of a moment", "at 9:05", ["2026-06-03T09:05:00Z"]],
    ["of the question", "Of the 17 you name, none.", ["Are all 17 done?"]],
    ["of a name", "In Q3 v2.1 was A-12.", [""]],
    ["of citations, lists and code", "1. Yes [12, 13]\n2) No `x = 99`\n```\n7 * 8 = 56\n```", [""]],
    ["of no answer", "", [""]],
  ])("exclude those %s", (_, answer, inputs) => {
    expect(unfoundFigures(answer, inputs)).toEqual([]);
  });

  test("lists at most twenty", () => {
    const answer = Array.from({ length: 50 }, (_, at) => `${1000 + at}`).join(" and ");
    expect(unfoundFigures(answer, [""])).toHaveLength(20);
  });

  test("the time for a long context grows linearly", () => {
    const inputs = "1,".repeat(500_000);
    expect(unfoundFigures("2 of 3", [inputs, inputs])).toEqual(["2", "3"]);
  });
});
