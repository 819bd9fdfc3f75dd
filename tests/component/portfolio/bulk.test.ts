import { expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import {
  expectAccessible,
  focusedText,
  inEveryLookOfState,
  openConsole,
  screenshot,
} from "../console.ts";
import { people } from "../fixtures/people.ts";
import { crm, savingProjects } from "../fixtures/project-changes.ts";
import { projects } from "../fixtures/projects.ts";

/** The service saves projects, except those of these codes. */
const projectService = (refused: (string | null)[] = []) =>
  savingProjects((code) => {
    if (!refused.includes(code)) return;
    throw new AppError(409, "version_conflict", "The project was changed in the meantime");
  });

it("a lead selects projects by keyboard, previews their changes, makes them and undoes them", async () => {
  const seo = projects.find(({ name }) => name === "SEO retainer");
  const { requests, answers } = projectService();
  const page = await openConsole("/portfolio?group=none", { answers });
  await page.getByRole("link", { name: "CRM migration" }).focus();
  await page.keyboard.press("x");
  await page.getByRole("link", { name: "SEO retainer" }).focus();
  await page.keyboard.press("x");
  await page.getByText("2 projects selected").waitFor();
  await page.getByRole("button", { name: "Edit projects" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Edit 2 projects" });
  await dialog.getByRole("button", { name: "Preview changes" }).click();
  await dialog.getByText("Choose at least one change.").waitFor();
  await dialog.getByLabel("Status").selectOption("on_hold");
  const lead = dialog.getByRole("combobox", { name: "Lead" });
  await lead.click();
  await page.getByRole("option", { name: people.admin.name }).click();
  await expect.poll(() => lead.inputValue()).toBe(people.admin.name);
  await dialog.getByLabel("Due", { exact: true }).selectOption("set");
  await dialog.getByLabel("Due date").fill("2027-03-31");
  await expectAccessible(page, "bulk edit of projects");
  await dialog.getByRole("button", { name: "Preview changes" }).click();
  await expect.poll(() => focusedText(page)).toBe("2 projects will change");
  const [first, second] = await dialog.getByRole("listitem").allTextContents();
  expect(first).toContain("Status: Active →  becomes On hold");
  expect(first).toContain("31 Mar 2027");
  expect(first).toContain(`Lead: ${crm.lead_name} →  becomes ${people.admin.name}`);
  // It is on hold already.
  expect(second).not.toContain("Status");
  expect(requests).toEqual([]);
  await inEveryLookOfState(page, async (look) => {
    await expectAccessible(page, `bulk preview of projects ${look}`);
    await screenshot(page, `projects-bulk-preview-${look}`);
  });
  await dialog.getByRole("button", { name: "Change 2 projects" }).click();
  await page.getByText("2 projects changed.").waitFor();
  await dialog.waitFor({ state: "detached" });
  expect(requests).toEqual([
    [crm.code, crm.version, { status: "on_hold", lead_id: people.admin.id, due_on: "2027-03-31" }],
    [seo?.code, seo?.version, { lead_id: people.admin.id, due_on: "2027-03-31" }],
  ]);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Undone.").waitFor();
  expect(requests.slice(2)).toEqual([
    [crm.code, crm.version + 1, { status: "active", lead_id: crm.lead_id, due_on: crm.due_on }],
    [seo?.code, (seo?.version ?? 0) + 1, { lead_id: seo?.lead_id, due_on: seo?.due_on }],
  ]);
});

it("on a phone, a refused change is named and the others are made", async () => {
  const { requests, answers } = projectService([crm.code]);
  const page = await openConsole("/portfolio", { width: 390, answers });
  await page.getByRole("checkbox", { name: "Select: CRM migration" }).check();
  await page.getByRole("checkbox", { name: "Select: Reader app" }).check();
  await expectAccessible(page, "selected projects on a phone");
  await screenshot(page, "projects-selected-390");
  await page.getByRole("button", { name: "Edit projects" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit 2 projects" });
  await dialog.getByLabel("Archive").selectOption("archive");
  await dialog.getByRole("button", { name: "Preview changes" }).click();
  await dialog.getByRole("button", { name: "Change 2 projects" }).click();
  await dialog.getByRole("heading", { name: "1 project changed, 1 can't be changed" }).waitFor();
  await dialog.getByText("Not changed: The project was changed in the meantime.").waitFor();
  expect(requests).toHaveLength(2);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  expect(await page.getByText("selected").count()).toBe(0);
});

it("a member can't select projects", async () => {
  const page = await openConsole("/portfolio?group=none", { as: people.member });
  await page.getByRole("link", { name: "CRM migration" }).waitFor();
  expect(await page.getByRole("checkbox", { name: /^Select/ }).count()).toBe(0);
});
