/**
 * Whatever stands in the cells: a dry run says what apply does, a bad cell costs its line and no other,
 * and the same file a second time changes nothing.
 */
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { importFields } from "../../supabase/functions/_domain/portfolio/import-mapping.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { importFile, portfolioState } from "./import-file.ts";

let own: OwnOrganization;
beforeAll(async () => {
  own = await makeOrganization();
});

const RUNS = Number(process.env["IMPORT_RUNS"] ?? 40);
const fields = Object.keys(importFields) as (keyof typeof importFields)[];

// Few values, so that lines meet in the same projects, tasks and people; and the odd ones of each kind.
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
  integer: ["1", "-3", "0", "9999", "10000", "-9999", "1.5", ""],
  project_status: ["active", "Planned", "on hold", "closed", "wrong", ""],
  task_status: ["open", "In Progress", "done", "closed", "wrong", ""],
};

const file = fc
  .record({
    mapped: fc
      .subarray(fields, { minLength: 3 })
      .filter((chosen) =>
        chosen.some((field) => field === "project_code" || field === "project_name"),
      ),
    rows: fc.array(
      fc.record(
        Object.fromEntries(
          fields.map((field) => [field, fc.constantFrom(...cells[importFields[field]])]),
        ),
      ),
      { minLength: 1, maxLength: 12 },
    ),
  })
  .map(({ mapped, rows }) => ({
    mapping: { fields: Object.fromEntries(mapped.map((field) => [field, { column: field }])) },
    file: [mapped, ...rows.map((row) => mapped.map((field) => row[field] ?? ""))]
      .map((line) => line.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(","))
      .join("\n"),
    isBlank: rows.every((row) => mapped.every((field) => (row[field] ?? "").trim() === "")),
  }));

interface Result {
  run: { plan_hash: string; counts: Record<string, Record<string, number>> };
}

test("a dry run and apply agree, and a second upload changes nothing", {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(file, async ({ file, mapping, isBlank }) => {
      fc.pre(!isBlank);
      const lead = own.people.lead;
      const before = await portfolioState(own.id);
      const dryRun = await importFile(lead, { file, mapping });
      expect([dryRun.status, dryRun.text.slice(0, 300)]).toEqual([200, expect.anything()]);
      expect(await portfolioState(own.id)).toEqual(before);

      const seen = (dryRun.json as Result).run;
      const apply = await importFile(lead, {
        file,
        mapping,
        mode: "apply",
        planHash: seen.plan_hash,
      });
      expect([apply.status, apply.text.slice(0, 300)]).toEqual([200, expect.anything()]);
      expect((apply.json as Result).run.counts).toEqual(seen.counts);

      const after = await portfolioState(own.id);
      const again = await importFile(lead, { file, mapping, mode: "apply" });
      const { create, update, unchanged, skipped } =
        (again.json as Result).run.counts["rows"] ?? {};
      const first = seen.counts["rows"] ?? {};
      expect({ create, update, skipped }).toEqual({
        create: 0,
        update: 0,
        skipped: first["skipped"],
      });
      expect(unchanged).toBe(
        (first["create"] ?? 0) + (first["update"] ?? 0) + (first["unchanged"] ?? 0),
      );
      expect(await portfolioState(own.id)).toEqual(after);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});
