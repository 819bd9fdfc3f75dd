import { describe, expect, it } from "vitest";
import { withPauses } from "../../../web/src/features/projects/monthly-hours.ts";

describe("withPauses", () => {
  it("shows a pause as months without hours, across the turn of the year", () => {
    const worked = [
      { month: "2026-02-01", hours: 4 },
      { month: "2025-12-01", hours: 0.3 },
    ];
    expect(withPauses(worked)).toEqual([
      { month: "2025-12-01", hours: 0.3 },
      { month: "2026-01-01", hours: 0 },
      { month: "2026-02-01", hours: 4 },
    ]);
    expect(withPauses([])).toEqual([]);
  });
});
