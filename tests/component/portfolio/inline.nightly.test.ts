/**
 * Projects edited on a phone, and a refused change.
 * inline.test.ts changes projects on a desktop; tasks/tasks-page.test.ts shows the former value in the same cell after a
 * refusal.
 */
import { describe, expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { expectAccessible, openConsole, screenshot } from "../console.ts";
import { projectNamed, savingProjects } from "../fixtures/project-changes.ts";

describe("in the list, a lead", () => {
  it("changes a project on a phone", async () => {
    const reader = projectNamed("Reader app");
    const { requests, answers } = savingProjects();
    const page = await openConsole("/portfolio", { width: 390, answers });
    await page.getByRole("button", { name: /Change due date of Reader app/ }).click();
    await page.getByLabel("Due date of Reader app").fill("2027-03-31");
    await expectAccessible(page, "due date of a project on a phone");
    await screenshot(page, "projects-inline-390");
    await page.getByLabel("Due date of Reader app").press("Enter");
    await page.getByText("Due date saved.").waitFor();
    expect(requests).toEqual([[reader.code, reader.version, { due_on: "2027-03-31" }]]);
  });

  it("sees the former value again after a refusal", async () => {
    const { answers } = savingProjects(() => {
      throw new AppError(
        409,
        "client_archived",
        "The client is archived. Restore the client first",
      );
    });
    const page = await openConsole("/portfolio?group=none", { answers });
    const status = page.getByRole("button", { name: /Change status of CRM migration/ });
    await status.click();
    await page.getByRole("option", { name: "On hold" }).click();
    await page.getByText("The client is archived. Restore the client first.").waitFor();
    await expect.poll(() => status.textContent()).toContain("Active");
  });
});
