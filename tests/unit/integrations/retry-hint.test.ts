import { describe, expect, test } from "vitest";
import { parseRetryHint } from "../../../supabase/functions/_integrations/retry-hint.ts";

const now = Date.parse("2026-11-21T14:00:00Z");
const hint = (headers: Record<string, string>) =>
  parseRetryHint({ headers: new Headers(headers) }, now);

describe("every format in which a vendor states when to retry", () => {
  test.each([
    ["seconds", { "retry-after": "7" }, 7_000],
    ["seconds with a fraction", { "retry-after": "0.25" }, 250],
    ["no time at all", { "retry-after": "0" }, 0],
    ["an HTTP date", { "retry-after": "Sat, 21 Nov 2026 14:01:30 GMT" }, 90_000],
    ["an HTTP date that is past", { "retry-after": "Sat, 21 Nov 2026 13:00:00 GMT" }, 0],
    [
      "the second at which the limit ends",
      { "x-ratelimit-reset": String(now / 1000 + 42) },
      42_000,
    ],
    ["a second that is past", { "x-ratelimit-reset": String(now / 1000 - 42) }, 0],
    ["seconds until the limit ends", { "ratelimit-reset": "12" }, 12_000],
    [
      "two headers: the one for this purpose",
      { "retry-after": "3", "ratelimit-reset": "60" },
      3_000,
    ],
    ["nonsense beside a valid header", { "retry-after": "soon", "ratelimit-reset": "60" }, 60_000],
    ["more than a day", { "retry-after": "9999999" }, 86_400_000],
  ])("%s", (_, headers, expected) => {
    expect(hint(headers as unknown as Record<string, string>)).toBe(expected);
  });

  test.each([
    {},
    { "retry-after": "" },
    { "retry-after": "soon" },
    { "retry-after": "-5" },
    { "retry-after": "1e3" },
    { "x-ratelimit-reset": "NaN" },
    { "x-ratelimit-remaining": "0" },
  ])("%j is not a hint", (headers) => {
    expect(hint(headers as Record<string, string>)).toBeNull();
  });
});
