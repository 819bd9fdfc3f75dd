/** One table as CSV, as a workbook and as JSON gives the same lines of an import. */
import fc from "fast-check";
import { writeXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import {
  type ImportMapping,
  importFields,
} from "../../../supabase/functions/_domain/portfolio/import-mapping.ts";
import { toImportLines } from "../../../supabase/functions/_domain/portfolio/import-rows.ts";
import { parseFile } from "../../../supabase/functions/_files/imports/parse-file.ts";
import { randomized } from "../../support/depth.ts";

type Value = string | number | boolean | Date | null;
type Field = keyof typeof importFields;

const words = fc.string({
  unit: fc.constantFrom("a", "B", "ä", "🌱", " ", ",", '"', "&", "<", "'", "=", "\n"),
  maxLength: 8,
});
const day = fc
  .date({ min: new Date("1900-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
  .map((date) => new Date(date.toISOString().slice(0, 10)));
const hundredths = fc.integer({ min: 0, max: 9_999_999 }).map((cents) => cents / 100);
const values: Partial<Record<(typeof importFields)[Field], fc.Arbitrary<Value>>> = {
  date: day,
  hours: hundredths,
  money: hundredths,
  priority: fc.integer({ min: -9999, max: 9999 }),
  key: fc.oneof(fc.integer({ min: 0, max: 9_007_199_254_740_991 }), words, fc.boolean()),
  task_status: fc.constantFrom("open", "Done", "wrong", " In progress "),
};
const fields = Object.keys(importFields) as Field[];

const table = fc
  .subarray(fields, { minLength: 2 })
  .filter((columns) => columns.includes("project_code"))
  .chain((columns) =>
    fc.record({
      columns: fc.constant(columns),
      rows: fc.array(
        fc.tuple(
          ...columns.map((field) =>
            fc.oneof(
              { weight: 5, arbitrary: values[importFields[field]] ?? words },
              { weight: 1, arbitrary: fc.constant(null) },
            ),
          ),
        ) as fc.Arbitrary<Value[]>,
        { minLength: 1, maxLength: 12 },
      ),
    }),
  )
  .filter(({ rows }) => rows.some((row) => row.some((value) => textOf(value).trim() !== "")));

function textOf(value: Value): string {
  return value instanceof Date ? value.toISOString().slice(0, 10) : String(value ?? "");
}

test("the three formats give the same lines for any table, even with blank rows", async () => {
  await fc.assert(
    fc.asyncProperty(table, async ({ columns, rows }) => {
      const csv = [columns, ...rows]
        .map((row) => row.map((value) => `"${textOf(value).replaceAll('"', '""')}"`).join(","))
        .join("\n");
      const xlsx = await writeXlsx({
        sheets: [
          {
            name: "Plan",
            columns: columns.map((_, index) => ({
              numFmt: rows.some((row) => row[index] instanceof Date) ? "yyyy-mm-dd" : undefined,
            })),
            rows: [columns, ...rows],
          },
        ],
      });
      const json = JSON.stringify(
        rows.map((row) =>
          Object.fromEntries(
            columns.map((name, index) => [
              name,
              row[index] instanceof Date ? textOf(row[index]) : row[index],
            ]),
          ),
        ),
      );
      const mapping: ImportMapping = {
        fields: Object.fromEntries(columns.map((name) => [name, { column: name }])),
        // The format of dates in text does not affect ISO days, or the days of a workbook.
        date_format: "DD.MM.YYYY",
      };
      const linesOf = async (file: Uint8Array<ArrayBuffer>) => {
        const { rows } = await parseFile(file);
        return toImportLines(rows, mapping).map(({ line: _, ...fields }) => fields);
      };
      const expected = await linesOf(new TextEncoder().encode(csv));
      expect(await linesOf(Uint8Array.from(xlsx))).toEqual(expected);
      expect(await linesOf(new TextEncoder().encode(json))).toEqual(expected);
    }),
    randomized({ default: 50, nightly: 100 }),
  );
});
