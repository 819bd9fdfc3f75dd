import { afterEach, describe, expect, it } from "vitest";
import {
  chooseTimeZone,
  daysSince,
  formatInstant,
  formatTime,
  todayOf,
} from "../../../web/src/format/dates.ts";
import { initialsOf } from "../../../web/src/format/names.ts";

const now = new Date(2026, 10, 21, 0, 30);

describe("daysSince", () => {
  it("counts calendar days of the reader, even half an hour after midnight", () => {
    expect(daysSince("2026-11-21", now)).toBe(0);
    expect(daysSince("2026-11-20", now)).toBe(1);
    expect(daysSince("2026-11-25", now)).toBe(-4);
  });

  it("is not off by one across the end of summer time", () => {
    expect(daysSince("2026-10-24", new Date(2026, 9, 26, 0, 30))).toBe(2);
  });
});

describe("a chosen time zone", () => {
  afterEach(() => chooseTimeZone(undefined));

  it("decides which day and time it is", () => {
    const instant = new Date("2026-11-21T23:30:00Z");
    chooseTimeZone("Pacific/Kiritimati");
    expect(todayOf(instant)).toBe("2026-11-22");
    expect(daysSince("2026-11-22", instant)).toBe(0);
    expect(formatTime(instant.toISOString())).toMatch(/1:30/);
    chooseTimeZone("America/Los_Angeles");
    expect(todayOf(instant)).toBe("2026-11-21");
    expect(daysSince("2026-11-22", instant)).toBe(-1);
  });
});

describe("formatInstant", () => {
  const ago = (seconds: number) =>
    formatInstant(new Date(now.getTime() - seconds * 1000).toISOString(), now);

  it("is relative for a week and absolute before", () => {
    expect(ago(20)).toBe("just now");
    expect(ago(300)).toMatch(/^5 /);
    expect(ago(6 * 86_400)).toMatch(/^6 /);
    expect(ago(8 * 86_400)).toContain("2026");
  });

  it("counts calendar days after 24 hours", () => {
    expect(ago(24 * 3600)).toBe("yesterday");
    // Half an hour past midnight, 25 hours ago is the day before yesterday.
    expect(ago(25 * 3600)).toMatch(/^2 /);
    expect(ago(47 * 3600)).toMatch(/^2 /);
  });
});

describe("initialsOf", () => {
  it("takes the first and the last word", () => {
    expect(initialsOf("Ada King Lovelace")).toBe("AL");
    expect(initialsOf("58")).toBe("5");
    expect(initialsOf(" ")).toBe("");
  });
});
