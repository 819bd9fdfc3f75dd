/** Random import files: a column for each field of a random mapping, with valid and invalid cells. */
import fc from "fast-check";
import { importFields } from "../../supabase/functions/_domain/portfolio/import-mapping.ts";

const fields = Object.keys(importFields) as (keyof typeof importFields)[];
/** A line with an invalid or incomplete rate is skipped as a whole, so most files have none. */
const fieldsWithoutRates = fields.filter(
  (field) => field !== "rate_valid_from" && !field.endsWith("_per_hour"),
);

// There are few valid values, so that lines share projects, tasks and people. The others are edge cases.
const cells: Record<(typeof importFields)[keyof typeof importFields], string[]> = {
  name: [
    "Ann",
    "ann",
    " ANN ",
    "Bo@x.test",
    "a@b",
    "x y@z w",
    "@@",
    "1",
    "",
    "Ümläut",
    "n".repeat(200),
    "n".repeat(201),
    "'\";--",
    "\u202Eevil",
  ],
  code: ["ALPHA", "alpha", "NEW-1", "NEW-2", "", "=1+1", "c".repeat(60), "c".repeat(61)],
  key: ["T-1", "t-1", "K", "", "title:k", "k".repeat(200), "k".repeat(201)],
  title: ["Draw", "draw", "K", "", "t".repeat(500), "t".repeat(501), "🌱"],
  text: ["note", "", "a\nb", "t".repeat(4000), "t".repeat(4001)],
  date: [
    "2026-03-02",
    "2026-3-2",
    "2026-02-30",
    "0000-01-01",
    "0001-01-01",
    "9999-12-31",
    "10000-01-01",
    "2026-03-02T10:00",
    "",
    "tomorrow",
  ],
  hours: [
    "1",
    "2.5",
    "0",
    "0.001",
    "0.005",
    "999999.99",
    "1000000",
    "99999999.99",
    "100000000",
    "999999999",
    "-1",
    "1,5",
    "1e3",
    "NaN",
    "Infinity",
    "",
  ],
  money: ["1", "0", "999999999.999", "999999999", "-1", ""],
  priority: ["1", "High", "-3", "0", "9999", "10000", "-9999", "1.5", "None", ""],
  person: [
    "Ann",
    "ann",
    " ANN ",
    "Bo@x.test",
    "[Ann, Bo@x.test]",
    "[]",
    "Yes",
    "a@b",
    "@@",
    "1",
    "",
    "Ümläut",
    "n".repeat(201),
  ],
  people: ["Ann", "Bo@x.test; Cid", "[Ann, Dee]", "Ann,,ann", "no", ";", ""],
  project_status: ["active", "Planned", "on hold", "closed", "wrong", ""],
  task_status: ["open", "In Progress", "done", "closed", "wrong", ""],
};

/** Mostly one of the first two values, which are valid: if each line had an invalid cell, none would be imported. */
const cellOf = (values: string[]) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...values.slice(0, 2)) },
    { weight: 1, arbitrary: fc.constantFrom(...values) },
  );

/** A file, its mapping, and whether all cells are blank. */
export const anyImportFile = fc
  .record({
    columns: fc
      .oneof(
        { weight: 5, arbitrary: fc.subarray(fieldsWithoutRates, { minLength: 3 }) },
        { weight: 1, arbitrary: fc.subarray(fields, { minLength: 3 }) },
      )
      .filter((columns) =>
        columns.some((field) => field === "project_code" || field === "project_name"),
      ),
    rows: fc.array(
      fc.record(
        Object.fromEntries(fields.map((field) => [field, cellOf(cells[importFields[field]])])),
      ),
      { minLength: 1, maxLength: 12 },
    ),
  })
  .map(({ columns, rows }) => ({
    mapping: { fields: Object.fromEntries(columns.map((field) => [field, { column: field }])) },
    file: [columns, ...rows.map((row) => columns.map((field) => row[field] ?? ""))]
      .map((line) => line.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(","))
      .join("\n"),
    isBlank: rows.every((row) => columns.every((field) => (row[field] ?? "").trim() === "")),
  }));
