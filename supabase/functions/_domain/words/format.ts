/** How values are written within a sentence. The console passes the viewer's locale and time zone. */
export interface Format {
  /** A calendar day, YYYY-MM-DD. */
  day(day: string): string;
  /** An instant with offset, ISO 8601. */
  instant(at: string): string;
  /** A count, or hours to a hundredth. */
  number(value: number): string;
  /** A share of a hundred. */
  percent(value: number): string;
}

/** For API callers and the assistant: ISO days, instants in UTC. */
export const isoFormat: Format = {
  day: (day) => day,
  instant: (at) => `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`,
  number: (value) => String(Math.round(value * 100) / 100),
  percent: (value) => `${isoFormat.number(value)}%`,
};

const englishDay = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** For people who read English text that the server wrote: days such as 20 Nov 2026, instants in UTC. */
export const englishFormat: Format = {
  ...isoFormat,
  day: (day) => englishDay.format(Date.parse(day)),
  instant: (at) => {
    const instant = new Date(at).toISOString();
    return `${englishFormat.day(instant.slice(0, 10))}, ${instant.slice(11, 16)} UTC`;
  },
};

/** "1 task", "3 tasks". */
export function countInWords(count: number, format: Format, one: string, many = `${one}s`): string {
  return `${format.number(count)} ${count === 1 ? one : many}`;
}

/** An enum value in a sentence: "on_hold" is "on hold". */
export function wordOf(value: string): string {
  return value.replaceAll("_", " ");
}

/** The name of a field or type as a heading: "status_update" is "Status update". */
export function nameInWords(name: string): string {
  const words = wordOf(name.replace(/_at$/, ""));
  return words.charAt(0).toUpperCase() + words.slice(1);
}
