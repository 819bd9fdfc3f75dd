import type { Settings } from "../../api/routes.ts";

export const fields = [
  "name",
  "currency",
  "time_zone",
  "week_starts_on",
  "working_hours",
  "brand_color",
] as const;
export type OrganizationField = (typeof fields)[number];

export const weekdays = ["1", "2", "3", "4", "5", "6", "7"] as const;
export type Weekday = (typeof weekdays)[number];

export const weekdayNames: Record<Weekday, string> = {
  1: "Monday",
  2: "Tuesday",
  3: "Wednesday",
  4: "Thursday",
  5: "Friday",
  6: "Saturday",
  7: "Sunday",
};

export const labels: Record<OrganizationField, string> = {
  name: "Name",
  currency: "Currency",
  time_zone: "Time zone",
  week_starts_on: "First day of the week",
  working_hours: "Working hours",
  brand_color: "Color of the client portal",
};

/** The settings as form values; hours are text while the person types. */
export interface OrganizationValues {
  name: string;
  currency: string;
  time_zone: string;
  week_starts_on: string;
  working_hours: Record<Weekday, string>;
  brand_color: string;
}

export function valuesOf(settings: Settings): OrganizationValues {
  const hoursOf = (day: Weekday) => String(settings.working_hours[day]?.hours ?? 0);
  return {
    name: settings.name,
    currency: settings.currency,
    time_zone: settings.time_zone,
    week_starts_on: String(settings.week_starts_on),
    working_hours: Object.fromEntries(
      weekdays.map((day) => [day, hoursOf(day)]),
    ) as OrganizationValues["working_hours"],
    brand_color: settings.brand_color ?? "",
  };
}

type WorkingHours = Settings["working_hours"];

/** The fields as the service expects them. A day without hours is left out, and any other day keeps its times. */
export function changesOf(
  values: OrganizationValues,
  fields: OrganizationField[],
  former: WorkingHours,
) {
  const all = {
    name: values.name,
    currency: values.currency,
    time_zone: values.time_zone,
    week_starts_on: Number(values.week_starts_on),
    working_hours: Object.fromEntries(
      weekdays
        .map((day) => [day, { ...former[day], hours: hoursIn(values.working_hours[day]) }] as const)
        .filter(([, { hours }]) => hours !== 0),
    ) as WorkingHours,
    brand_color: values.brand_color.trim().toLowerCase() || null,
  };
  return Object.fromEntries(fields.map((field) => [field, all[field]])) as Partial<typeof all>;
}

/** Hours as typed, with a comma or a point; NaN where they are not a number. */
function hoursIn(text: string): number {
  return text.trim() === "" ? 0 : Number(text.replace(",", "."));
}

/** Days whose text is not a number of hours, as the form names its fields. */
export function hourErrors({ working_hours }: OrganizationValues): Record<string, string> {
  const wrong = weekdays.filter((day) => {
    const hours = hoursIn(working_hours[day]);
    return !(hours >= 0 && hours <= 24);
  });
  return Object.fromEntries(
    wrong.map((day) => [`working_hours.${day}`, "Enter hours from 0 to 24, such as 7.5"]),
  );
}

/** A value of the form in words. */
export function inWords(field: OrganizationField, value: unknown): string {
  if (field === "week_starts_on") return weekdayNames[value as Weekday];
  if (field === "brand_color") return String(value) || "None";
  if (field !== "working_hours") return String(value);
  const hours = value as OrganizationValues["working_hours"];
  const days = weekdays.filter((day) => hoursIn(hours[day]) !== 0);
  return days.map((day) => `${weekdayNames[day]} ${hours[day]} h`).join(", ") || "No working days";
}
