import { describe, expect, it } from "vitest";
import {
  type BurnProject,
  burnPoints,
  burnSentence,
  hourTicks,
  monthTicks,
  withTotals,
} from "../../../web/src/features/projects/burn-line.ts";

const TODAY = "2026-11-21";
const at = (day: string) => Date.parse(day);

function project(fields: Partial<BurnProject> = {}): BurnProject {
  return {
    status: "active",
    starts_on: "2026-09-01",
    due_on: "2026-12-01",
    actual_hours: 212,
    budget_hours: 300,
    estimate_hours: 0,
    ...fields,
  };
}

describe("burnSentence", () => {
  const sentence = (fields: Partial<BurnProject>, days: { day: string; hours: number }[] = []) =>
    burnSentence(days, project(fields), TODAY, (day) => day);
  // 28 hours in four weeks: one a day.
  const steady = [
    { day: "2026-10-24", hours: 100 },
    { day: "2026-10-25", hours: 14 },
    { day: "2026-11-21", hours: 14 },
    { day: "2026-11-22", hours: 100 },
  ];

  it("shows how long the budget lasts at the pace of the last 28 days, today included", () => {
    expect(sentence({}, steady)).toBe(
      "212 of 300 h used, 71%; at the pace of the last four weeks (28 h), the budget lasts until 2027-02-17, 78 days after the due date.",
    );
    expect(sentence({ due_on: "2027-02-18" }, steady)).toMatch(/17, 1 day before the due date\.$/);
    expect(sentence({ due_on: "2027-02-17" }, steady)).toMatch(/17, the due date\.$/);
    expect(sentence({ due_on: null }, steady)).toMatch(/until 2027-02-17\.$/);
  });

  it("never predicts a day without a pace, or one that is too far away", () => {
    expect(sentence({})).toBe("212 of 300 h used, 71%; no hours in the last four weeks.");
    expect(sentence({}, [{ day: TODAY, hours: 0.5 }])).toMatch(/lasts for more than two years\.$/);
  });

  it("shows the hours over budget, and a fully used budget", () => {
    expect(sentence({ actual_hours: 340 }, steady)).toBe(
      "340 of 300 h used, 113%: 40 h over the budget.",
    );
    expect(sentence({ actual_hours: 300 }, steady)).toBe(
      "300 of 300 h used, 100%; the budget is used up.",
    );
  });

  it("uses the estimate if there is no budget, and states it", () => {
    expect(sentence({ budget_hours: null, estimate_hours: 424 }, steady)).toMatch(
      /^212 of 424 estimated h used, 50%; .* the estimate lasts until/,
    );
    expect(sentence({ budget_hours: null })).toBe(
      "212 h used. There is neither a budget nor an estimate to compare with.",
    );
  });

  it("has no outlook for work that is not running", () => {
    expect(sentence({ status: "completed" }, steady)).toBe("212 of 300 h used, 71%.");
  });
});

describe("burnPoints", () => {
  const days = [
    { day: "2026-09-11", hours: 10 },
    { day: "2026-10-01", hours: 5 },
  ];

  it("adds the hours up from the start to today, or to four weeks after the last of them", () => {
    expect(
      burnPoints(days, project({ due_on: null }), TODAY).map((point) => [point.at, point.used]),
    ).toEqual([
      [at("2026-09-01"), 0],
      [at("2026-09-11"), 10],
      [at("2026-10-01"), 15],
      [at("2026-10-29"), 15],
    ]);
    const [last] = burnPoints(days, project({ due_on: null }), "2026-10-05").slice(-1);
    expect(last).toMatchObject({ at: at("2026-10-05"), used: 15 });
  });

  it("ends with the last hours when the work is not running", () => {
    const points = burnPoints(days, project({ status: "completed", due_on: null }), TODAY);
    expect(points.at(-1)).toEqual({ at: at("2026-10-01"), used: 15, planned: null });
  });

  it("plans evenly from start to due day, and not outside", () => {
    const points = burnPoints(
      [{ day: "2026-08-30", hours: 1 }, ...days],
      project({ starts_on: "2026-09-01", due_on: "2026-10-01", budget_hours: 300 }),
      TODAY,
    );
    expect(points.map(({ at, used, planned }) => [at, used, planned])).toEqual([
      [at("2026-08-29"), 0, null],
      [at("2026-08-30"), 1, null],
      [at("2026-09-01"), 1, 0],
      [at("2026-09-11"), 11, 100],
      [at("2026-10-01"), 16, 300],
      [at("2026-10-29"), 16, null],
    ]);
  });

  it("extends to the due day, beyond which nothing is used yet", () => {
    const last = burnPoints(days, project({ due_on: "2027-01-31" }), TODAY).at(-1);
    expect(last).toEqual({ at: at("2027-01-31"), used: null, planned: 300 });
  });

  it("shows no chart without hours, and no pace without a plan or with one that ends before it begins", () => {
    expect(burnPoints([], project(), TODAY)).toEqual([]);
    for (const fields of [{ budget_hours: null }, { starts_on: null }, { due_on: "2026-09-01" }]) {
      const points = burnPoints(days, project(fields), TODAY);
      expect(points.every((point) => point.planned === null)).toBe(true);
    }
  });
});

describe("monthTicks", () => {
  const points = burnPoints(
    [
      { day: "2025-11-30", hours: 1 },
      { day: "2026-03-02", hours: 1 },
    ],
    project({ status: "completed", starts_on: null, due_on: null }),
    TODAY,
  );

  it("marks the first days of months, across the turn of the year, up to the maximum", () => {
    const months = ["2025-12-01", "2026-01-01", "2026-02-01", "2026-03-01"];
    expect(monthTicks(points, 10)).toEqual(months.map(at));
    expect(monthTicks(points, 2)).toEqual(["2025-12-01", "2026-02-01"].map(at));
    expect(monthTicks([], 4)).toEqual([]);
  });
});

describe("hourTicks", () => {
  it.each([
    [0, [0, 0.2]],
    [7, [0, 2, 4, 6, 8]],
    [10, [0, 5, 10, 15]],
    [148, [0, 50, 100, 150]],
    [620, [0, 200, 400, 600, 800]],
    [23_456.5, [0, 5000, 10_000, 15_000, 20_000, 25_000]],
  ])("marks round numbers beyond %d", (top, ticks) => {
    expect(hourTicks(top)).toEqual(ticks);
  });
});

describe("withTotals", () => {
  it("adds each month to those before", () => {
    const months = [
      { month: "2026-01-01", hours: 2 },
      { month: "2026-02-01", hours: 0 },
      { month: "2026-03-01", hours: 3.5 },
    ];
    expect(withTotals(months).map(({ total }) => total)).toEqual([2, 2, 5.5]);
  });
});
