/**
 * Statuses, classifications, conflicts, clients and accounts. tests/service/portfolio-actions.test.ts proves what
 * each form stores, and portfolio-actions-conflict.test.ts proves the conflict.
 * tests/component/portfolio/forms.test.ts proves the forms, and tests/component/tasks/tasks-page.test.ts proves the
 * review of a conflict.
 */
import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { owner as sql } from "../support/database.ts";
import { callRoute } from "../support/http.ts";
import { people } from "../support/personas.ts";
import { as, expectAccessible, inEveryLook, screenshot, visit } from "./console.ts";
import { ownProject } from "./own-project.ts";
import { choose, row, uniqueName } from "./portfolio-forms.ts";

const focusedLabel = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");

describe("a status", () => {
  it("is posted by a member, who sees no other action", async () => {
    const project = await ownProject(uniqueName("With status"), ["member"]);
    await as("member", {}, async (page) => {
      await visit(page, "/portfolio", "Portfolio");
      expect(await page.getByRole("button", { name: "New project" }).count()).toBe(0);
      await page.getByRole("button", { name: `Actions for ${project.name}` }).click();
      await expect
        .poll(() => page.getByRole("menuitem").allTextContents())
        .toEqual(["Post status"]);
      await page.getByRole("menuitem", { name: "Post status" }).click();
      const dialog = page.getByRole("dialog", { name: "Post status" });
      await dialog.getByRole("radio", { name: "At risk" }).click();
      await dialog.getByLabel("Summary").fill("  The supplier is late.  ");
      await dialog.getByLabel("Risks").fill("Launch moves by a week.");
      await dialog.getByLabel("Risks").press("Control+Enter");
      await page.getByText("Status posted.").waitFor();
      await dialog.waitFor({ state: "detached" });
      expect(await focusedLabel(page)).toBe(`Actions for ${project.name}`);
      const [row] = await sql`
        select health, summary, risks, next_steps, author_id
        from public.status_updates where project_id = ${project.id}`;
      expect(row).toEqual({
        health: "at_risk",
        summary: "The supplier is late.",
        risks: "Launch moves by a week.",
        next_steps: null,
        author_id: people.member.personId,
      });
      await page
        .getByRole("row", { name: new RegExp(project.name) })
        .getByText("At risk")
        .waitFor();
    });
  });
});

describe("a classification", () => {
  it("is saved with its reason, stays in the history, and is undone", async () => {
    const project = await ownProject(uniqueName("Classified"));
    await as("lead", {}, async (page) => {
      await visit(page, "/portfolio?group=risk", "Portfolio");
      await choose(page, project, "Classify project");
      const dialog = page.getByRole("dialog", { name: "Classify project" });
      await dialog
        .getByText("No classification yet. Classify the project to start its history.")
        .waitFor();
      await dialog.getByRole("combobox", { name: "Tier" }).click();
      await page.getByRole("option", { name: "Strategic" }).click();
      await dialog.getByRole("combobox", { name: "Risk" }).click();
      await page.getByRole("option", { name: "High risk" }).click();
      await dialog.getByLabel("Service line").fill("comm");
      await page.getByRole("option", { name: "Commerce" }).click();
      await dialog.getByLabel("Reason").fill("Fixed price, open scope.");
      await dialog.getByRole("button", { name: "Classify project" }).click();
      await page.getByText("Classification saved.").waitFor();
      const line = page.getByRole("row", { name: new RegExp(project.name) });
      await line.getByText("Commerce").waitFor();

      await choose(page, project, "Classify project");
      await dialog.getByText("Strategic · Commerce · High risk").waitFor();
      await dialog.getByText("Fixed price, open scope.").waitFor();
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });

      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByText("Undone.").waitFor();
      const versions = await sql`
        select version, tier, service_line, risk from public.portfolio_classifications
        where project_id = ${project.id} order by version`;
      expect(versions).toEqual([
        { version: 1, tier: "strategic", service_line: "Commerce", risk: "high" },
        { version: 2, tier: null, service_line: null, risk: null },
      ]);
    });
  });
});

describe("a conflict of two edits of a project", () => {
  it("is merged field by field, and nothing is lost", async () => {
    const project = await ownProject(uniqueName("Contested"));
    const newName = `${project.name} B`;
    await as("lead", {}, async (page) => {
      await visit(page, `/projects/${project.id}`, project.name);
      await page.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menuitem", { name: "Edit project" }).click();
      const dialog = page.getByRole("dialog", { name: "Edit project" });
      await dialog.getByLabel("Name").fill(`${project.name} A`);
      await dialog.getByLabel("Summary").fill("Only I wrote this.");

      const answer = await callRoute("admin", "portfolio-actions", {
        body: {
          type: "project_update",
          project_id: project.id,
          version: 1,
          changes: { name: newName, code: `C-${randomUUID().slice(0, 8)}`, budget_hours: 99 },
        },
      });
      expect(answer.status).toBe(200);
      await dialog.getByRole("button", { name: "Save project" }).click();
      await dialog.getByText("Another person changed this while you were editing").waitFor();
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.textContent))
        .toBe("Another person changed this while you were editing");
      await inEveryLook(page, async (look) => {
        await expectAccessible(page, `conflict ${look}`);
        await screenshot(page, `conflict-${look}`);
      });
      await page.setViewportSize({ width: 1440, height: 900 });

      const name = dialog.getByRole("radiogroup", { name: /^Name/ });
      await dialog.getByText("Changed by both").waitFor();
      expect(await checkedSide(dialog.getByRole("radiogroup", { name: /^Name/ }))).toContain("A");
      expect(await checkedSide(dialog.getByRole("radiogroup", { name: "Summary" }))).toContain(
        "Only I wrote this.",
      );
      const hours = dialog.getByRole("radiogroup", { name: "Budget in hours" });
      expect(await checkedSide(hours)).toContain("99 h");
      await name.getByRole("radio", { name: newName }).click();
      await hours.getByRole("radio", { name: "80 h" }).click();
      await dialog.getByRole("button", { name: "Save these choices" }).click();
      await page.getByText("Project saved.").waitFor();
      await page.getByRole("heading", { level: 1, name: newName }).waitFor();
      expect(await row(project.id)).toMatchObject({
        name: newName,
        summary: "Only I wrote this.",
        budget_hours: 80,
        version: 3,
      });
    });
  });
});

