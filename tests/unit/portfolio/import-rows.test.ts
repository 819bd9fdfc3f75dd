import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type ImportMapping,
  importFieldNames,
} from "../../../supabase/functions/_domain/portfolio/import-mapping.ts";
import { toImportLines } from "../../../supabase/functions/_domain/portfolio/import-rows.ts";
import { randomized } from "../../support/depth.ts";

/** One line, read by a mapping of each cell's column to the field of its name. */
function readCells(cells: Record<string, string>, date_format?: ImportMapping["date_format"]) {
  const fields = Object.fromEntries(Object.keys(cells).map((name) => [name, { column: name }]));
  const [line] = toImportLines([{ line: 7, cells }], {
    fields,
    ...(date_format && { date_format }),
  } as ImportMapping);
  return line;
}

/** The values of a column of cells; a problem where a cell cannot be read. */
function readColumn(field: "hours" | "project_budget_amount", cells: string[]) {
  const rows = cells.map((cell, index) => ({ line: index + 2, cells: { [field]: cell } }));
  const fields = { project_name: { value: "x" }, [field]: { column: field } };
  return toImportLines(rows, { fields } as ImportMapping).map(
    (line) => line.problem ?? line[field],
  );
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
      const sources = rows.map((cells, index) => ({ line: index + 2, cells }));
      const lines = toImportLines(sources, { fields: columns });
      expect(lines.map(({ line }) => line)).toEqual(sources.map(({ line }) => line));
      for (const { problem } of lines) {
        if (problem !== undefined) expect(problem).toMatch(/^Column "\w+": .+/);
      }
    }),
    randomized({ default: 100, nightly: 300 }),
  );
});

