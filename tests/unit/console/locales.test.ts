/** Within any one locale, days, times and numbers look the same everywhere in the console. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = path.join(import.meta.dirname, "../../..");

/** Prints the formats under test from a separate process, because the locale belongs to the process. */
const SCRIPT = `
  const { chooseTimeZone, ...dates } = await import("./web/src/format/dates.ts");
  const numbers = await import("./web/src/format/numbers.ts");
  const { readerFormat } = await import("./web/src/format/reader.ts");
  chooseTimeZone("UTC");
  const at = "2026-11-16T08:04:00Z";
  const end = "2026-11-16T21:30:00Z";
  console.log(JSON.stringify({
    day: dates.formatDay("2026-11-16"),
    withDay: [
      dates.formatInstantDay(at), dates.formatInstant(at, new Date("2027-11-16")), dates.formatMoment(at),
      dates.formatDayAndWeekday("2026-11-16"), dates.formatPeriod(at, end),
    ],
    morning: dates.formatTime(at),
    withMorning: [
      dates.formatClock(484), dates.formatInstant(at, new Date("2027-11-16")), dates.formatMoment(at),
      dates.formatMoment(at, "Africa/Abidjan"), dates.formatPeriod(at, end),
    ],
    percent: [numbers.formatPercent(0.8), readerFormat.percent(80)],
  }));
`;

function outputIn(locale: string) {
  const output = execFileSync(process.execPath, ["--input-type=module", "--eval", SCRIPT], {
    cwd: ROOT,
    env: { ...process.env, LC_ALL: locale, LANG: locale },
    encoding: "utf8",
  });
  // Locales separate "8:04" and "AM" with different kinds of space.
  return JSON.parse(output.replaceAll(/[\u00a0\u202f]/g, " ")) as {
    [Name in "day" | "morning"]: string;
  } & { [Name in "withDay" | "withMorning" | "percent"]: string[] };
}

describe.each([
  ["en_US", { day: "Nov 16, 2026", morning: "8:04 AM", percent: "80%" }],
  ["en_GB", { day: "16 Nov 2026", morning: "08:04", percent: "80%" }],
  ["de_DE", { day: "16. Nov. 2026", morning: "08:04", percent: "80 %" }],
])("in %s", (locale, expected) => {
  const texts = outputIn(locale);

  it("a day is written one way", () => {
    expect(texts.day).toBe(expected.day);
    for (const text of texts.withDay) expect(text).toContain(expected.day);
  });

  it("a time is written one way", () => {
    expect(texts.morning).toBe(expected.morning);
    for (const text of texts.withMorning) expect(text).toMatch(timeAlone(expected.morning));
  });

  it("a percentage is written one way", () => {
    expect(texts.percent).toEqual([expected.percent, expected.percent]);
  });
});

/** Finds only a whole time: not "8:04 AM" inside "08:04 AM". */
const timeAlone = (time: string) => new RegExp(`(?<!\\d)${time}(?!\\d)`);

it("only web/src/format writes days, times and numbers in the reader's locale", () => {
  const files = execFileSync("git", ["ls-files", "web/src"], { cwd: ROOT, encoding: "utf8" })
    .split("\n")
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith("web/src/format/"));
  const offenders = files.filter((file) =>
    /Intl\.(?:DateTime|Number|RelativeTime)Format\(undefined(?!, \{ timeZone: zone \})|\.toLocale(?:Date|Time)?String\(/.test(
      readFileSync(path.join(ROOT, file), "utf8"),
    ),
  );
  expect(offenders).toEqual([]);
});
