/** The components of an iCalendar file (RFC 5545) and their properties, as they are written. */
import type { Clock } from "../limits.ts";
import { UnreadableFile } from "../unreadable.ts";

export interface Property {
  name: string;
  parameters: Record<string, string>;
  value: string;
}

export interface Component {
  name: string;
  properties: Property[];
  components: Component[];
}

const MAX_LINES = 500_000;
const MAX_DEPTH = 8;
const NAME = /^[A-Za-z0-9-]{1,100}(?=[:;])/;
const PARAMETER = /;([A-Za-z0-9-]{1,100})=("[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*/y;

/** Malformed lines are left out. Throws UnreadableFile if the file has no calendar or nests too deeply. */
export function parseComponents(text: string, clock: Clock): Component[] {
  const root: Component = { name: "", properties: [], components: [] };
  const open = [root];
  const lines = text
    .replace(/\r\n?/g, "\n")
    .replace(/\n[ \t]/g, "")
    .split("\n");
  if (lines.length > MAX_LINES) throw new UnreadableFile("too_large");
  for (const [index, line] of lines.entries()) {
    if (index % 1000 === 0) clock.check();
    const property = propertyOf(line);
    if (!property) continue;
    const name = property.value.trim().toUpperCase();
    if (property.name === "BEGIN") {
      if (open.length > MAX_DEPTH) throw new UnreadableFile("corrupt");
      const component: Component = { name, properties: [], components: [] };
      open.at(-1)?.components.push(component);
      open.push(component);
    } else if (property.name === "END") {
      const from = open.findLastIndex((candidate) => candidate.name === name);
      if (from > 0) open.length = from;
    } else open.at(-1)?.properties.push(property);
  }
  const calendars = root.components.filter(({ name }) => name === "VCALENDAR");
  if (calendars.length === 0) {
    throw new UnreadableFile(
      "wrong_type",
      "The name ends in .ics, but the file has no calendar. Export the calendar or the invitation again and upload that.",
    );
  }
  return calendars;
}

function propertyOf(line: string): Property | null {
  const name = NAME.exec(line)?.[0];
  if (!name) return null;
  const parameters: Record<string, string> = {};
  let at = name.length;
  PARAMETER.lastIndex = at;
  for (let match = PARAMETER.exec(line); match; match = PARAMETER.exec(line)) {
    parameters[(match[1] ?? "").toUpperCase()] = (match[2] ?? "").replace(/^"|"$/g, "");
    at = PARAMETER.lastIndex;
  }
  return line[at] === ":"
    ? { name: name.toUpperCase(), parameters, value: line.slice(at + 1) }
    : null;
}

export const allOf = ({ properties }: Component, name: string) =>
  properties.filter((property) => property.name === name);
export const firstOf = (component: Component, name: string) =>
  component.properties.find((property) => property.name === name);

/** The value of a text property, with its escapes decoded. */
export const textOf = (property: Property | undefined): string =>
  (property?.value ?? "").replace(/\\([\\;,nN])/g, (_, letter: string) =>
    letter.toLowerCase() === "n" ? "\n" : letter,
  );
