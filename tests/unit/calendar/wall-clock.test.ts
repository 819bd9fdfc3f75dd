import fc from "fast-check";
import { expect, test } from "vitest";
import {
  atWallClock,
  wallClockOf,
} from "../../../supabase/functions/_domain/calendar/wall-clock.ts";
import { randomized } from "../../support/depth.ts";

const ZONES = [
  "Europe/Berlin",
  "America/New_York",
  "America/St_Johns",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "Pacific/Auckland",
];
const zone = fc.constantFrom(...ZONES);
const second = fc.integer({ min: Date.UTC(2020, 0) / 1000, max: Date.UTC(2032, 0) / 1000 });

test("an instant has one wall-clock time, which leads back to it or to the first instant with that time", () => {
  fc.assert(
    fc.property(zone, second, (timeZone, seconds) => {
      const wallTime = wallClockOf(seconds * 1000, timeZone);
      const instant = atWallClock(wallTime, timeZone);
      expect(wallClockOf(instant, timeZone)).toBe(wallTime);
      expect(Date.parse(instant)).toBeLessThanOrEqual(seconds * 1000);
    }),
    randomized({ default: 300, nightly: 20_000 }),
  );
});

test("a wall-clock time that the clock skips becomes later by as much as the clock moves forward", () => {
  const skippedTime = Date.UTC(2026, 2, 29, 2, 30);
  expect(atWallClock(skippedTime, "Europe/Berlin")).toBe("2026-03-29T01:30:00.000Z");
  expect(wallClockOf("2026-03-29T01:30:00Z", "Europe/Berlin")).toBe(Date.UTC(2026, 2, 29, 3, 30));
});

test("a wall-clock time that occurs twice means the first instant", () => {
  const twice = Date.UTC(2026, 9, 25, 2, 30);
  expect(atWallClock(twice, "Europe/Berlin")).toBe("2026-10-25T00:30:00.000Z");
});
