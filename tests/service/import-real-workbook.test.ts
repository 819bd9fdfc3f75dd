/**
 * The real export of import-real-file.test.ts as a workbook with real dates and numbers, and as JSON. Both give
 * the same plan as the CSV, and undo restores the portfolio.
 */
import { writeXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import { ImportResult } from "../../supabase/functions/_domain/portfolio/import-contract.ts";
import { codeOf } from "../support/http.ts";
import { makeOrganization } from "../support/own-organization.ts";
import { importFile, portfolioContent, undoImport } from "./import-file.ts";
import { firstRealRows, hasRealFile, realFileNote, realMapping, realRows } from "./real-file.ts";

const dates = ["EstimateOn", "StartedOn", "CompletedOn"];
const numbers = ["TaskNumber", "Priority", "HoursEstimate", "DeveloperHoursActual"];

test.skipIf(!hasRealFile)(
  `a workbook and a JSON file of the real export import like its CSV (${realFileNote})`,
  { timeout: 120_000 },
  async () => {
    const own = await makeOrganization();
    const { csv, table } = await firstRealRows();
    const columns = Object.keys(table[0] as object);
    const cells = table.map((row) =>
      columns.map((name) => {
        const text = row[name] ?? "";
        if (text === "") return null;
        if (dates.includes(name)) return new Date(`${text}T00:00:00Z`);
        return numbers.includes(name) ? Number(text) : text;
      }),
    );
    const xlsx = await writeXlsx({
      sheets: [
        { name: "Read me", rows: [["Nothing to import here"], ["Really"]] },
        {
          name: "Tasks",
          columns: columns.map((name) => (dates.includes(name) ? { numFmt: "dd/mm/yyyy" } : {})),
          rows: [columns, ...cells],
        },
      ],
    });
    const json = JSON.stringify({
      rows: cells.map((row) =>
        Object.fromEntries(
          columns.map((name, index) => {
            const value = row[index];
            return [name, value instanceof Date ? value.toISOString().slice(0, 10) : value];
          }),
        ),
      ),
    });

    const times: Record<string, number> = {};
    const measure = async <T>(step: string, run: () => Promise<T>): Promise<T> => {
      const start = performance.now();
      const result = await run();
      times[step] = Math.round(performance.now() - start);
      return result;
    };
    const upload = (step: string, file: Parameters<typeof importFile>[1]) =>
      measure(step, async () => {
        const answer = await importFile(own.people.lead, { mapping: realMapping, ...file });
        expect(answer.status, answer.text.slice(0, 300)).toBe(200);
        return ImportResult.parse(answer.json);
      });

    const before = await portfolioContent(own.id);
    const workbook = { file: xlsx, fileName: "tasks.xlsx", sheet: "Tasks" };
    const first = await importFile(own.people.lead, { file: xlsx, mapping: realMapping });
    expect([first.status, codeOf(first)]).toEqual([400, "unknown_columns"]);

    const dryRun = await upload("xlsx dry run", workbook);
    expect([dryRun.sheets, dryRun.sheet]).toEqual([["Read me", "Tasks"], "Tasks"]);
    expect(dryRun.rows[0]?.line).toBe(2);
    expect(dryRun.run.counts?.rows).toEqual({
      create: realRows,
      update: 0,
      unchanged: 0,
      skipped: 0,
    });
    expect(await portfolioContent(own.id)).toEqual(before);

    const result = await upload("xlsx apply", {
      ...workbook,
      mode: "apply",
      planHash: String(dryRun.run.plan_hash),
    });
    const allUnchanged = { create: 0, update: 0, unchanged: realRows, skipped: 0 };
    const asCsv = await upload("csv dry run", { file: csv });
    expect(asCsv.run.counts?.rows).toEqual(allUnchanged);
    const asJson = await upload("json dry run", { file: json, fileName: "tasks.json" });
    expect(asJson.run.counts?.rows).toEqual(allUnchanged);
    expect(asJson.rows[0]?.line).toBe(1);

    const undoAnswer = await measure("undo", () => undoImport(own.people.lead, result.run.id));
    expect([undoAnswer.status, undoAnswer.text.slice(0, 300)]).toEqual([200, expect.anything()]);
    expect(await portfolioContent(own.id)).toEqual(before);
    console.log(
      `real workbook (${xlsx.length} bytes): ${Object.entries(times)
        .map(([step, ms]) => `${step} ${ms} ms`)
        .join(", ")}`,
    );
  },
);
