import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { demoOutcome } from "../../../supabase/functions/_domain/demo/outcome.ts";
import { outcome } from "../../../supabase/functions/_domain/estimates/contract.ts";
import { get } from "../answers.ts";
import { expectAccessible, inEveryLookOfState, openConsole, screenshot } from "../console.ts";
import { idOf, people } from "../fixtures/people.ts";
import { account_id, at, client_id, openForm, projectService, shop } from "./new-project-form.ts";

/** The names of the required fields; each has an asterisk as well. */
const requiredIn = (form: Locator) =>
  form
    .locator("input[required]")
    .evaluateAll((inputs) =>
      inputs.map(
        (input) =>
          input.ariaLabel ??
          (input as HTMLInputElement).labels?.[0]?.textContent?.replace(/ \*$/, ""),
      ),
    );

describe("a new project", () => {
  it("is created blank in the account of the page, opens, and is archived by an undo", async () => {
    const { actions, answers } = projectService();
    const { page, form } = await openForm(`/accounts/${shop.account_id}`, answers);
    expect(await requiredIn(form)).toEqual(["Name", "Existing account"]);
    await form.getByRole("button", { name: "Create project" }).click();
    await form.getByText("Enter a name for the project").waitFor();
    await form.getByRole("textbox", { name: "Name", exact: true }).fill("Autumn campaign");
    await form.getByLabel("Budget in hours").fill("80");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Project Autumn campaign created.").waitFor();
    await page.waitForURL(new RegExp(`/projects/${shop.id}`));
    await page.keyboard.press("z");
    await page.getByText("Undone.").waitFor();
    expect(actions).toMatchObject([
      { type: "project_create", account_id: shop.account_id, name: "Autumn campaign" },
      { type: "project_update", version: 1, changes: { is_archived: true } },
    ]);
  });

  it("copied from another one shows what it copies and by how many days it moves dates, accessibly in every look", async () => {
    const { actions, answers } = projectService();
    const { page, form } = await openForm("/portfolio?q=shop", answers);
    await form.getByText("From another project").click();
    await form.getByRole("combobox", { name: "Project to copy" }).fill(shop.name);
    await page.getByRole("option", { name: shop.name }).click();
    // The original starts on 1 June.
    await form.getByLabel("Start").fill("2026-06-08");
    const preview = form.getByRole("region", { name: "The copy will contain" });
    await preview.getByText("2 tasks, set to open").waitFor();
    await preview.getByText(/Kick-off, due 17 Jun.? 2026/).waitFor();
    await preview.getByText(`1 person: ${people.member.name}`).waitFor();
    await preview.getByText(/Due dates move 7 days later\./).waitFor();
    await inEveryLookOfState(page, async (look) => {
      await expectAccessible(page, `copy of a project ${look}`);
      await screenshot(page, `project-copy-${look}`);
    });
    await form.getByLabel("Copy team").uncheck();
    await preview.getByText("no team members").waitFor();
    await form.getByRole("button", { name: "Create project" }).click();
    await page.getByText(`Project ${shop.name} (copy) created.`).waitFor();
    expect(actions).toMatchObject([
      {
        type: "project_copy",
        project_id: shop.id,
        account_id: shop.account_id,
        starts_on: "2026-06-08",
        with_tasks: true,
        with_team: false,
      },
    ]);
  });

  it("creates its client and account once, even if the project is refused at first", async () => {
    let refusals = 1;
    const { actions, answers } = projectService(({ type }) =>
      type === "project_create" && refusals-- > 0
        ? new AppError(409, "code_taken", "Another project has this code")
        : undefined,
    );
    const { page, form } = await openForm("/portfolio?q=shop", answers);
    await form.getByRole("textbox", { name: "Name", exact: true }).fill("First site");
    await form.getByLabel("Code").fill("SITE-01");
    await form.getByText("New account").click();
    await form.getByText("New client").click();
    expect(await requiredIn(form)).toEqual(["Name", "Client name", "Account name"]);
    await form.getByRole("button", { name: "Create project" }).click();
    for (const error of ["Enter a name for the client", "Enter a name for the account"]) {
      await form.getByText(error).waitFor();
    }
    await form.getByLabel("Client name").fill("Harbour Works");
    await form.getByLabel("Account name").fill("Website");
    await form.getByRole("button", { name: "Create project" }).click();
    await form.getByText("Another project has this code.").waitFor();
    await form.getByLabel("Code").fill("SITE-02");
    await form.getByRole("button", { name: "Create project" }).click();
    await page.getByText("Project First site created.").waitFor();
    expect(actions.map(({ type }) => type)).toEqual([
      ...["client_create", "account_create", "project_create", "project_create"],
    ]);
    expect(actions.at(-1)).toMatchObject({ account_id: idOf(3, 90), code: "SITE-02" });
  });

  it("shows an estimate on request, and takes the median as its budget", async () => {
    const requests: object[] = [];
    let failures = 1;
    const estimating = get(outcome, ({ query }) => {
      requests.push(query);
      if (failures-- > 0) throw new AppError(400, "invalid_estimate", "Describe the work");
      return demoOutcome(new Date(at), { query: query.query });
    });
    const { actions, answers } = projectService();
    const { page, form } = await openForm(`/accounts/${account_id}`, [estimating, ...answers]);
    const estimate = form.getByRole("button", { name: "Estimate from finished work" });
    await estimate.press("Enter");
    await form.getByText("Enter a name first.", { exact: false }).waitFor();
    await form.getByRole("textbox", { name: "Name", exact: true }).fill("Landing page");
    await estimate.press("Enter");
    await form.getByRole("alert").getByText("Describe the work").waitFor();
    await form.getByRole("button", { name: "Try again" }).click();
    const range = form.getByRole("heading", { name: "3.5 to 31 hours" });
    await range.waitFor();
    const use = form.getByRole("button", { name: "Use 14 h as the budget" });
    const lowerEnd = async () => {
      const box = await use.boundingBox();
      return box ? box.y + box.height : Number.POSITIVE_INFINITY;
    };
    const footer = await form.getByRole("button", { name: "Create project" }).boundingBox();
    await expect.poll(lowerEnd, { message: "the answer is in view" }).toBeLessThan(footer?.y ?? 0);
    const question = { query: "Landing page", client_id };
    expect(requests).toEqual([question, question]);
    await form
      .getByText("Typically 14 hours, finished within 0.5 to 2 weeks. Confidence: Low.")
      .waitFor();
    await form.getByText("It comes from all 12 tasks", { exact: false }).waitFor();
    expect(await form.getByTitle(/ h$/).count(), "dots").toBe(12);
    expect(await form.getByRole("link").count(), "links that would leave the form").toBe(0);
    await inEveryLookOfState(page, async (look) => {
      await use.scrollIntoViewIfNeeded();
      await expectAccessible(page, `estimate in a new project ${look}`);
      await screenshot(page, `new-project-estimate-${look}`);
    });
    await use.press("Enter");
    const budget = form.getByLabel("Budget in hours");
    expect(await budget.inputValue()).toBe("14");
    await expect.poll(() => budget.evaluate((one) => one === document.activeElement)).toBe(true);
    await form.getByRole("button", { name: "Create project" }).click();
    await page.getByText("Project Landing page created.").waitFor();
    expect(actions).toMatchObject([{ type: "project_create", budget_hours: 14 }]);
  });

  it("is not offered to members", async () => {
    const page = await openConsole("/portfolio", { as: people.member });
    await page.getByRole("link", { name: shop.name }).waitFor();
    expect(await page.getByRole("button", { name: "New project" }).count()).toBe(0);
  });
});