describe("dates", () => {
  test("any day comes back unchanged, in each format", () => {
    const days = fc.date({
      min: new Date("0001-01-01"),
      max: new Date("9999-12-31"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(days, (date) => {
        const day = date.toISOString().slice(0, 10);
        const [y = "", m = "", d = ""] = day.split("-");
        const formats = {
          "YYYY-MM-DD": day,
          "DD/MM/YYYY": `${d}/${m}/${y}`,
          "MM/DD/YYYY": `${m}/${d}/${y}`,
          "DD.MM.YYYY": `${Number(d)}.${Number(m)}.${y}`,
        };
        for (const [format, text] of Object.entries(formats)) {
          expect(readCells({ spent_on: text }, format as ImportMapping["date_format"])).toEqual({
            line: 7,
            spent_on: day,
          });
        }
      }),
      randomized({ default: 100, nightly: 300 }),
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
    expect(readCells({ spent_on: text })?.problem).toBe(
      `Column "spent_on": "${text}" is not a date in the format YYYY-MM-DD`,
    );
  });

  test.each([
    "13/Apr/26 2:00 PM",
    "13 Apr 2026",
    "13-Apr-2026",
    "Apr 13, 2026",
    "April 13th, 2026",
    "Monday, April 13 2026",
    "Mon, 13 April 2026",
    "2026/04/13",
  ])("%s can mean only one day, whatever the format of the others", (text) => {
    for (const format of [undefined, "DD/MM/YYYY", "MM/DD/YYYY", "DD.MM.YYYY"] as const) {
      expect(readCells({ spent_on: text }, format)).toEqual({ line: 7, spent_on: "2026-04-13" });
    }
  });

  test("a year of two digits is of this century", () => {
    expect(readCells({ spent_on: "13/4/26" }, "DD/MM/YYYY")).toMatchObject({
      spent_on: "2026-04-13",
    });
  });

  test("a time after the day is left out", () => {
    expect(readCells({ spent_on: "2026-03-02T23:59:59Z" })).toMatchObject({
      spent_on: "2026-03-02",
    });
  });
});

describe("amounts", () => {
  test("any two decimals come back unchanged", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), (cents) => {
        expect(readCells({ hours: (cents / 100).toFixed(2) })).toEqual({
          line: 7,
          hours: cents / 100,
        });
      }),
      randomized({ default: 100, nightly: 300 }),
    );
  });

  test.each([
    "1.2.3",
    "1,2,3",
    "1.234.5",
    "12 34",
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
    expect(readCells({ hours: text })?.problem).toBe(
      `Column "hours": "${text}" is not a number of hours such as 2.5, 2:30 or 2h 30m`,
    );
    expect(readCells({ project_budget_amount: text })?.problem).toBe(
      `Column "project_budget_amount": "${text}" is not a number such as 1234.5`,
    );
  });

  test.each([
    ["3,75", 3.75],
    ["3.75", 3.75],
    ["02:30:00", 2.5],
    ["2:30", 2.5],
    ["0:45", 0.75],
    ["112:00:36", 112.01],
    ["2h 30m", 2.5],
    ["2h30m", 2.5],
    ["2 h 30 min", 2.5],
    ["1,5h", 1.5],
    ["45m", 0.75],
    ["2 hours, 15 minutes", 2.25],
    ["1h 30m 36s", 1.51],
    ["1.234,5", 1234.5],
    ["1,234.5", 1234.5],
    ["1 234,5", 1234.5],
    ["1'234'567", null],
    ["0,125", 0.13],
    ["1.125", 1.13],
  ])("%s is read as hours", (text, hours) => {
    if (hours === null) expect(readCells({ hours: text })?.problem).toContain("is more than");
    else expect(readCells({ hours: text })).toEqual({ line: 7, hours });
  });

  test.each(["2:60", "2:30:99", "1:2:3:4", "h", "2d", "2h 30x"])("%s is not a time", (text) => {
    expect(readCells({ hours: text })?.problem).toContain("is not a number of hours");
  });

  test.each([
    [
      ["1.500", "3,75"],
      [1500, 3.75],
    ],
    [
      ["1,500", "3.75"],
      [1500, 3.75],
    ],
    [
      ["1.500", "3.75"],
      [1.5, 3.75],
    ],
    [
      ["1,500", "3,75"],
      [1.5, 3.75],
    ],
    [
      ["1.500", "1.234.567"],
      [1500, 1_234_567],
    ],
    [
      ["1.500", "12"],
      [1.5, 12],
    ],
  ])(
    "a separator before three digits means the same as in the rest of the column: %j",
    (cells, amounts) => {
      expect(readColumn("project_budget_amount", cells)).toEqual(amounts);
    },
  );

  test("a comma before three digits is refused where nothing in the file decides", () => {
    expect(readColumn("hours", ["1,500", "2"])).toEqual([
      'Column "hours": "1,500" may be 1.500 or 1500: write it in one of these ways',
      2,
    ]);
    expect(readColumn("hours", ["1,500", "2.5", "2,5"])[0]).toContain("may be 1.500 or 1500");
  });

  test("the other columns of the file decide where the column does not", () => {
    const rows = [{ line: 2, cells: { Budget: "1.500", Hours: "3,75" } }];
    const fields = {
      project_name: { value: "x" },
      project_budget_hours: { column: "Budget" },
      hours: { column: "Hours" },
    };
    expect(toImportLines(rows, { fields })).toMatchObject([
      { project_budget_hours: 1500, hours: 3.75 },
    ]);
  });

  test("a unit divides plain numbers, but no clock times", () => {
    const fields = {
      project_name: { value: "x" },
      hours: { column: "Hours", unit: "seconds" as const },
    };
    const rows = ["9000", "2:30"].map((Hours, index) => ({ line: index + 2, cells: { Hours } }));
    expect(toImportLines(rows, { fields }).map(({ hours }) => hours)).toEqual([2.5, 2.5]);
  });

  test("a value that the database cannot store is this line's problem, not the whole file's", () => {
    expect(readCells({ hours: "999999.99" })).toMatchObject({ hours: 999999.99 });
    expect(readCells({ hours: "1000000" })?.problem).toContain("more than 999999.99");
    expect(readCells({ project_budget_amount: "1000000000" })?.problem).toContain(
      "more than 999999999.99",
    );
  });

  test("fields for whole numbers accept only whole numbers", () => {
    expect(readCells({ task_priority: "-3" })).toMatchObject({ task_priority: -3 });
    for (const text of ["1.5", "12345", "one"]) {
      expect(readCells({ task_priority: text })?.problem).toBe(
        `Column "task_priority": "${text}" is neither one of Highest (1), High (2), Medium (3), Low (4), Lowest (5) nor a whole number`,
      );
    }
  });
});