describe("clients and accounts", () => {
  it("are created by a lead, who also writes the profile and changes the client", async () => {
    const client = uniqueName("Harbour Works");
    const account = uniqueName("Ferry terminal");
    await as("lead", {}, async (page) => {
      await visit(page, "/clients", "Clients");
      await page.getByRole("button", { name: "New client" }).click();
      const clientForm = page.getByRole("dialog", { name: "New client" });
      await clientForm.getByLabel("Name").fill("Lindmoor Outdoor");
      await clientForm.getByLabel("Website").fill("example.com");
      await clientForm.getByRole("button", { name: "Create client" }).click();
      await clientForm.getByText("Enter a web address such as https://example.com").waitFor();
      await clientForm.getByLabel("Website").fill("https://harbour.example");
      await clientForm.getByRole("button", { name: "Create client" }).click();
      await clientForm.getByText("There is already a client called Lindmoor Outdoor.").waitFor();
      await clientForm.getByLabel("Name").fill(client);
      await clientForm.getByRole("button", { name: "Create client" }).click();

      await page.getByText(`${client} is now a client.`).waitFor();
      await page.getByRole("status").getByRole("button", { name: "New account" }).click();
      const accountForm = page.getByRole("dialog", { name: "New account" });
      await accountForm.getByLabel("Name").fill(account);
      expect(await accountForm.getByRole("combobox", { name: "Client" }).inputValue()).toBe(client);
      await accountForm.getByRole("button", { name: "Create account" }).click();
      await page.getByRole("button", { name: "Open", exact: true }).click();
      await page.getByRole("heading", { level: 1, name: account }).waitFor();

      await page.getByRole("button", { name: "Edit profile" }).click();
      const profile = page.getByRole("dialog", { name: "Operating profile" });
      await profile.getByRole("combobox", { name: /status/ }).click();
      await page.getByRole("option", { name: "Every two weeks" }).click();
      await profile.getByRole("button", { name: "Add a contact" }).click();
      await profile.getByLabel("Email").fill("nobody");
      await profile.getByRole("button", { name: "Save profile" }).click();
      await profile.getByText("Enter an email address").waitFor();
      await profile.getByText("Enter a name").waitFor();
      await profile.getByLabel("Name").fill("Port office");
      await profile.getByLabel("Email").fill("Port@Harbour.example");
      await profile.getByLabel("Key facts").fill("Tides decide.\n\nNo work at night.");
      await profile.getByRole("button", { name: "Save profile" }).click();
      await page.getByText("Operating profile saved.").waitFor();
      await page.getByText("No work at night.").waitFor();
      await page.getByRole("link", { name: "port@harbour.example" }).waitFor();

      await page.getByRole("button", { name: "Edit client" }).click();
      const edit = page.getByRole("dialog", { name: "Edit client" });
      await edit.getByLabel("Note").fill("Pays on the first.");
      await edit.getByRole("button", { name: "Save client" }).click();
      await page.getByText("Client saved.").waitFor();
      await edit.waitFor({ state: "detached" });
      await page.getByText("Pays on the first.").waitFor();
      await page.keyboard.press("z");
      await page.getByText("Undone.").waitFor();
      await page.getByText("Pays on the first.").waitFor({ state: "detached" });
    });
    const [row] = await sql`
      select clients.website, clients.note, clients.version, profiles.cadence, profiles.standing_facts
      from public.accounts
      join public.clients on clients.id = accounts.client_id
      join public.operating_profiles as profiles on profiles.account_id = accounts.id
      where accounts.name = ${account} and clients.name = ${client}`;
    expect(row).toEqual({
      website: "https://harbour.example",
      note: null,
      version: 3,
      cadence: "fortnightly",
      standing_facts: ["Tides decide.", "No work at night."],
    });
    await sql`update public.clients set archived_at = now() where name = ${client}`;
    await sql`update public.accounts set archived_at = now() where name = ${account}`;
  });
});

/** The text of the chosen side. */
async function checkedSide(group: ReturnType<Page["getByRole"]>): Promise<string> {
  return (await group.getByRole("radio", { checked: true }).textContent()) ?? "";
}
