/** A chosen file, before its import. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { portfolioImport } from "../../../supabase/functions/_domain/portfolio/import-contract.ts";
import { post, rows } from "../answers.ts";
import { openConsole, screenshot, waitUntilLoaded } from "../console.ts";
import { appliedRun, importAnswer, importRows, tasksCreated } from "../fixtures/imports.ts";

export async function choose(page: Page): Promise<void> {
  const buffer = Buffer.from("project code,status,rate\nIMP-1,open,95\n");
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: "hours.csv", mimeType: "text/csv", buffer });
  await page.getByRole("heading", { name: "hours.csv" }).waitFor();
  await waitUntilLoaded(page);
}

export const receipts = [rows("portfolio_import_runs", [appliedRun]), ...importRows];
export const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id);

export async function expectFocusAtProblem(width: 1440 | 390): Promise<void> {
  const message = "Hours need a date: map “Date worked” to a column, or fill its cell";
  const validation = {
    problem_count: 1,
    problems: [{ line: 2, message, field: "spent_on" as const }],
  };
  const page = await openConsole("/import", {
    width,
    answers: [
      post(portfolioImport, importAnswer({ counts: tasksCreated(1, 1), validation })),
      ...receipts,
    ],
  });
  await choose(page);
  await page.getByText("Hours need a date").first().waitFor();
  await screenshot(page, `import-missing-field-${width}`);
  await page.getByRole("button", { name: "Correct mapping of “Date worked”" }).click();
  await page.getByLabel("Date worked", { exact: true }).waitFor();
  await expect.poll(() => focusedId(page)).toBe("spent_on");
}
