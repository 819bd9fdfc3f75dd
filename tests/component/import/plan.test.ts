import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { portfolioImport } from "../../../supabase/functions/_domain/portfolio/import-contract.ts";
import type { ImportMapping } from "../../../supabase/functions/_domain/portfolio/import-mapping.ts";
import { post, rows } from "../answers.ts";
import {
  expectAccessible,
  focusedText,
  inEveryLook,
  inEveryLookOfState,
  openConsole,
  screenshot,
  waitUntilLoaded,
} from "../console.ts";
import {
  appliedRun,
  importAnswer,
  importId,
  importRows,
  planHash,
  tasksCreated,
} from "../fixtures/imports.ts";
import { idOf } from "../fixtures/people.ts";

const unknownStatus = {
  problem_count: 1,
  problems: [{ line: 3, message: '"SHIPPED" is not one of our statuses' }],
};

async function choose(page: Page): Promise<void> {
  const buffer = Buffer.from("project code,status\nIMP-1,open\nIMP-1,SHIPPED\n");
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: "hours.csv", mimeType: "text/csv", buffer });
  await page.getByRole("heading", { name: "hours.csv" }).waitFor();
  await waitUntilLoaded(page);
}

describe("a preview", () => {
  it("is accessible in every look, as is the page where a file is chosen", async () => {
    const previewing = post(portfolioImport, {
      ...importAnswer({ counts: tasksCreated(1, 1), validation: unknownStatus }),
      sheets: ["Read me", "Hours"],
      sheet: "Hours",
    });
    const page = await openConsole("/import", {
      answers: [previewing, rows("portfolio_import_runs", [appliedRun]), ...importRows],
    });
    await inEveryLook(page, async (look) => {
      await expectAccessible(page, `import ${look}`);
      await screenshot(page, `import-${look}`);
    });
    await choose(page);
    await page.getByLabel("Sheet", { exact: true }).waitFor();
    await inEveryLook(page, async (look) => {
      await expectAccessible(page, `import preview ${look}`);
      await screenshot(page, `import-preview-${look}`);
    });
  });

  it("opens the mapping on demand on a phone, and is repeated with the changed mapping before the import is applied", async () => {
    const requests: [string, ImportMapping | undefined, string | undefined][] = [];
    const importing = post(portfolioImport, ({ body }) => {
      if (body.mode !== "dryRun" && body.mode !== "apply") throw new Error(body.mode);
      const { mode, mapping } = body;
      requests.push([mode, mapping, body.mode === "apply" ? body.plan_hash : undefined]);
      return mapping
        ? importAnswer({ mode, id: mode === "apply" ? importId : idOf(15, 2) }, mapping)
        : importAnswer({ counts: tasksCreated(1, 1), validation: unknownStatus });
    });
    const page = await openConsole("/import", {
      width: 390,
      answers: [importing, rows("portfolio_import_runs", [appliedRun]), ...importRows],
    });
    await choose(page);
    await page.getByText('"SHIPPED" is not one of').first().waitFor();
    expect(await focusedText(page)).toBe("hours.csv");
    await page.getByRole("button", { name: "Change mapping" }).click();
    await page.getByLabel("Task status: what SHIPPED means").selectOption("done");
    await page.getByText("The mapping changed").waitFor();
    await page.getByRole("button", { name: "Preview again" }).click();
    await page.getByText("The import will create 1 project and 2 tasks.").waitFor();
    await waitUntilLoaded(page);
    expect(await focusedText(page)).toBe("Import preview");
    await screenshot(page, "import-mapped-390");

    await page.getByRole("button", { name: "Apply this import" }).click();
    await page.getByRole("link", { name: "Open the portfolio" }).waitFor();
    await waitUntilLoaded(page);
    expect(await focusedText(page)).toBe("hours.csv");
    await expectAccessible(page, "receipt 390", { everyRule: true });
    const completeMapping = expect.objectContaining({
      fields: expect.objectContaining({
        task_status: { column: "status", values: { SHIPPED: "done" } },
      }),
    });
    expect(requests).toEqual([
      ["dryRun", undefined, undefined],
      ["dryRun", completeMapping, undefined],
      ["apply", completeMapping, planHash],
    ]);
  });

  it("comes after a mapping when the file's columns are unknown", async () => {
    const importing = post(portfolioImport, ({ body }) => {
      if (body.mode !== "dryRun") throw new Error(body.mode);
      if (body.mapping) return importAnswer({}, body.mapping);
      const columns = ["alpha", "beta"].map((name) => ({ name, samples: [name] }));
      throw new AppError(400, "mapping_needed", "…", { columns });
    });
    const page = await openConsole("/import", {
      answers: [importing, rows("portfolio_import_runs", []), ...importRows],
    });
    await choose(page);
    await page.getByText("Map the columns").waitFor();
    await page.getByLabel("Project code", { exact: true }).selectOption("alpha");
    await page.getByLabel("Client", { exact: true }).selectOption("The same for every line…");
    await page.getByLabel("Client for every line").fill("Fable");
    const asking = page.waitForRequest((request) => request.method() === "POST");
    await page.getByRole("button", { name: "Preview again" }).click();
    expect((await asking).postDataJSON().mapping).toEqual({
      fields: { project_code: { column: "alpha" }, client_name: { value: "Fable" } },
    });
    await page.getByText("The import will create 1 project and 2 tasks.").waitFor();
  });

  it("is shown again when the portfolio has changed since, and nothing is applied", async () => {
    let previews = 0;
    const importing = post(portfolioImport, ({ body }) => {
      if (body.mode === "apply") throw new AppError(409, "import_plan_changed", "…");
      previews += 1;
      return importAnswer({ id: idOf(15, previews), counts: tasksCreated(3 - previews) });
    });
    const page = await openConsole("/import", {
      answers: [importing, rows("portfolio_import_runs", []), ...importRows],
    });
    await choose(page);
    await page.getByText("The import will create 1 project and 2 tasks.").waitFor();
    await page.getByRole("button", { name: "Apply this import" }).click();
    await page.getByText("Check the new preview before you apply it").waitFor();
    await page.getByText("The import will create 1 project and 1 task.").waitFor();
    expect(new URL(page.url()).pathname).toBe("/import");
  });
});

describe("an applied import", () => {
  it("is not undone if a record has changed since, and names the record, accessibly in every look", async () => {
    const refusing = post(portfolioImport, ({ body }) => {
      if (body.mode !== "undo") throw new Error(body.mode);
      const touchedTask = {
        type: "task",
        id: idOf(10, 1),
        label: "Changed by hand",
        why: "changed since",
      };
      throw new AppError(409, "import_touched", "…", { count: 1, rows: [touchedTask] });
    });
    const page = await openConsole(`/import/${importId}`, {
      answers: [refusing, rows("portfolio_import_runs", [appliedRun]), ...importRows],
    });
    await page.getByRole("button", { name: "Undo this import…" }).click();
    const asking = page.getByRole("dialog", { name: "Undo this import?" });
    await asking.getByText("Undoing it will delete 1 project and 2 tasks.").waitFor();
    await inEveryLookOfState(page, async (look) => {
      await expectAccessible(page, `undo ${look}`);
      await screenshot(page, `import-undo-${look}`);
    });
    await asking.getByRole("button", { name: "Undo import" }).click();
    await page.getByText("Nothing was undone: 1 record has changed since the import").waitFor();
    await page.getByText("Changed by hand").waitFor();
    await asking.waitFor({ state: "detached" });
    await inEveryLookOfState(page, async (look) => {
      await expectAccessible(page, `conflict ${look}`);
      await screenshot(page, `import-conflict-${look}`);
    });
  });
});
