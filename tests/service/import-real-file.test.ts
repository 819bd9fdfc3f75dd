/** The rows of the real export are imported completely, and once. */
import { expect, test } from "vitest";
import { ImportResult } from "../../supabase/functions/_domain/portfolio/import-contract.ts";
import { owner } from "../support/database.ts";
import { makeOrganization } from "../support/own-organization.ts";
import { importFile, portfolioState } from "./import-file.ts";
import { firstRealRows, hasRealFile, realFileNote, realMapping, realRows } from "./real-file.ts";

test.skipIf(!hasRealFile)(
  `the real file is imported completely, and once (${realFileNote})`,
  { timeout: 120_000 },
  async () => {
    const own = await makeOrganization();
    const { csv: bytes, table } = await firstRealRows();
    const tasks = new Set(table.map(({ TaskNumber }) => TaskNumber)).size;
    const hours = table.reduce((sum, row) => sum + Number(row["DeveloperHoursActual"]), 0);
    const times: Record<string, number> = {};
    const upload = async (step: string, mode: "dryRun" | "apply", planHash?: string) => {
      const start = performance.now();
      const answer = await importFile(own.people.lead, {
        file: bytes,
        mapping: realMapping,
        mode,
        ...(planHash && { planHash }),
      });
      times[step] = Math.round(performance.now() - start);
      expect(answer.status, answer.text.slice(0, 300)).toBe(200);
      return ImportResult.parse(answer.json);
    };

    const before = await portfolioState(own.id);
    const dryRun = await upload("dry run", "dryRun");
    expect(await portfolioState(own.id)).toEqual(before);
    expect(dryRun.run.counts?.rows).toEqual({
      create: realRows,
      update: 0,
      unchanged: 0,
      skipped: 0,
    });
    expect(dryRun.run.counts?.tasks?.create).toBe(tasks);
    expect(dryRun.run.counts?.time_entries?.create).toBe(realRows);

    const result = await upload("apply", "apply", String(dryRun.run.plan_hash));
    expect(result.run.counts).toEqual(dryRun.run.counts);
    const [sums] = await owner`
      select count(*)::int as entries, sum(hours)::text as hours,
        (select count(*)::int from public.tasks
         where organization_id = ${own.id} and project_id not in (${own.alphaId}, ${own.betaId})) as tasks
      from public.time_entries where organization_id = ${own.id} and external_key is not null`;
    expect({ ...sums }).toEqual({ tasks, entries: realRows, hours: hours.toFixed(2) });

    const after = await portfolioState(own.id);
    const again = await upload("second upload", "apply");
    expect(again.run.counts?.rows).toEqual({
      create: 0,
      update: 0,
      unchanged: realRows,
      skipped: 0,
    });
    expect(await portfolioState(own.id)).toEqual(after);

    const start = performance.now();
    const portfolio = (await own.people.lead.ask("/api/portfolio")).json as {
      projects: { code: string; actual_hours: number; task_count: number }[];
    };
    times["portfolio"] = Math.round(performance.now() - start);
    const projects = portfolio.projects.filter(({ code }) => !["ALPHA", "BETA"].includes(code));
    expect(projects.reduce((sum, project) => sum + project.task_count, 0)).toBe(tasks);
    expect(projects.reduce((sum, project) => sum + project.actual_hours, 0)).toBeCloseTo(hours, 4);
    console.log(
      `real import: ${Object.entries(times)
        .map(([step, ms]) => `${step} ${ms} ms`)
        .join(", ")}; ${projects.length} projects`,
    );
  },
);
