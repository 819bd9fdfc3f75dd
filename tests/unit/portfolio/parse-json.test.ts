import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { parseFile } from "../../../supabase/functions/_files/imports/parse-file.ts";
import { parseJson } from "../../../supabase/functions/_files/imports/parse-json.ts";
import { randomized } from "../../support/depth.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const parseText = (text: string) => parseJson(bytes(text));

function refusalOf(file: Uint8Array): AppError {
  try {
    parseJson(file);
  } catch (error) {
    return error as AppError;
  }
  throw new Error("The file was not refused");
}

describe("rows", () => {
  test("are those of the list, or of its `rows`; the columns are all keys that occur", () => {
    const rows = '[{"A": "1", "B": null}, {"C": "3", "A": "x"}]';
    for (const text of [rows, `{"rows": ${rows}, "total": 2}`, `\uFEFF ${rows}`]) {
      expect(parseText(text)).toMatchObject({
        parserVersion: "json-1",
        columns: ["A", "B", "C"],
        rows: [
          { line: 1, cells: { A: "1", B: "" } },
          { line: 2, cells: { A: "x", C: "3" } },
        ],
      });
    }
  });

  test("without a value are left out, and the others keep their position", () => {
    const { rows } = parseText('[{}, {"A": 1}, {"A": null}, {"A": " "}, {"A": 2}]');
    expect(rows.map(({ line }) => line)).toEqual([2, 5]);
  });

  test("may have the names of properties that every object has", () => {
    const { columns, rows } = parseText('[{"__proto__": "x", "constructor": "y", "toString": 1}]');
    expect(columns).toEqual(["__proto__", "constructor", "toString"]);
    expect(columns.map((name) => rows[0]?.cells[name])).toEqual(["x", "y", "1"]);
  });
});

test.each([
  ["1", "1"],
  ["0.1", "0.1"],
  ["2.50", "2.50"],
  ["1e3", "1000"],
  ["1E-7", "0.0000001"],
  ["-0.5", "-0.5"],
  ["12345678901234567890", "12345678901234567890"],
  ["0.30000000000000004", "0.30000000000000004"],
  ["true", "true"],
  ["false", "false"],
  ["null", ""],
  ['"00123"', "00123"],
])("the value %s is read as %s", (value, text) => {
  expect(parseText(`[{"A": ${value}, "B": 1}]`).rows[0]?.cells["A"]).toBe(text);
});

describe("a file is refused, with the row where there is one:", () => {
  test.each([
    ["an empty list", "[]", 400, "no rows", undefined],
    ["rows without a value", "[{}, {}]", 400, "no rows", undefined],
    ["a text", '["a"]', 400, "Row 1 is not an object", 1],
    ["a list of lists", "[[1, 2]]", 400, "Row 1 is not an object", 1],
    ["a null", '[{"A": 1}, null]', 400, "Row 2 is not an object", 2],
    ["an object", '{"A": 1}', 400, "a list of rows", undefined],
    ["rows that are not objects", '{"rows": {"A": 1}}', 400, "a list of rows", undefined],
    ["a list in a row", '[{"A": 1}, {"A": [1]}]', 400, 'Row 2: "A" contains a list', 2],
    ["an object in a row", '[{"A": {"B": 1}}]', 400, 'Row 1: "A" contains a list', 1],
    ["text that is not JSON", "[{A: 1}]", 400, "not valid JSON", undefined],
    ["half of a file", '[{"A": 1}, {"A', 400, "not valid JSON", undefined],
    ["two files in one", '[{"A": 1}][{"A": 1}]', 400, "not valid JSON", undefined],
    ["names that differ only in spaces", '[{"A": 1, "A ": 2}]', 400, "Two columns", undefined],
    ["an empty name", '[{"": 1}]', 400, "has no name", undefined],
    ["endless nesting", "[".repeat(5_000_000), 400, "not valid JSON", undefined],
    [
      "deep nesting that ends",
      `[{"A":${"[".repeat(100_000)}${"]".repeat(100_000)}}]`,
      400,
      "",
      undefined,
    ],
    ["20,001 rows", `[${'{"A":1},'.repeat(20_000)}{"A":1}]`, 413, "at most 20000 rows", undefined],
    [
      "a name of its own in each row",
      `[${Array.from({ length: 201 }, (_, n) => `{"C${n}":1}`).join()}]`,
      400,
      "more than 200",
      201,
    ],
    [
      "cells by the million",
      `[{${Array.from({ length: 200 }, (_, n) => `"C${n}":1`).join()}}${',{"C1":1}'.repeat(10_001)}]`,
      413,
      "at most 2000000 cells",
      undefined,
    ],
  ])("%s", (_what, text, status, says, line) => {
    const error = refusalOf(bytes(text));
    expect([error.name, error.status, error.message]).toEqual([
      "AppError",
      status,
      expect.stringContaining(says),
    ]);
    if (line !== undefined) expect(error.details).toEqual({ line });
  });

  test("bytes that are not UTF-8", () => {
    expect(refusalOf(Uint8Array.of(0x5b, 0xff)).message).toContain("not UTF-8");
  });
});

test("the bytes decide the format: a header in brackets is CSV, and so is everything else", async () => {
  const versionOf = async (text: string) => (await parseFile(bytes(text))).parserVersion;
  expect(await versionOf('[{"A": 1}]')).toBe("json-1");
  expect(await versionOf('\n {"rows": [{"A": 1}]}')).toBe("json-1");
  expect(await versionOf("[Code],Name\n1,2\n")).toBe("csv-3");
  expect(await versionOf("PK,Name\n1,2\n")).toBe("csv-3");
});

test("any bytes are read or refused with a status, whatever they begin with", async () => {
  const starts = fc.constantFrom(
    "",
    "[",
    "{",
    "[{",
    "PK\x03\x04",
    "PK\x05\x06",
    "\xd0\xcf\x11\xe0",
  );
  await fc.assert(
    fc.asyncProperty(starts, fc.uint8Array({ maxLength: 300 }), async (start, rest) => {
      try {
        await parseFile(Uint8Array.from([...Buffer.from(start, "latin1"), ...rest]));
      } catch (error) {
        expect((error as AppError).name).toBe("AppError");
        expect([400, 413]).toContain((error as AppError).status);
      }
    }),
    randomized({ default: 1_000, nightly: 2_000 }),
  );
});
