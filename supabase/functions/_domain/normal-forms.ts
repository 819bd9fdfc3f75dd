import { z } from "zod";
import { oneLine } from "./one-line.ts";

// Schemas that normalize what people type, so that the same name typed twice is the same text.

/** One line: composed characters, single spaces, none at the ends, nothing invisible. */
export const Line = (max: number) =>
  z
    .string()
    .overwrite(oneLine)
    .min(1, "Enter some text")
    .max(max)
    .refine(hasNoControl, "Remove invisible characters");

/** Several lines, without white space at the ends of lines or of the whole. */
export const Paragraphs = (max: number) =>
  z
    .string()
    .overwrite((text) =>
      text
        .normalize("NFC")
        .replace(/\r\n?/g, "\n")
        .replace(/[^\S\n]+$/gmu, "")
        .trim(),
    )
    .min(1, "Enter some text")
    .max(max)
    .refine((text) => hasNoControl(text.replace(/[\n\t]/g, "")), "Remove invisible characters");

/** A calendar day that exists. */
export const Day = z.iso
  .date("Enter the date as YYYY-MM-DD")
  .refine((day) => !day.startsWith("0000"), "Years begin at 0001");

/** A number or its decimal text, at most two decimals; no grouping, since 1.234 and 1,234 differ by country. */
function decimal(max: number, noun: string) {
  return z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^\s*\d{1,12}(\.\d{1,2})?\s*$/)
          .transform(Number),
      ],
      `Write ${noun} as a number such as 1250 or 1250.50`,
    )
    .refine((value) => value >= 0, `${capital(noun)} cannot be below zero`)
    .refine((value) => value <= max, `${capital(noun)} cannot be above ${max}`)
    .refine((value) => Number(value.toFixed(2)) === value, "Use at most two decimal places");
}
export const Money = decimal(999_999_999_999.99, "an amount");
export const Hours = decimal(99_999_999.99, "hours");

/** Version of a row that the caller saw; if the row has changed since, 409. */
export const Version = z.int().min(1).max(2_147_483_647);
/** A Version, or 0 for a row that its first update creates. */
export const VersionOrNone = z.int().min(0).max(2_147_483_647);

/** An object of changes: an omitted field stays as it is, null clears it. */
export function atLeastOne<S extends z.ZodObject>(changes: S): S {
  return changes.refine(
    (input) => Object.keys(input).length > 0,
    "Name at least one field to change",
  ) as unknown as S;
}

// Only the invisible characters that joining scripts and emoji need may pass.
function hasNoControl(text: string): boolean {
  return !/[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069\uFEFF]/u.test(text);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** One status, or several separated by commas, as an array. */
export const statusList = <Status extends string>(statuses: readonly [Status, ...Status[]]) =>
  z
    .string()
    .max(100)
    .transform((text) => text.split(","))
    .pipe(z.array(z.enum(statuses)).min(1).max(statuses.length))
    .describe("One status, or several with commas between them");
