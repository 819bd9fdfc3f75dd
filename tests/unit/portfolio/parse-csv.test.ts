import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { parseCsv } from "../../../supabase/functions/_files/imports/parse-csv.ts";
import { randomized } from "../../support/depth.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

function refusalOf(file: Uint8Array): AppError {
  try {
    parseCsv(file);
  } catch (error) {
    return error as AppError;
  }
  throw new Error("The file was not refused");
}

describe("any table", () => {
  // Characters with and without a meaning in CSV; never a NUL, which no text file contains.
  const cell = fc.string({
    unit: fc.constantFrom(",", ";", "\t", '"', "\n", "\r\n", " ", "a", "ä", "🌱", "'", "="),
  });
  const names = fc.uniqueArray(fc.stringMatching(/^[A-Za-z][A-Za-z ]{0,8}[A-Za-z]$/), {
    minLength: 2,
    maxLength: 6,
  });
  const table = names.chain((columns) =>
    fc.record({
      columns: fc.constant(columns),
      rows: fc.array(
        fc
          .array(cell, { minLength: columns.length, maxLength: columns.length })
          .filter((row) => row.some((value) => value.trim() !== "")),
        { minLength: 1, maxLength: 20 },
      ),
      delimiter: fc.constantFrom(",", ";", "\t"),
      lineEnd: fc.constantFrom("\n", "\r\n"),
      mark: fc.constantFrom("", "\uFEFF"),
    }),
  );

  test("comes back unchanged: no line is lost, and only line ends differ", () => {
    fc.assert(
      fc.property(table, ({ columns, rows, delimiter, lineEnd, mark }) => {
        const quote = (value: string) => `"${value.replaceAll('"', '""')}"`;
        const text = [columns, ...rows].map((row) => row.map(quote).join(delimiter)).join(lineEnd);
        const parsed = parseCsv(bytes(mark + text));
        expect(parsed.columns).toEqual(columns);
        const normal = rows.map((row) => row.map((value) => value.replaceAll("\r\n", "\n")));
        expect(parsed.rows.map(({ cells }) => columns.map((name) => cells[name]))).toEqual(normal);
      }),
      randomized({ default: 100, nightly: 500 }),
    );
  });

  test("is parsed with the line on which each row ends in an editor", () => {
    fc.assert(
      fc.property(table, ({ columns, rows, delimiter }) => {
        const quote = (value: string) => `"${value.replaceAll('"', '""')}"`;
        const lines = [columns, ...rows].map((row) => row.map(quote).join(delimiter));
        const parsed = parseCsv(bytes(lines.join("\n")));
        const linesIn = (text: string) => text.split("\n").length;
        let end = linesIn(lines[0] ?? "");
        const expected = lines.slice(1).map((line) => {
          end += linesIn(line);
          return end;
        });
        expect(parsed.rows.map(({ line }) => line)).toEqual(expected);
      }),
      randomized({ default: 100, nightly: 500 }),
    );
  });
});

test("any bytes are read or refused with a status", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (file) => {
      try {
        parseCsv(file);
      } catch (error) {
        expect((error as AppError).name).toBe("AppError");
        expect((error as AppError).status).toBe(400);
      }
    }),
    randomized({ default: 1_000, nightly: 2_000 }),
  );
});

describe("a file's encoding", () => {
  test("is UTF-8 with or without a byte order mark, else Windows-1252", () => {
    const name = (file: Uint8Array) => parseCsv(file).rows[0]?.cells["Name"];
    expect(name(bytes("Name,Town\nJürgen,Köln"))).toBe("Jürgen");
    expect(name(bytes("\uFEFFName,Town\nJürgen,Köln"))).toBe("Jürgen");
    expect(name(Buffer.from("Name,Town\nJürgen €,Köln".replace("€", "\x80"), "latin1"))).toBe(
      "Jürgen €",
    );
  });
});

test("a name that columns share is numbered, so that the columns differ and none is lost", () => {
  const { columns, rows } = parseCsv(bytes("A, A,A (2),B,A\n1,2,3,4,5\n"));
  expect(columns).toEqual(["A", "A (3)", "A (2)", "B", "A (4)"]);
  expect(rows[0]?.cells).toEqual({ A: "1", "A (3)": "2", "A (2)": "3", B: "4", "A (4)": "5" });
});

describe("a file is refused, with the line if one is at fault:", () => {
  test.each([
    ["an empty file", "", 400, undefined],
    ["nothing below the header", "A,B\n\n", 400, undefined],
    ["a row too short", "A,B\n1,2\n3\n", 400, 3],
    ["a row too long", "A,B\n1,2,3\n", 400, 2],
    ["a column without a name", "A,,C\n1,2,3\n", 400, 1],
  ])("%s", (_what, text, status, line) => {
    const error = refusalOf(bytes(text));
    expect([error.status, error.code]).toEqual([status, "unreadable_file"]);
    expect(error.details).toEqual(line === undefined ? undefined : { line });
  });

  test("a file that is not text", () => {
    expect(refusalOf(Uint8Array.of(65, 44, 66, 10, 0, 44, 1)).message).toContain("not text");
  });

  test("201 columns; 200 are read", () => {
    const columns = (count: number) => {
      const names = Array.from({ length: count }, (_, index) => `C${index}`).join();
      return bytes(`${names}\n${"x,".repeat(count - 1)}x\n`);
    };
    expect(parseCsv(columns(200)).columns).toHaveLength(200);
    expect(refusalOf(columns(201))).toMatchObject({ status: 400, code: "unreadable_file" });
  });

  test("20,001 rows; 20,000 are read", () => {
    const rows = (count: number) => bytes(`A,B\n${"1,2\n".repeat(count)}`);
    expect(parseCsv(rows(20_000)).rows).toHaveLength(20_000);
    expect(refusalOf(rows(20_001))).toMatchObject({ status: 413, code: "too_many_rows" });
  });

  test("ten megabytes of separators, because they make too many cells", () => {
    for (const line of [",".repeat(9_900_000), `A,B${",,,,,\n".repeat(1_600_000)}`]) {
      expect(refusalOf(bytes(line))).toMatchObject({ status: 413, code: "too_many_cells" });
    }
  });
});
