import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type ImportMapping,
  importFieldNames,
} from "../../../supabase/functions/_domain/portfolio/import-mapping.ts";
import { toImportLines } from "../../../supabase/functions/_domain/portfolio/import-rows.ts";
import { randomised } from "../../support/depth.ts";

/** One line, read by a mapping of each cell's column to the field of its name. */
function read(cells: Record<string, string>, date_format?: ImportMapping["date_format"]) {
  const fields = Object.fromEntries(Object.keys(cells).map((name) => [name, { column: name }]));
  const [line] = toImportLines([{ line: 7, cells }], {
    fields,
    ...(date_format && { date_format }),
  } as ImportMapping);
  return line;
}

const columns = Object.fromEntries(importFieldNames.map((name) => [name, { column: name }]));

test("no line is lost, whatever it contains: each is typed, or has a problem that names column and value", () => {
  const row = fc.record(
    Object.fromEntries(
      importFieldNames.map((name) => [
        name,
        fc.oneof(fc.string(), fc.constantFrom("1", "2026-03-02", "done", "active")),
      ]),
    ),
  );
  fc.assert(
    fc.property(fc.array(row, { maxLength: 10 }), (rows) => {
      const sources = rows.map((cells, place) => ({ line: place + 2, cells }));
      const lines = toImportLines(sources, { fields: columns });
      expect(lines.map(({ line }) => line)).toEqual(sources.map(({ line }) => line));
      for (const { problem } of lines) {
        if (problem !== undefined) expect(problem).toMatch(/^Column "\w+": .+/);
      }
    }),
    randomised({ usual: 100, nightly: 300 }),
  );
});

describe("dates", () => {
  test("of any day come back as that day, in each form", () => {
    const days = fc.date({
      min: new Date("0001-01-01"),
      max: new Date("9999-12-31"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(days, (date) => {
        const day = date.toISOString().slice(0, 10);
        const [y = "", m = "", d = ""] = day.split("-");
        const forms = {
          "YYYY-MM-DD": day,
          "DD/MM/YYYY": `${d}/${m}/${y}`,
          "MM/DD/YYYY": `${m}/${d}/${y}`,
          "DD.MM.YYYY": `${Number(d)}.${Number(m)}.${y}`,
        };
        for (const [form, text] of Object.entries(forms)) {
          expect(read({ spent_on: text }, form as ImportMapping["date_format"])).toEqual({
            line: 7,
            spent_on: day,
          });
        }
      }),
      randomised({ usual: 100, nightly: 300 }),
    );
  });

  test.each([
    "2026-02-30",
    "2025-02-29",
    "2026-13-01",
    "26-03-02",
    "02/03/2026",
    "tomorrow",
    "45718",
    "0000-01-01",
    "2026-03-02x",
  ])("%s is refused", (text) => {
    expect(read({ spent_on: text })?.problem).toBe(
      `Column "spent_on": "${text}" is not a date of the form YYYY-MM-DD`,
    );
  });

  test("a time after the day is left away", () => {
    expect(read({ spent_on: "2026-03-02T23:59:59Z" })).toMatchObject({ spent_on: "2026-03-02" });
  });
});

describe("amounts", () => {
  test("of any two decimals come back as they are", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), (cents) => {
        expect(read({ hours: (cents / 100).toFixed(2) })).toEqual({ line: 7, hours: cents / 100 });
      }),
      randomised({ usual: 100, nightly: 300 }),
    );
  });

  test.each([
    "1,5",
    "1.234,5",
    "1 000",
    "-1",
    "+1",
    "1e3",
    "NaN",
    "Infinity",
    "0x10",
    ".5",
    "5.",
    "١٢",
  ])("%s is refused: nothing is guessed", (text) => {
    expect(read({ hours: text })?.problem).toBe(
      `Column "hours": "${text}" is not a number such as 1234.5`,
    );
  });

  test("more than the database takes is this line's problem, not the whole file's", () => {
    expect(read({ hours: "999999.99" })).toMatchObject({ hours: 999999.99 });
    expect(read({ hours: "1000000" })?.problem).toContain("more than 999999.99");
    expect(read({ project_budget_amount: "1000000000" })?.problem).toContain(
      "more than 999999999.99",
    );
  });

  test("whole numbers only where one is meant", () => {
    expect(read({ task_priority: "-3" })).toMatchObject({ task_priority: -3 });
    for (const text of ["1.5", "12345", "one"]) {
      expect(read({ task_priority: text })?.problem).toContain("is not a whole number");
    }
  });
});

describe("statuses", () => {
  test("by our own words, whatever their case and spaces", () => {
    expect(read({ task_status: "In  Progress", project_status: "ON-HOLD" })).toMatchObject({
      task_status: "in_progress",
      project_status: "on_hold",
    });
  });

  test("by the mapping's, which is asked first", () => {
    const fields = {
      project_name: { value: "x" },
      task_status: { column: "S", values: { FINISHED: "cancelled" } },
    };
    const [line] = toImportLines([{ line: 2, cells: { S: " FINISHED " } }], {
      fields,
    } as ImportMapping);
    expect(line).toMatchObject({ task_status: "cancelled" });
  });

  test("any other is told with those there are", () => {
    expect(read({ task_status: "constructor" })?.problem).toBe(
      'Column "task_status": "constructor" is none of open, in_progress, blocked, done, cancelled',
    );
  });
});

test("a line with a problem keeps what names it, and nothing that could be imported", () => {
  expect(read({ project_code: "P", task_key: "K", task_title: "T", hours: "x" })).toEqual({
    line: 7,
    project_code: "P",
    task_key: "K",
    problem: 'Column "hours": "x" is not a number such as 1234.5',
  });
});

test("a long value is cut in the message", () => {
  expect(read({ hours: "9".repeat(50).concat("x") })?.problem?.length).toBeLessThan(120);
});

test("empty cells are no values, and a constant fills every line", () => {
  const mapping = {
    fields: { project_code: { column: "C" }, client_name: { value: "Imported" } },
  } as ImportMapping;
  expect(toImportLines([{ line: 2, cells: { C: "  " } }], mapping)).toEqual([
    { line: 2, client_name: "Imported" },
  ]);
});
