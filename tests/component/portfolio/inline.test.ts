/** Status, lead and due date of projects, edited in the list. */
import { describe, expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { expectAccessible, focusedText, openConsole } from "../console.ts";
import { people } from "../fixtures/people.ts";
import { crm, peopleOptions, projectNamed, savingProjects } from "../fixtures/project-changes.ts";

// Each test changes another project, because the console remembers the version that it saved last.
describe("in the list, a lead", () => {
  it("changes status, due date and lead by keyboard, and undoes each change", async () => {
    const { requests, answers } = savingProjects();
    const page = await openConsole("/portfolio?group=none", { answers });
    const status = page.getByRole("button", { name: /Change status of CRM migration/ });
    await status.press("Enter");
    const list = page.getByRole("combobox", { name: "Status of CRM migration" });
    await list.fill("On hold");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByText("Status saved.").waitFor();
    await expect.poll(() => focusedText(page)).toContain("Change status of CRM migration");
    await expectAccessible(page, "project edited in place");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Undone.").waitFor();

    await page.getByRole("button", { name: /Change due date of CRM migration/ }).press("Enter");
    const due = page.getByLabel("Due date of CRM migration");
    await due.fill("2027-03-31");
    await due.press("Escape");
    await page.getByRole("button", { name: /Change due date of CRM migration/ }).press("Enter");
    await due.fill("2027-04-30");
    await due.press("Enter");
    await page.getByText("Due date saved.").waitFor();

    await page.getByRole("button", { name: /Change lead of CRM migration/ }).press("Enter");
    await page.getByRole("combobox", { name: "Lead of CRM migration" }).fill(people.admin.name);
    await page.getByRole("option", { name: people.admin.name }).click();
    await page.getByText("Lead saved.").waitFor();
    expect(requests).toEqual([
      [crm.code, crm.version, { status: "on_hold" }],
      [crm.code, crm.version + 1, { status: crm.status }],
      [crm.code, crm.version + 1, { due_on: "2027-04-30" }],
      [crm.code, crm.version + 2, { lead_id: people.admin.id }],
    ]);
  });

  it("chooses between both values if another person changed the project first", async () => {
    const shop = projectNamed("Web shop relaunch");
    const changedProject = {
      id: shop.id,
      name: shop.name,
      code: shop.code,
      status: "completed",
      lead_id: shop.lead_id,
      account_id: shop.account_id,
      starts_on: shop.starts_on,
      due_on: shop.due_on,
      summary: shop.summary,
      budget_hours: shop.budget_hours,
      archived_at: null,
      budget_amount: shop.budget_amount,
    };
    let isStale = true;
    const { requests, answers } = savingProjects(() => {
      if (!isStale) return;
      isStale = false;
      throw new AppError(409, "version_conflict", "Somebody changed it", {
        version: shop.version + 4,
        current: changedProject,
        changes: [
          {
            version: shop.version + 4,
            at: "2026-11-18T09:00:00+00:00",
            by: { id: people.admin.id, name: people.admin.name },
            fields: { status: { from: shop.status, to: "completed" } },
          },
        ],
      });
    });
    const page = await openConsole("/portfolio?group=none", { answers });
    await page.getByRole("button", { name: /Change status of Web shop relaunch/ }).click();
    await page.getByRole("option", { name: "On hold" }).click();
    const dialog = page.getByRole("dialog", { name: /Review changes/ });
    await dialog.getByText("Changed by both").waitFor();
    await expectAccessible(page, "conflict of a project in the list");
    await dialog.getByRole("button", { name: "Save these choices" }).click();
    await page.getByText("Project saved.").waitFor();
    expect(requests).toEqual([
      [shop.code, shop.version, { status: "on_hold" }],
      [shop.code, shop.version + 4, { status: "on_hold" }],
    ]);
  });
});

it("a member reads the list and edits no project in it", async () => {
  const page = await openConsole("/portfolio?group=none", {
    as: people.member,
    answers: [peopleOptions],
  });
  await page.getByRole("link", { name: "CRM migration" }).waitFor();
  expect(await page.getByRole("button", { name: /^Change|Change status of/ }).count()).toBe(0);
});
