import { describe, expect, it } from "vitest";
import { monthsOf } from "../../../web/src/features/projects/monthly-hours.ts";

describe("monthsOf", () => {
  it("shows a pause as months without hours, across the turn of the year", () => {
    const days = [
      { day: "2025-12-31", hours: 0.3 },
      { day: "2026-02-01", hours: 4 },
    ];
    expect(monthsOf(days)).toEqual([
      { month: "2025-12-01", hours: 0.3 },
      { month: "2026-01-01", hours: 0 },
      { month: "2026-02-01", hours: 4 },
    ]);
    expect(monthsOf([])).toEqual([]);
  });

  it("adds up the days of a month to the hundredth of an hour", () => {
    const days = ["2026-02-01", "2026-02-02", "2026-02-28"].map((day) => ({ day, hours: 0.1 }));
    expect(monthsOf(days)).toEqual([{ month: "2026-02-01", hours: 0.3 }]);
  });
});
