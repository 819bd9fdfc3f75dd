import { describe, expect, test } from "vitest";
import { withDateFormats } from "../../../supabase/functions/_domain/portfolio/import-date-order.ts";
import type { ImportMapping } from "../../../supabase/functions/_domain/portfolio/import-mapping.ts";

const columns = { spent_on: "Day", task_due_on: "Due" } as const;

/** The date formats that are inferred from the cells of two columns. */
function infer(cells: Partial<Record<keyof typeof columns, string[]>>, options: object = {}) {
  const length = Math.max(...Object.values(cells).map((column) => column.length));
  const rows = Array.from({ length }, (_, index) => ({
    line: index + 2,
    cells: {
      Day: cells.spent_on?.[index] ?? "",
      Due: cells.task_due_on?.[index] ?? "",
    },
  }));
  const fields = {
    project_name: { value: "x" },
    ...Object.fromEntries(
      Object.keys(cells).map((field) => [
        field,
        { column: columns[field as keyof typeof columns] },
      ]),
    ),
  };
  const { mapping, unclear } = withDateFormats(rows, { fields, ...options } as ImportMapping);
  const { spent_on } = mapping.fields;
  return {
    format: mapping.date_format,
    ofDay: spent_on && "date_format" in spent_on ? spent_on.date_format : undefined,
    unclear: unclear.map(({ column }) => column),
  };
}

const clear = { ofDay: undefined, unclear: [] };

describe("the order of day and month", () => {
  test.each([
    [["03/04/2026", "13/04/2026"], "DD/MM/YYYY"],
    [["03/04/2026", "04/13/2026"], "MM/DD/YYYY"],
    [["3-4-2026", "13-4-2026"], "DD/MM/YYYY"],
    [["03.04.2026"], "DD.MM.YYYY"],
    [["04/04/2026", "05/05/2026"], "DD/MM/YYYY"],
  ])("is inferred from the whole column %j", (spent_on, format) => {
    expect(infer({ spent_on })).toEqual({ ...clear, format });
  });

  test("needs no inference where the year comes first or the month has a name", () => {
    expect(infer({ spent_on: ["2026-04-03", "3 Apr 2026"] })).toEqual({
      ...clear,
      format: undefined,
    });
  });

  test("is inferred next to unambiguous days", () => {
    expect(infer({ spent_on: ["2026-04-03", "04/13/2026", "soon"] }).format).toBe("MM/DD/YYYY");
  });

  test("is required, and never guessed, where a column leaves it open", () => {
    expect(infer({ spent_on: ["03/04/2026", "05/06/2026"] })).toEqual({
      ...clear,
      format: undefined,
      unclear: ["Day"],
    });
  });

  test("is required where a column contradicts itself", () => {
    expect(infer({ spent_on: ["13/04/2026", "04/13/2026"] }).unclear).toEqual(["Day"]);
  });

  test("comes from the other columns of the file where a column leaves it open", () => {
    expect(infer({ spent_on: ["03/04/2026"], task_due_on: ["13/04/2026"] })).toEqual({
      ...clear,
      format: "DD/MM/YYYY",
    });
  });

  test("may differ from column to column", () => {
    const task_due_on = ["04/14/2026"];
    expect(infer({ spent_on: ["13/04/2026"], task_due_on })).toEqual({
      format: "MM/DD/YYYY",
      ofDay: "DD/MM/YYYY",
      unclear: [],
    });
    expect(infer({ spent_on: ["14.04.2026"], task_due_on }).ofDay).toBe("DD.MM.YYYY");
  });

  test("that a person chose stays", () => {
    expect(infer({ spent_on: ["13/04/2026"] }, { date_format: "MM/DD/YYYY" })).toEqual({
      ...clear,
      format: "MM/DD/YYYY",
    });
  });
});
