/** The instant of noon on a day in a time zone, in milliseconds since 1970. */
export function noonOf(day: string, timeZone: string): number {
  const noonInUtc = Date.parse(`${day}T12:00:00Z`);
  // No zone changes its clock around noon, so the offset at nearly the right instant is correct.
  return noonInUtc - offsetAt(noonInUtc - offsetAt(noonInUtc, timeZone), timeZone);
}

/** How far a zone's clock is ahead of UTC at an instant, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  }).formatToParts(instant);
  const at = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const reading = Date.UTC(
    at("year"),
    at("month") - 1,
    at("day"),
    at("hour"),
    at("minute"),
    at("second"),
  );
  return reading - Math.floor(instant / 1000) * 1000;
}

/** The day in a time zone at an instant, as ISO text. */
export function dayIn(instant: number, timeZone: string): string {
  return new Date(instant + offsetAt(instant, timeZone)).toISOString().slice(0, 10);
}
