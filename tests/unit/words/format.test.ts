import { expect, test } from "vitest";
import { englishFormat, isoFormat } from "../../../supabase/functions/_domain/words/format.ts";

test("English text for people has days and instants in words, and the rest as the API writes it", () => {
  expect(englishFormat.day("2026-11-20")).toBe("20 Nov 2026");
  expect(englishFormat.day("2026-05-01")).toBe("1 May 2026");
  expect(englishFormat.instant("2026-03-02T23:30:00-02:00")).toBe("3 Mar 2026, 01:30 UTC");
  expect(englishFormat.number(2.345)).toBe(isoFormat.number(2.345));
});
