import { z } from "zod";
import { defineContract } from "../contract.ts";
import { Line, VersionOrNone } from "../normal-forms.ts";

const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter the time as HH:MM");

/** Working time of a weekday. */
export const WorkingDay = z
  .strictObject({
    hours: z
      .number()
      .min(0)
      .max(24)
      .refine((hours) => Number(hours.toFixed(2)) === hours, "Use at most two decimal places"),
    from: Clock.optional(),
    to: Clock.optional(),
  })
  .refine(
    ({ from, to }) => (from === undefined) === (to === undefined) && (from ?? "") <= (to ?? ""),
    "Enter both times, the earlier one first",
  );

/** By ISO weekday, 1 for Monday; a weekday that is missing is a day off. */
export const WorkingHours = z.partialRecord(
  z.enum(["1", "2", "3", "4", "5", "6", "7"]),
  WorkingDay,
);
export type WorkingHours = z.infer<typeof WorkingHours>;

const SecondFactorRule = z
  .enum(["never", "high_stakes"])
  .describe("Which decisions need a session with a second factor");

const Settings = z.object({
  forbids_self_approval: z
    .boolean()
    .describe("Whether the proposer and the last editor of a card are barred from deciding it"),
  requires_second_factor: SecondFactorRule,
  name: z.string(),
  currency: z.string().describe("ISO 4217"),
  time_zone: z.string().describe("IANA zone in which the organization counts its days"),
  week_starts_on: z.int().min(1).max(7).describe("ISO weekday, 1 for Monday"),
  working_hours: WorkingHours,
  brand_color: z.string().nullable().describe("Color of the client portal, such as #0b7285"),
  version: z.int().describe("0 before the first change"),
});

export const settings = defineContract({
  slug: "settings",
  access: "user",
  get: {
    summary: "The organization's settings (admin and lead)",
    response: z.object({ settings: Settings }),
  },
  post: {
    summary: "Changes the organization's settings (admin)",
    body: z
      .strictObject({
        forbids_self_approval: z.boolean().optional(),
        requires_second_factor: SecondFactorRule.optional(),
        name: Line(200).optional(),
        currency: z
          .string()
          .trim()
          .toUpperCase()
          .regex(/^[A-Z]{3}$/, "Enter a currency code such as EUR")
          .optional(),
        time_zone: z.string().trim().min(1).max(64).optional(),
        week_starts_on: z.int().min(1).max(7).optional(),
        working_hours: WorkingHours.optional(),
        brand_color: z
          .string()
          .regex(/^#[0-9a-f]{6}$/, "Enter a color such as #0b7285")
          .nullish(),
        confirms_currency: z
          .boolean()
          .optional()
          .describe("Required to change the currency once amounts exist: they are not converted"),
        version: VersionOrNone.describe("Version of the settings that the caller saw"),
      })
      .refine(
        ({ version: _, confirms_currency: __, ...changes }) => Object.keys(changes).length > 0,
        "Name at least one field to change",
      ),
    response: z.object({ settings: Settings }),
  },
});
