import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  Day,
  Hours,
  Line,
  Money,
  Paragraphs,
} from "../../../supabase/functions/_domain/normal-forms.ts";
import { randomized } from "../../support/depth.ts";

describe("a line", () => {
  test.each([
    ["  Harbour \t shop\n", "Harbour shop"],
    ["Cafe\u0301", "Caf\u00e9"],
    ["a\u00a0\u2003b", "a b"],
    ["\u{1F469}\u200D\u{1F4BB} studio", "\u{1F469}\u200D\u{1F4BB} studio"],
  ])("%j becomes %j", (input, normal) => {
    expect(Line(20).parse(input)).toBe(normal);
  });

  test.each([
    [""],
    [" \n "],
    ["\u202Egnp.exe"],
    ["a\u0000b"],
    ["\ud800"],
    ["x".repeat(21)],
    [7],
    [null],
  ])("%j is refused", (input) => {
    expect(Line(20).safeParse(input).success).toBe(false);
  });

  test("is the same after a second normalization", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const once = Line(1000).safeParse(text);
        if (once.success) expect(Line(1000).parse(once.data)).toBe(once.data);
      }),
      randomized({ default: 100, nightly: 300 }),
    );
  });
});

describe("paragraphs", () => {
  test("keep their lines, and lose invisible characters at the ends", () => {
    expect(Paragraphs(50).parse("\r\n One \t\r\n\r\n  Two  \n")).toBe("One\n\n  Two");
  });

  test.each([["\n \n"], ["a\u0007"], ["a\u2028b"], ["x".repeat(51)]])("%j is refused", (input) => {
    expect(Paragraphs(50).safeParse(input).success).toBe(false);
  });
});

describe("money and hours", () => {
  test.each([
    [0, 0],
    [1250.5, 1250.5],
    ["1250.50", 1250.5],
    [" 7 ", 7],
    [999_999_999_999.99, 999_999_999_999.99],
  ])("%j is %j", (input, amount) => {
    expect(Money.parse(input)).toBe(amount);
  });

  test.each([
    -1,
    "-1",
    "1,250.50",
    "1.250,50",
    "1e3",
    "",
    " ",
    "12.345",
    12.345,
    0.001,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e15,
    "EUR 12",
    null,
    [],
    true,
  ])("%j is refused", (input) => {
    expect(Money.safeParse(input).success).toBe(false);
    expect(Hours.safeParse(input).success).toBe(false);
  });

  test("every amount of cents is the same after a round trip", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999_999 }), (cents) => {
        const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
        expect(Money.parse(text).toFixed(2)).toBe(text);
        expect(Money.parse(Number(text)).toFixed(2)).toBe(text);
      }),
      randomized({ default: 100, nightly: 300 }),
    );
  });
});

describe("a day", () => {
  test.each(["2026-02-28", "2024-02-29", "0001-01-01", "9999-12-31"])("%s is valid", (day) => {
    expect(Day.parse(day)).toBe(day);
  });

  test.each([
    "2026-02-29",
    "2026-13-01",
    "2026-1-1",
    "01.02.2026",
    "0000-01-01",
    "10000-01-01",
    "2026-01-01T00:00:00Z",
    "infinity",
    "today",
    "",
    20260101,
  ])("%j is invalid", (day) => {
    expect(Day.safeParse(day).success).toBe(false);
  });
});
