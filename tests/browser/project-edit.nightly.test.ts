/**
 * A project is edited and the change undone. tests/service/portfolio-actions.test.ts proves what an edit stores;
 * tests/component/portfolio/forms.test.ts proves the errors at their fields and the undo by z.
 */
import { describe, expect, it } from "vitest";
import { as, expectAccessible, inEveryLook, screenshot, visit } from "./console.ts";
import { ownProject } from "./own-project.ts";
import { choose, row, uniqueName } from "./portfolio-forms.ts";

describe("a project", () => {
  it("is edited, shows errors at their fields, and z undoes the change", async () => {
    const project = await ownProject(uniqueName("Edited"));
    await as("lead", {}, async (page) => {
      await visit(page, `/portfolio?q=${encodeURIComponent(project.name)}`, "Portfolio");
      await choose(page, project, "Edit project");
      const dialog = page.getByRole("dialog", { name: "Edit project" });
      await dialog.getByLabel("Budget in hours").fill("120.5");
      await dialog.getByLabel("Start").fill("2026-03-01");
      await dialog.getByLabel("Due").fill("2026-02-01");
      await dialog.getByRole("button", { name: "Save project" }).click();
      await dialog.getByText("The project is due before it starts.").waitFor();
      await dialog.getByLabel("Due").fill("2026-04-01");
      await dialog.getByRole("combobox", { name: "Lead" }).fill("le");
      await page.getByRole("listbox").getByRole("option").first().click();
      await dialog.getByRole("combobox", { name: "Status" }).click();
      await page.getByRole("option", { name: "On hold" }).click();
      await dialog.getByRole("button", { name: "Save project" }).click();
      await page.getByText("Project saved.").waitFor();
      await dialog.waitFor({ state: "detached" });
      await inEveryLook(page, async (look) => {
        await expectAccessible(page, `undo ${look}`);
        await screenshot(page, `undo-${look}`);
      });
      expect(await row(project.id)).toMatchObject({
        status: "on_hold",
        budget_hours: 120.5,
        due_on: "2026-04-01",
      });
      await page.keyboard.press("z");
      await page.getByText("Undone.").waitFor();
      expect(await row(project.id)).toMatchObject({
        status: "active",
        budget_hours: 80,
        due_on: null,
        version: 3,
      });
    });
  });
});
