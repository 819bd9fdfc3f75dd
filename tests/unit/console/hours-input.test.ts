import { describe, expect, it } from "vitest";
import { parseHours } from "../../../web/src/features/time/hours-input.ts";
import { daysOf } from "../../../web/src/features/time/week.ts";
import { addDays } from "../../../web/src/format/zoned-time.ts";

describe("typed hours", () => {
  it.each([
    ["1:30", 1.5],
    ["1.5", 1.5],
    ["1,5", 1.5],
    [":45", 0.75],
    ["0:20", 0.33],
    [".25", 0.25],
    ["8", 8],
    ["8.", 8],
    [" 24 ", 24],
    ["", 0],
    ["0", 0],
  ])("%j means %d hours", (text, hours) => {
    expect(parseHours(text)).toEqual({ hours });
  });

  it.each([
    ["1:75", /0 to 59 minutes/],
    ["abc", /1:30, 1.5 or 1,5/],
    ["1.2.3", /1:30/],
    ["-1", /1:30/],
    ["1e3", /1:30/],
    [".", /1:30/],
    ["24.01", /at most 24/],
    ["0.001", /0.01/],
  ])("%j is refused with a message that says what to enter", (text, problem) => {
    expect(parseHours(text).problem).toMatch(problem);
  });
});

describe("days of a week", () => {
  it("number seven even when the clocks change", () => {
    const { TZ } = process.env;
    try {
      for (const zone of ["Europe/Berlin", "America/New_York"]) {
        process.env["TZ"] = zone;
        expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
        expect(daysOf("2026-03-23").at(-1)).toBe("2026-03-29");
        expect(daysOf("2026-03-02").at(-1)).toBe("2026-03-08");
        expect(new Set(daysOf("2026-10-19")).size).toBe(7);
        expect(addDays("2026-10-26", -7)).toBe("2026-10-19");
        expect(addDays("2026-10-26", 7)).toBe("2026-11-02");
      }
    } finally {
      if (TZ === undefined) delete process.env["TZ"];
      else process.env["TZ"] = TZ;
    }
  });
});
