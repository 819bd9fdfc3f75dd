/**
 * Changes of several projects that fail or are sent twice.
 * tests/unit/console/send-each.test.ts proves what is sent and reported, and what an undo restores; people/bulk.test.ts
 * sends a double click once.
 */
import { expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { at } from "../answers.ts";
import { openConsole } from "../console.ts";
import { crm, savingProjects } from "../fixtures/project-changes.ts";

it("a double click sends each change once, and undo restores the other projects if one is refused", async () => {
  let isLate = false;
  const { requests, answers } = savingProjects((code) => {
    if (isLate && code === crm.code) {
      throw new AppError(409, "version_conflict", "The project was changed in the meantime");
    }
  });
  const page = await openConsole("/portfolio?group=none", { answers });
  for (const name of ["CRM migration", "Reader app"]) {
    await page.getByRole("checkbox", { name: `Select: ${name}` }).check();
  }
  await page.getByRole("button", { name: "Edit projects" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit 2 projects" });
  await dialog.getByLabel("Archive").selectOption("archive");
  await dialog.getByRole("button", { name: "Preview changes" }).click();
  await dialog.getByRole("button", { name: "Change 2 projects" }).evaluate((button) => {
    (button as HTMLElement).click();
    (button as HTMLElement).click();
  });
  await page.getByText("2 projects changed.").waitFor();
  expect(requests).toHaveLength(2);
  isLate = true;
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText(/1 of 2 not undone: CRM migration/).waitFor();
  expect(requests).toHaveLength(4);
});

it("a failed request is reported per project, and hides none", async () => {
  const { answers } = savingProjects();
  let requests = 0;
  const failing = at("POST", "/api/portfolio-actions", () => {
    requests += 1;
    return Response.json({ error: { code: "internal", message: "Failed" } }, { status: 500 });
  });
  const page = await openConsole("/portfolio?group=none", { answers: [failing, ...answers] });
  for (const name of ["CRM migration", "Reader app"]) {
    await page.getByRole("checkbox", { name: `Select: ${name}` }).check();
  }
  await page.getByRole("button", { name: "Edit projects" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit 2 projects" });
  await dialog.getByLabel("Archive").selectOption("archive");
  await dialog.getByRole("button", { name: "Preview changes" }).click();
  await dialog.getByRole("button", { name: "Change 2 projects" }).click();
  await dialog
    .getByRole("heading", { name: "0 projects changed, 1 can't be changed, 1 unknown" })
    .waitFor();
  await dialog.getByText(/May have changed\. Check it\./).waitFor();
  await dialog
    .getByText("Not changed: An earlier request failed, so this one was not sent. Try it again.")
    .waitFor();
  expect(requests).toBe(1);
});
