import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { importFieldLabels } from "../../../supabase/functions/_domain/portfolio/import-fields.ts";
import {
  guessMapping,
  ImportMapping,
  importFieldNames,
  unusedColumns,
} from "../../../supabase/functions/_domain/portfolio/import-mapping.ts";
import { randomized } from "../../support/depth.ts";

describe("a guess from the header", () => {
  test("finds our own names and those of other tools, in any case and spacing", () => {
    expect(
      guessMapping([
        "Project Code",
        "PROJECT",
        "Issue Key",
        "Summary",
        "HoursEstimate",
        "Developer ID",
        "Developer Hours Actual",
      ]),
    ).toEqual({
      project_code: { column: "Project Code" },
      project_name: { column: "PROJECT" },
      task_key: { column: "Issue Key" },
      task_title: { column: "Summary" },
      task_estimate_hours: { column: "HoursEstimate" },
      person: { column: "Developer ID" },
      hours: { column: "Developer Hours Actual" },
    });
  });

  test("our own name wins over an alias", () => {
    expect(guessMapping(["Project", "project_name"]).project_name).toEqual({
      column: "project_name",
    });
  });

  test("maps every label of the console, so that no column of its own words is lost", () => {
    const labels = Object.values(importFieldLabels);
    const fields = guessMapping(labels);
    expect(fields).toEqual(
      Object.fromEntries(
        importFieldNames.map((field) => [field, { column: importFieldLabels[field] }]),
      ),
    );
    expect(unusedColumns(labels, fields)).toEqual([]);
  });

  test("a cost per hour is that of the person, or that of the project in a file without people", () => {
    expect(guessMapping(["Email", "Cost per hour", "Valid from"])).toEqual({
      person_email: { column: "Email" },
      person_cost_per_hour: { column: "Cost per hour" },
      rate_valid_from: { column: "Valid from" },
    });
    expect(guessMapping(["Project", "Revenue per hour", "Cost per hour", "Valid from"])).toEqual({
      project_name: { column: "Project" },
      project_revenue_per_hour: { column: "Revenue per hour" },
      project_cost_per_hour: { column: "Cost per hour" },
      rate_valid_from: { column: "Valid from" },
    });
  });

  test("rates without a first day are not guessed, nor a first day without a rate", () => {
    const project = { project_name: { column: "Project" } };
    expect(guessMapping(["Project", "Cost per hour", "Revenue per hour"])).toEqual(project);
    expect(guessMapping(["Project", "Valid from"])).toEqual(project);
  });

  test("a question does not name a person", () => {
    expect(guessMapping(["Project", "Employee?", "User", "Billable?"])).toEqual({
      project_name: { column: "Project" },
      person: { column: "User" },
    });
    expect(guessMapping(["Project", "Employee?"]).person).toBeUndefined();
  });

  test("columns that fill no field are listed in the order of the file", () => {
    const columns = ["Rate", "Project", "First", "Last", "Currency"];
    const fields = {
      project_name: { column: "Project" },
      person: { columns: ["First", "Last"] },
      client_name: { value: "Rate" },
    };
    expect(unusedColumns(columns, fields)).toEqual(["Rate", "Currency"]);
  });

  test("no column is used twice, and none is invented", () => {
    const header = fc.uniqueArray(
      fc.oneof(
        fc.string(),
        fc.constantFrom(...importFieldNames, "Name", "Date", "Key", "Status", "Title", "User"),
      ),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(header, (columns) => {
        const usedColumns = Object.values(guessMapping(columns)).map(
          (source) => (source as { column: string }).column,
        );
        expect(new Set(usedColumns).size).toBe(usedColumns.length);
        expect(usedColumns.filter((column) => !columns.includes(column))).toEqual([]);
      }),
      randomized({ default: 100, nightly: 300 }),
    );
  });
});

describe("a mapping", () => {
  test("may identify people instead of projects, for their rates", () => {
    const fields = {
      person: { column: "P" },
      person_cost_per_hour: { column: "C" },
      rate_valid_from: { column: "D" },
    };
    expect(ImportMapping.safeParse({ fields }).success).toBe(true);
    const { person_cost_per_hour: _, ...withoutRate } = fields;
    expect(ImportMapping.safeParse({ fields: withoutRate }).success).toBe(false);
  });

  test.each([
    ["it names no project", { fields: { client_name: { column: "C" } } }],
    [
      "it has an unknown field",
      { fields: { project_code: { column: "C" }, salary: { column: "S" } } },
    ],
    ["it has an unknown key", { fields: { project_code: { column: "C" } }, sheet: 1 }],
    [
      "a field has both a column and a constant",
      { fields: { project_code: { column: "C", value: "x" } } },
    ],
    ["a column has no name", { fields: { project_code: { column: "" } } }],
    ["it joins only one column", { fields: { project_code: { columns: ["C"] } } }],
    [
      "it has an unknown unit of time",
      { fields: { project_code: { column: "C" }, hours: { column: "H", unit: "days" } } },
    ],
    [
      "it has an unknown choice of members",
      { fields: { project_code: { column: "C" } }, memberships: "leads" },
    ],
    [
      "it has an unknown date format",
      { fields: { project_code: { column: "C" } }, date_format: "YY/M/D" },
    ],
  ])("is refused if %s", (_problem, mapping) => {
    expect(ImportMapping.safeParse(mapping).success).toBe(false);
  });

  test("reads each field from a column or as a constant", () => {
    const fields = Object.fromEntries(
      importFieldNames.map((name, index) => [name, index % 2 ? { value: "x" } : { column: name }]),
    );
    expect(ImportMapping.safeParse({ fields, date_format: "DD.MM.YYYY" }).success).toBe(true);
  });
});
