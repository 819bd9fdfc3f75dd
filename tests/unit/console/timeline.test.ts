import { describe, expect, it } from "vitest";
import { parseProjectSearch } from "../../../web/src/features/projects/search-params.ts";
import {
  changesInWords,
  classificationInWords,
  daysOf,
  shareInWords,
  type TimelineEntry,
} from "../../../web/src/features/projects/timeline.ts";

describe("daysOf", () => {
  const tasks = (day: string, kind: "tasks_completed" | "tasks_started"): TimelineEntry => ({
    day,
    kind,
    at: null,
    count: 1,
    tasks: [],
  });

  it("groups the entries of all pages by day, in their order", () => {
    const pages = [
      {
        entries: [
          tasks("2026-03-11", "tasks_completed"),
          tasks("2026-03-11", "tasks_started"),
          tasks("2026-03-10", "tasks_started"),
        ],
        next_before: "2026-03-10",
      },
      { entries: [tasks("2026-03-02", "tasks_completed")], next_before: null },
    ];
    expect(daysOf(pages).map(({ day, entries }) => [day, entries.map(({ kind }) => kind)])).toEqual(
      [
        ["2026-03-11", ["tasks_completed", "tasks_started"]],
        ["2026-03-10", ["tasks_started"]],
        ["2026-03-02", ["tasks_completed"]],
      ],
    );
    expect(daysOf([])).toEqual([]);
  });
});

describe("classificationInWords", () => {
  const now = { tier: "core", service_line: "Commerce", risk: "high" } as const;

  it("shows everything the first time, and later the former values", () => {
    expect(classificationInWords({ from: null, to: now })).toEqual([
      "Core",
      "Commerce",
      "High risk",
    ]);
    expect(
      classificationInWords({ from: { tier: "core", service_line: null, risk: "low" }, to: now }),
    ).toEqual(["Core", "Commerce", "Low risk → High risk"]);
    expect(classificationInWords({ from: now, to: { ...now, service_line: null } })).toEqual([
      "Core",
      "no longer Commerce",
      "High risk",
    ]);
  });
});

describe("changesInWords", () => {
  const words = {
    nameOf: (id: string) => (id === "p1" ? "Mira" : undefined),
    currency: "EUR",
  };
  const say = (field: string, from: unknown, to: unknown) =>
    changesInWords({ [field]: { from, to } }, words);

  it("formats values for people", () => {
    expect(say("status", "active", "on_hold")).toEqual(["Status: Active → On hold"]);
    expect(say("lead_id", null, "p1")).toEqual(["Lead: none → Mira"]);
    expect(say("lead_id", "p1", "unseen")).toEqual(["Lead: Mira → someone"]);
    expect(say("budget_hours", 100, 120.5)[0]).toMatch(/^Budget: 100 h → 120.5 h$/);
    expect(say("due_on", null, "2026-03-11")[0]).toMatch(/^Due: none → .*2026/);
  });

  it("does not repeat long texts and ids", () => {
    expect(say("summary", "a", "b")).toEqual(["Summary changed"]);
    expect(say("account_id", "a", "b")).toEqual(["Account changed"]);
    expect(say("archived_at", null, "2026-03-11T00:00:00Z")).toEqual(["Archived"]);
    expect(say("archived_at", "2026-03-11T00:00:00Z", null)).toEqual(["Restored from the archive"]);
  });

  it("leaves out fields without a label", () => {
    expect(say("organization_id", "a", "b")).toEqual([]);
  });
});

describe("shareInWords", () => {
  it("names everyone the reader may see", () => {
    expect(
      shareInWords([
        { id: "p1", name: "Mira", hours: 3 },
        { id: "p2", name: null, hours: 1.25 },
      ]),
    ).toBe("Mira (3 h), Someone (1.25 h)");
    expect(shareInWords([{ id: "p1", name: "Mira", hours: 3 }])).toBe("Mira");
  });
});

describe("parseProjectSearch", () => {
  it("keeps the kinds it knows, in their order, and falls back to the timeline", () => {
    const input = { view: "overview", kinds: "hours,gossip,status_update" };
    const { view, kinds } = parseProjectSearch(input as never);
    expect([view, kinds]).toEqual(["timeline", "status_update,hours"]);
  });
});
