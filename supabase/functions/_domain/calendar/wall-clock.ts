/** Instants and the clock of a time zone. A reading of that clock is in milliseconds, as if it were UTC. */

/** Formatters by zone, because creating one takes longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  formats.set(timeZone, format);
  return format;
}

export function wallClockOf(instant: string | number, timeZone: string): number {
  const at = typeof instant === "number" ? instant : Date.parse(instant);
  const parts = formatOf(timeZone).formatToParts(at);
  const part = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const [year, month, day] = [part("year"), part("month"), part("day")];
  return Date.UTC(year, month - 1, day, part("hour"), part("minute"), part("second"));
}

/** The instant of a reading. A reading that the clock skips is moved forward by as much as the clock is moved. */
export function atWallClock(reading: number, timeZone: string): string {
  const before = reading - (wallClockOf(reading - 86_400_000, timeZone) - (reading - 86_400_000));
  const after = reading - (wallClockOf(reading + 86_400_000, timeZone) - (reading + 86_400_000));
  const matches = [before, after].filter((at) => wallClockOf(at, timeZone) === reading);
  return new Date(matches[0] ?? before).toISOString();
}
