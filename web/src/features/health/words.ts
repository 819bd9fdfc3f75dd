import type { FindingSeverity, FindingState } from "../../api/routes.ts";
import { formatDay, formatInstantInFull } from "../../format/dates.ts";
import { countOf, formatExactHours } from "../../format/numbers.ts";
import type { Grouping, ShownState } from "./search-params.ts";

export const severityLabels: Record<FindingSeverity, string> = {
  high: "High",
  medium: "Medium",
  low: "Low",
};

export const stateLabels: Record<FindingState, string> = {
  open: "Open",
  unverified: "Unverified",
  settled: "Settled",
};

export const shownStateLabels: Record<ShownState, string> = {
  unsettled: "Unsettled",
  ...stateLabels,
};

export const groupingLabels: Record<Grouping, string> = {
  severity: "By severity",
  project: "By project",
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const day = /^\d{4}-\d\d-\d\d$/;
const instant = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;

/** Facts as a person reads them: a name and a value each. Ids say nothing to anybody and are left out. */
export function factsInWords(facts: Record<string, unknown>): { name: string; value: string }[] {
  return Object.entries(facts).flatMap(([name, value]) => {
    if (typeof value === "string" && uuid.test(value)) return [];
    const days = name.replace(/_days$/, "");
    return days !== name && typeof value === "number"
      ? [{ name: nameInWords(days), value: countOf(value, "day") }]
      : [{ name: nameInWords(name), value: valueInWords(value) }];
  });
}

/** "status_update" is "Status update". */
export function nameInWords(name: string): string {
  const words = name.replace(/_at$/, "").replace(/_/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A sentence of the service with its days as the reader writes them. */
export function withReadersDays(sentence: string): string {
  return sentence.replace(/\b\d{4}-\d\d-\d\d\b/g, (found) =>
    Number.isNaN(Date.parse(found)) ? found : formatDay(found),
  );
}

function valueInWords(value: unknown): string {
  if (value === null || value === undefined || value === "") return "None";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "number") return formatExactHours(value);
  if (typeof value === "string") {
    if (day.test(value)) return formatDay(value);
    if (instant.test(value)) return formatInstantInFull(value);
    return /^[a-z]+(_[a-z]+)+$/.test(value) ? value.replace(/_/g, " ") : value;
  }
  if (Array.isArray(value)) {
    return value.length > 0 ? value.map((each) => valueInWords(each)).join(", ") : "None";
  }
  return factsInWords(value as Record<string, unknown>)
    .map((fact) => `${fact.name.toLowerCase()} ${fact.value}`)
    .join(", ");
}
