import { describe, expect, test } from "vitest";
import { withDateFormats } from "../../../supabase/functions/_domain/portfolio/import-date-order.ts";
import {
  columnsOf,
  guessMapping,
  unusedColumns,
} from "../../../supabase/functions/_domain/portfolio/import-mapping.ts";
import { toImportLines } from "../../../supabase/functions/_domain/portfolio/import-rows.ts";
import { parseCsv } from "../../../supabase/functions/_files/imports/parse-csv.ts";
import { toolExports } from "../../support/tool-exports.ts";

describe.each(toolExports)("an export of $tool", ({ csv, fields, mapped, unused, first }) => {
  const file = parseCsv(new TextEncoder().encode(csv));
  const guess = guessMapping(file.columns);

  test("has every column mapped or listed as unused", () => {
    const sources = Object.entries(guess).map(([field, source]) => [
      field,
      source && columnsOf(source).join(" + "),
    ]);
    expect(Object.fromEntries(sources)).toEqual(mapped);
    expect(unusedColumns(file.columns, guess)).toEqual(unused);
  });

  test("is read without a problem", () => {
    const { mapping, unclear } = withDateFormats(file.rows, { fields: { ...guess, ...fields } });
    expect(unclear).toEqual([]);
    const lines = toImportLines(file.rows, mapping);
    expect(lines.flatMap(({ problem }) => problem ?? [])).toEqual([]);
    expect(lines[0]).toMatchObject(first);
  });
});
