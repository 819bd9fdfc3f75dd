const LONGEST_MS = 24 * 60 * 60 * 1000;
// A higher number is an instant in seconds since 1970; a lower one is a number of seconds to wait.
const FIRST_INSTANT = 1_000_000_000;

/**
 * The pause that a vendor requests, in milliseconds, or null if there is none. Vendors write it as seconds or as a
 * date (Retry-After), as the second the limit ends (X-RateLimit-Reset) or as the seconds until then
 * (RateLimit-Reset). Invalid values are ignored, and pauses are limited to a day.
 */
export function parseRetryHint(
  response: Pick<Response, "headers">,
  now = Date.now(),
): number | null {
  const names = ["retry-after", "x-ratelimit-reset", "ratelimit-reset"];
  for (const name of names) {
    const wait = waitOf(response.headers.get(name)?.trim() ?? "", now);
    if (wait !== null) return Math.min(wait, LONGEST_MS);
  }
  return null;
}

function waitOf(text: string, now: number): number | null {
  if (/^\d+(\.\d+)?$/.test(text)) {
    const number = Number(text);
    return Math.ceil(number < FIRST_INSTANT ? number * 1000 : Math.max(0, number * 1000 - now));
  }
  // An HTTP date begins with the name of a day; Date.parse alone would read "-5" as a date.
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
