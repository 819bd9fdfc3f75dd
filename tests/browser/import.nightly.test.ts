/**
 * Imports an update of a task, and a workbook that is mapped and undone. tests/service/import.test.ts,
 * import-mappings.test.ts and import-undo.test.ts prove the imports; tests/component/import proves the page.
 */
import { writeXlsx } from "hucre/xlsx";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { owner as sql } from "../support/database.ts";
import { as, screenshot, visit, waitUntilLoaded } from "./console.ts";
import { choose, csv, header, organization } from "./import-page.ts";

describe("importing a file", () => {
  it("shows the old and the new value of each change; importing the same file again changes nothing", async () => {
    const line = (title: string) => `Fable,UPD-1,Updated,T1,${title},open,Ada Example,1,2026-03-02`;
    await as("other_admin", {}, async (page) => {
      for (const title of ["Before", "After"]) {
        await visit(page, "/import", "Import");
        await choose(page, csv("update.csv", [header, line(title)]));
        if (title === "After") {
          await page.getByText("The import will update 1 task.").waitFor();
          await page.getByText("task title:").waitFor();
          await page.getByText("Before → After").waitFor();
        }
        await page.getByRole("button", { name: "Apply this import" }).click();
        await page.getByRole("link", { name: "Open the portfolio" }).waitFor();
      }
      await visit(page, "/import", "Import");
      await choose(page, csv("update.csv", [header, line("After")]));
      await page.getByText("Nothing to import: every line already exists.").waitFor();
      expect(await page.getByRole("button", { name: "Apply this import" }).count()).toBe(0);
    });
  });
});

/** A workbook whose second sheet is the plan, with its own column names. */
async function workbook(name: string, code: string): Promise<ReturnType<typeof csv>> {
  const day = new Date("2026-03-02T00:00:00Z");
  const bytes = await writeXlsx({
    sheets: [
      { name: "Read me", rows: [["Written by"], ["Ada Example"]] },
      {
        name: "Hours",
        columns: [{}, {}, {}, {}, {}, { numFmt: "dd/mm/yyyy" }],
        rows: [
          ["Job", "Customer", "Step", "Who", "Spent", "Day"],
          [code, "Fable", "First", "Ada Example", 2.5, day],
          [code, "Fable", "Second", "Ada Example", 4, day],
        ],
      },
    ],
  });
  const mimeType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
  return { name, mimeType, buffer: Buffer.from(bytes) };
}

const fields = { "Project code": "Job", Client: "Customer", "Task key": "Step", Person: "Who" };

async function dialog(page: Page, name: string) {
  const importDialog = page.getByRole("dialog", { name });
  await importDialog.waitFor();
  await waitUntilLoaded(page);
  return importDialog;
}

async function hoursOf(code: string): Promise<number | null> {
  const [row] = await sql<{ hours: number | null }[]>`
    select sum(hours)::float8 as hours from public.time_entries
    join public.projects on projects.id = project_id
    where projects.organization_id = ${organization} and code = ${code}`;
  return row?.hours ?? null;
}

describe("a workbook", () => {
  it("is mapped, imported and undone, and a saved mapping maps the next one", async () => {
    const code = "BOOK-1";
    const mapping = "Time sheet";
    await as("other_admin", {}, async (page) => {
      await visit(page, "/import", "Import");
      await choose(page, await workbook("hours.xlsx", code));
      // Nothing in the first sheet looks like a project.
      await page.getByText("Map the columns").waitFor();
      await page.getByLabel("Sheet", { exact: true }).selectOption("Hours");
      await page.getByText("the file has 6 columns").waitFor();
      for (const [label, column] of Object.entries({
        ...fields,
        Hours: "Spent",
        "Date worked": "Day",
      })) {
        await page.getByLabel(label, { exact: true }).selectOption(column);
      }

      await page.getByRole("button", { name: "Save mapping…" }).click();
      const saveDialog = await dialog(page, "Save this mapping");
      await saveDialog.getByLabel("Name").fill(mapping);
      await screenshot(page, "import-save-mapping");
      await saveDialog.getByRole("button", { name: "Save mapping", exact: true }).click();
      await saveDialog.waitFor({ state: "detached" });

      await page.getByRole("button", { name: "Preview again" }).click();
      await page
        .getByText(/The import will create .*1 project, 2 tasks and 2 time entries/)
        .or(
          page.getByText(
            /The import will create .*1 project, 1 person, 2 tasks, 2 time entries and 1 membership/,
          ),
        )
        .waitFor();
      await waitUntilLoaded(page);
      await screenshot(page, "import-workbook");
      await page.getByRole("button", { name: "Apply this import" }).click();
      await page.getByRole("button", { name: "Undo this import…" }).click();
      expect(await hoursOf(code)).toBe(6.5);

      const undoDialog = await dialog(page, "Undo this import?");
      await undoDialog.getByText(/Undoing it will delete .*1 project/).waitFor();
      await undoDialog.getByRole("button", { name: "Undo import" }).click();
      await page.getByText(/^Undone .* by /).waitFor();
      expect(await hoursOf(code)).toBeNull();
      expect(await page.getByRole("button", { name: "Undo this import…" }).count()).toBe(0);
      await waitUntilLoaded(page);
      await screenshot(page, "import-undone");

      await page.getByRole("link", { name: "All imports" }).click();
      const entry = page.getByRole("listitem").filter({ hasText: "hours.xlsx" });
      await entry.filter({ hasText: "Undone" }).waitFor();
      await waitUntilLoaded(page);
      await screenshot(page, "import-list");

      // The next file of this kind needs only the name of its mapping.
      await choose(page, await workbook("next.xlsx", code));
      await page.getByLabel("Sheet", { exact: true }).selectOption("Hours");
      await page.getByText("the file has 6 columns").waitFor();
      await page.getByLabel("Saved mapping").selectOption(mapping);
      expect(await page.getByLabel("Task key", { exact: true }).inputValue()).toBe("column:Step");
      await page.getByRole("button", { name: `Delete the saved mapping ${mapping}` }).click();
      const deleteDialog = await dialog(page, "Delete this saved mapping?");
      await deleteDialog.getByRole("button", { name: "Delete" }).click();
      await deleteDialog.waitFor({ state: "detached" });
      const [remainder] =
        await sql`select count(*)::int as count from public.import_mappings where name = ${mapping}`;
      expect(remainder?.["count"]).toBe(0);
    });
  });
});