test.each([
  ["Highest", 1],
  ["Blocker", 1],
  ["urgent", 1],
  ["High", 2],
  ["Critical", 2],
  ["Medium", 3],
  ["normal", 3],
  ["Major", 3],
  ["Low", 4],
  ["minor", 4],
  ["Lowest", 5],
  ["Trivial", 5],
])("the priority %s is %i", (word, priority) => {
  expect(readCells({ task_priority: word })).toEqual({ line: 7, task_priority: priority });
});

test.each(["None", "No priority", "Not set"])("%s is not a priority", (word) => {
  expect(readCells({ task_priority: word })).toEqual({ line: 7 });
});

describe("people", () => {
  test.each(["Yes", "no", "TRUE", "n"])(
    "%s answers a question and does not name a person",
    (text) => {
      for (const field of ["person", "task_assignee", "project_members"]) {
        expect(readCells({ [field]: text })?.problem).toBe(
          `Column "${field}": "${text}" is not the name of a person`,
        );
      }
    },
  );

  test("all people in a cell work on the project, and the first one in brackets has the task", () => {
    expect(
      readCells({
        project_members: "Ada Example; Ben Sample,Ada Example",
        task_assignee: "[Ada Example, Ben Sample]",
      }),
    ).toEqual({
      line: 7,
      project_members: ["Ada Example", "Ben Sample"],
      task_assignee: "Ada Example",
    });
    expect(readCells({ project_members: "[]", task_assignee: "[]" })).toEqual({ line: 7 });
  });

  test("a name of two columns is joined", () => {
    const fields = { project_name: { value: "x" }, person: { columns: ["First", "Last"] } };
    const rows = [
      { line: 2, cells: { First: "Ada", Last: "Example" } },
      { line: 3, cells: { First: "", Last: "Sample" } },
    ];
    expect(toImportLines(rows, { fields }).map(({ person }) => person)).toEqual([
      "Ada Example",
      "Sample",
    ]);
  });
});

describe("statuses", () => {
  test("are read by our own words, in any case and spacing", () => {
    expect(readCells({ task_status: "In  Progress", project_status: "ON-HOLD" })).toMatchObject({
      task_status: "in_progress",
      project_status: "on_hold",
    });
  });

  test("are read by the mapping's words, which have priority", () => {
    const fields = {
      project_name: { value: "x" },
      task_status: { column: "S", values: { FINISHED: "cancelled" } },
    };
    const [line] = toImportLines([{ line: 2, cells: { S: " FINISHED " } }], {
      fields,
    } as ImportMapping);
    expect(line).toMatchObject({ task_status: "cancelled" });
  });

  test("are reported with the known ones if they are unknown", () => {
    expect(readCells({ task_status: "constructor" })?.problem).toBe(
      'Column "task_status": "constructor" is not one of open, in_progress, blocked, done, cancelled',
    );
  });
});

test("a line with a problem keeps its identifying fields, and nothing that could be imported", () => {
  expect(readCells({ project_code: "P", task_key: "K", task_title: "T", hours: "x" })).toEqual({
    line: 7,
    project_code: "P",
    task_key: "K",
    problem: 'Column "hours": "x" is not a number of hours such as 2.5, 2:30 or 2h 30m',
    problem_field: "hours",
  });
});

test("a long value is cut in the message", () => {
  expect(readCells({ hours: "9".repeat(50).concat("x") })?.problem?.length).toBeLessThan(140);
});

test("empty cells are not values, and a constant fills every line", () => {
  const mapping = {
    fields: { project_code: { column: "C" }, client_name: { value: "Imported" } },
  } as ImportMapping;
  expect(toImportLines([{ line: 2, cells: { C: "  " } }], mapping)).toEqual([
    { line: 2, client_name: "Imported" },
  ]);
});
